import WinBackFormats

/// How many spaces are put after a text, as the scanner has other ways near the end of the bytes.
let paddings = [0, 40]

/// Returns what a closure reads from a text; expectation macros cannot hold a scanner themselves.
func scan<Result, Failure: Error>(
  _ text: String,
  padding: Int = 0,
  _ read: (inout JSONScanner) throws(Failure) -> Result
) throws(Failure) -> Result {
  let bytes = ContiguousArray(text.utf8) + repeatElement(UInt8(ascii: " "), count: padding)
  var scanner = JSONScanner(bytes.rawBytes)
  return try read(&scanner)
}
