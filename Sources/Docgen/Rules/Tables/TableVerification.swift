package import Diagnostics
import Facts
package import Markdown
import Models

/// A hand-written table, compared with the project cell by cell.
package struct TableVerification: Sendable {
  package enum Deviation: Sendable {
    /// A row about something that does not exist.
    case unknownRow(Table.Cell, nearest: String?)
    case wrongCell(Table.Cell, heading: String, declared: String, SourceLocation?)
    case missingRow(title: String, SourceLocation?)
  }

  /// A row about something that exists.
  struct Row: Sendable {
    var range: SourceRange
    var title: String
    var location: SourceLocation?
    var subject: Fact?
    /// The expected contents of its cells, as far as the project has them.
    var cells: [(range: SourceRange, heading: String, declared: String?)]
  }

  package private(set) var deviations: [Deviation] = []
  private(set) var rows: [Row] = []
  /// The place for findings about missing rows: the first heading.
  package let start: SourceRange

  static let keys = [
    RegionKey(
      "rows", "in a verified table: the subject of its rows; by default, given by its headings",
      choices: [
        "transitions", "states", "events", "methods", "properties", "cases", "members",
        "values", "types", "modules",
      ] + ProjectRows.allCases.map(\.rawValue)),
    RegionKey("command", "with `rows=options`: the command that has them, with its subcommands"),
    RegionKey(
      "types",
      "the types that the template gets; in a verified table: the types that its rows are about"),
    RegionKey(
      "modules",
      "the template gets the types of these modules; in a verified table: the modules that its rows are about"
    ),
    RegionKey(
      "columns", "in a verified table: HEADING=WHAT, separated by semicolons; no WHAT for prose"),
    RegionKey(
      "partial", "in a verified table: whether rows may be left out", choices: RegionKey.yesOrNo),
  ]

  init(_ table: Table?, _ request: RegionRequest) throws(RegionProblem) {
    guard let table, let first = table.headings.first else {
      throw request.finding(RegionSources.id, "the block below is not a table")
    }
    start = first.range
    let records = try TableSubject(table, request).records()
    let columns = try Self.columns(of: table, records, request)
    var reported: Set<Int> = []
    for row in table.rows { compare(row, records: records, columns: columns, reported: &reported) }
    if request.isYes("partial", default: false) || request.marker["rows"] == "values" { return }
    for (index, record) in records.records.enumerated()
    where !reported.contains(index) && !record.isOptional {
      deviations.append(.missingRow(title: record.title, record.location))
    }
  }

  /// A column whose cells are compared with the project.
  private struct Column {
    var index: Int
    var heading: String
    var facet: String
  }

  private static func columns(
    of table: Table, _ records: TableRecords, _ request: RegionRequest
  ) throws(RegionProblem) -> [Column] {
    let given = Dictionary(
      request.pairs("columns").map { ($0.0.lowercased(), $0.1) },
      uniquingKeysWith: { first, _ in first })
    var columns: [Column] = []
    for (index, heading) in table.headings.enumerated() {
      let name = CellText(heading.text).text
      let facet = given[name.lowercased()] ?? records.headings[name.lowercased()] ?? ""
      guard !facet.isEmpty else { continue }
      guard Set(records.headings.values).contains(facet) else {
        throw request.finding(
          RegionSources.id, at: "columns", "no cell can be about `\(facet)`",
          evidence: request.nearest(
            facet, among: Set(records.headings.values).sorted(), what: "things"))
      }
      if columns.contains(where: { $0.facet == facet }) { continue }
      columns.append(Column(index: index, heading: name, facet: facet))
    }
    guard columns.contains(where: { $0.facet == records.keys[0] }) else {
      let names = records.headings.filter { $0.value == records.keys[0] }.keys.sorted()
      throw request.finding(
        RegionSources.id, "no column of the table names the subject of its rows",
        evidence: [
          Evidence(.help, "such a column is called \(names.joined(separator: ", "))"),
          Evidence(.help, "or is named by `columns=\"HEADING=\(records.keys[0])\"`"),
        ])
    }
    return columns
  }

  /// Compares a row with its record: the one that agrees with most of it.
  private mutating func compare(
    _ row: [Table.Cell], records: TableRecords, columns: [Column], reported: inout Set<Int>
  ) {
    /// Columns whose cells differ from the record.
    func wrong(_ record: TableRecord, _ columns: [Column]) -> [Column] {
      columns.filter { column in
        guard let facet = record.facets[column.facet], column.index < row.count else {
          return false
        }
        return !CellText(row[column.index].text).says(facet)
      }
    }
    // The first key decides the subject of a row; the others choose among several records.
    var candidates = Array(records.records.indices)
    for (depth, key) in records.keys.enumerated() {
      let column = columns.filter { $0.facet == key }
      guard !column.isEmpty else { continue }
      let agreeing = candidates.filter { wrong(records.records[$0], column).isEmpty }
      if agreeing.isEmpty, depth == 0 {
        guard let cell = row.indices.contains(column[0].index) ? row[column[0].index] : nil else {
          return
        }
        let known = records.records.compactMap { $0.facets[key]?.written }
        let nearest = NearMiss.best(for: CellText(cell.text).text, among: known)
        return deviations.append(.unknownRow(cell, nearest: nearest))
      }
      if !agreeing.isEmpty { candidates = agreeing }
    }
    let best = candidates.min { left, right in
      let counts = [left, right].map { wrong(records.records[$0], columns).count }
      return (counts[0], reported.contains(left) ? 1 : 0) < (
        counts[1], reported.contains(right) ? 1 : 0
      )
    }
    guard let best else { return }
    let record = records.records[best]
    let mistakes = wrong(record, columns)
    keep(row, record, columns: columns)
    // A row may stand for several records that it does not distinguish.
    reported.formUnion(
      mistakes.isEmpty
        ? candidates.filter { wrong(records.records[$0], columns).isEmpty } : [best])
    for column in mistakes {
      deviations.append(
        .wrongCell(
          row[column.index], heading: column.heading,
          declared: record.facets[column.facet]?.written ?? "", record.location))
    }
  }

  private mutating func keep(_ cells: [Table.Cell], _ record: TableRecord, columns: [Column]) {
    guard let first = cells.first, let last = cells.last else { return }
    rows.append(
      Row(
        range: SourceRange(start: first.range.start, end: last.range.end), title: record.title,
        location: record.location, subject: record.subject,
        cells: cells.enumerated().map { index, cell in
          let column = columns.first { $0.index == index }
          return (
            cell.range, column?.heading ?? "", column.flatMap { record.facets[$0.facet]?.written }
          )
        }))
  }
}
