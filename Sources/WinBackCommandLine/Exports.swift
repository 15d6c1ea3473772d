// Who runs a command needs its exit status, and what the files of a run are.
@_exported public import WinBackFiles
