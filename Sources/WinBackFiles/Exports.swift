// All files of the commands use the engine, its formats and values of the rule language.
@_exported public import CEL
@_exported public import WinBackFormats
