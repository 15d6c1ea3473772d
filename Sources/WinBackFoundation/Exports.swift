// One import decides about a date of Foundation.
@_exported public import WinBackFormats
