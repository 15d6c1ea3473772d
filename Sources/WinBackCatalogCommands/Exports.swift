// Results are made of these, in all files.
@_exported public import WinBackAnalysis
@_exported public import WinBackFiles
@_exported public import WinBackTesting
