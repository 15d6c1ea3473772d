import WinBackFormats

/// Returns histories as `winback convert --to native` writes them.
func nativeText(of histories: [CustomerHistory]) -> ContiguousArray<UInt8> {
  var writer = JSONWriter(histories.count == 1 ? .pretty : .compact)
  for history in histories {
    writer.history(history)
    writer.endLine()
  }
  return writer.bytes
}
