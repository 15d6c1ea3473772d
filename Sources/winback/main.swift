import WinBackCommands

WinBackCommand.main()
