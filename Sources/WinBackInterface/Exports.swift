// What the functions of C call, for all files.
@_exported public import WinBackAnalysis
@_exported public import WinBackFormats
