import WinBackFormats

/// Returns what a closure reads from a text; expectation macros cannot hold a scanner themselves.
func scan<Result, Failure: Error>(
  _ text: String,
  _ read: (inout JSONScanner) throws(Failure) -> Result
) throws(Failure) -> Result {
  let bytes = ContiguousArray(text.utf8)
  var scanner = JSONScanner(bytes.rawBytes)
  return try read(&scanner)
}
