import WinBackFiles
import WinBackFormats

extension StoreAnswers {
  /// How many bytes are read at once; a longer row is also read.
  private static let pieceSize = 1 << 20

  /// Reads the file of `--answers`: what the store said, apart from the histories.
  static func read(_ file: InputFile, on console: Console) throws(CommandFailure) -> StoreAnswers {
    try file.withInput(on: console) { input throws(CommandFailure) in
      var reader = StoreAnswersReader()
      var bytes: ContiguousArray<UInt8> = []
      var end = 0
      var isWhole = false
      while !isWhole {
        bytes.appendZeros(max(Self.pieceSize, end))
        isWhole = try input.fill(&bytes, from: &end)
        let taken = try file.parsing { () throws(FormatError) in
          try reader.read(bytes.rawBytes.extracting(..<end), isWhole: isWhole)
        }
        bytes.removeSubrange(end...)
        bytes.removeSubrange(..<taken)
        end -= taken
      }
      return reader.finish()
    }
  }
}
