// One import is enough to decide on a date of Foundation.
@_exported public import WinBackFormats
