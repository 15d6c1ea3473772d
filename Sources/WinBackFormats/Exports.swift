// One import reads a file and decides about it.
@_exported public import WinBack
