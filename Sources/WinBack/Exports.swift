// Code that imports the engine also needs its instants.
@_exported public import CalendarTime
