// Statements about customers are made of the types of the engine.
@_exported public import WinBack
