import Markdown
package import Models
package import Templates

/// The possible columns of a verified table, for completion in its marker.
package struct TableColumns: Sendable {
  /// The headings of the table, as `columns` names them.
  package private(set) var headings: [String] = []
  /// The possible facets of cells, sorted; empty if the subject of the rows is unknown.
  package private(set) var facets: [String] = []

  /// For an incomplete marker: its arguments so far, and the lines of the table after it.
  package init(
    _ arguments: [String: String], table lines: String, project: ProjectModel,
    templates: TemplateSource
  ) {
    let words = arguments.filter { $0.key != "columns" }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\"\($0.value)\"" }
    let marker = "<!-- docgen:verify table \(words.joined(separator: " ")) -->"
    let page = Page(path: "", bytes: Array("\(marker)\n\n\(lines)\n".utf8))
    guard let region = page.regions.first, let table = page.table(of: region) else { return }
    headings = table.headings.map { CellText($0.text).text }.filter { !$0.isEmpty }
    let request = RegionRequest(
      marker: region.opening, file: page.path, project: project, templates: templates)
    facets = (try? TableSubject(table, request).facets()) ?? []
  }
}
