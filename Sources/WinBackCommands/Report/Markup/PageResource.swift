import WinBackFormats

/// What a page has of the program itself: it stands in the page as it is.
enum PageResource: Sendable {
  /// The stylesheet of all pages.
  case stylesheet
  /// The stylesheet and the script of pages about plans.
  case planStylesheet
  case planScript

  /// The text, as a page has it.
  var text: String {
    switch self {
    case .stylesheet: String(decoding: PackageResources.report_css, as: UTF8.self)
    case .planStylesheet: String(decoding: PackageResources.plan_css, as: UTF8.self)
    case .planScript:
      // XML takes no '<' or '&' but in such a section, and HTML takes its marks for comments.
      "//<![CDATA[\n" + String(decoding: PackageResources.plan_js, as: UTF8.self) + "//]]>\n"
    }
  }

  /// How a Content-Security-Policy names a script that may run, and no other.
  var policySource: String {
    var hash = SHA256()
    hash.update(text.utf8)
    return "'sha256-\(ContiguousArray(hash.digest()).base64)'"
  }
}
