import EmbeddedFiles

/// The style of a report, in a light and a dark theme.
enum ReportStyle {
  static let text = "\n" + report_style().text
}
