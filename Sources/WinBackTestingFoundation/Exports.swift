// One import is enough for tests of scenario files at URLs.
@_exported public import WinBackTesting
