import WinBackFormats

/// The file of `--answers`: what the store said, apart from the histories.
struct AnswersFile: Sendable {
  /// How many bytes are read at once; a longer row is also read.
  private static let pieceSize = 1 << 20

  let path: String

  /// Reads all answers.
  func read(on console: Console) throws(CommandFailure) -> StoreAnswers {
    let file = InputFile(path)
    return try StreamedInput.with(file, on: console) { input throws(CommandFailure) in
      var reader = StoreAnswersReader()
      var bytes: ContiguousArray<UInt8> = []
      var end = 0
      var isWhole = false
      while !isWhole {
        bytes.appendZeros(max(Self.pieceSize, end))
        let count = try input.read(into: &bytes, from: end)
        end += count
        isWhole = count == 0
        do throws(FormatError) {
          let taken = try reader.read(bytes.rawBytes.extracting(..<end), isWhole: isWhole)
          bytes.removeSubrange(end...)
          bytes.removeSubrange(..<taken)
          end -= taken
        } catch {
          throw CommandFailure(error, in: file.name)
        }
      }
      return reader.finish()
    }
  }
}
