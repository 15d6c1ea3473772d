import WinBack
import WinBackFormats

/// A finding as it is reported: with its location in the file, and whether somebody has accepted
/// it.
struct LintResult: Sendable {
  let finding: LintFinding
  /// The file that it is about.
  let file: String
  /// The place in the file; nil if it is not known.
  let location: FormatError?
  /// Why the finding is accepted; nil if it is not.
  let suppression: String?

  var code: LintCode { finding.code }
}
