import EmbeddedFiles

/// The script of a report: it shows the data, draws the diagrams and marks their elements.
///
/// It builds elements and sets texts; it never parses data as HTML.
enum ReportScript {
  /// All parts as one function, so that no name of a document can reach or hide one of them.
  static let text = "(() => {\n\"use strict\";\n" + report_script().text + "})();"
}
