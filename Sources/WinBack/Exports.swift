// Who imports the engine needs its instants, too.
@_exported public import CalendarTime
