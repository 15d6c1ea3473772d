// Tests of offers need only one import.
@_exported public import WinBackFormats
