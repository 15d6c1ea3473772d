// One import tests offers.
@_exported public import WinBackFormats
