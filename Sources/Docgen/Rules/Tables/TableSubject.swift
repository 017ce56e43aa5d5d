import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The subject of a verified table, determined by its marker and its headings.
struct TableSubject {
  private let request: RegionRequest
  private let headings: [String]
  private let table: Table

  init(_ table: Table, _ request: RegionRequest) {
    self.table = table
    self.request = request
    headings = table.headings.map { CellText($0.text).text.lowercased() }
  }

  func records() throws(RegionProblem) -> TableRecords {
    let rows = request.marker["rows"]
    let code = request.project.code
    if let rows = rows.flatMap(ProjectRows.init) { return try TableRecords(rows, for: request) }
    if let name = request.marker["type"] {
      let type = try request.type(named: name)
      return TableRecords(
        type, rows.flatMap(TableRecords.MemberRows.init) ?? memberRows(of: type), in: code)
    }
    if !request.marker.list("types").isEmpty || rows == "types" {
      return TableRecords(try types(), in: code)
    }
    if !request.marker.list("modules").isEmpty || rows == "modules" {
      let modules = ModuleModel(code, only: request.marker.list("modules"))
      guard let unknown = modules.unknown.first else { return TableRecords(modules) }
      throw request.finding(
        .unknownModule(unknown, among: ModuleModel(code).modules))
    }
    if rows == "values" { return TableRecords(valuesNamed: firstCells, in: code) }
    let machine = try request.machine()
    // Events that headings name, or that `columns` assigns to them.
    let intended = Set(request.pairs("columns").map(\.1))
    let events = machine.events.map(\.name).filter {
      headings.contains($0.lowercased()) || (isMatrix && intended.contains($0))
    }
    return TableRecords(
      machine, rows.flatMap(TableRecords.MachineRows.init) ?? machineRows(events), matrix: events)
  }

  /// The possible facets of its cells, sorted; if the rows may be states, events too.
  func facets() throws(RegionProblem) -> [String] {
    let records = try records()
    let known = Set(records.headings.values)
    guard records.keys == ["state"] else { return known.sorted() }
    return known.union(try request.machine().events.map(\.name)).sorted()
  }

  /// Whether the rows may be states with the next states in their cells.
  private var isMatrix: Bool {
    request.marker["rows"].map { $0 == "states" } ?? (has("state") && !has("event", "trigger"))
  }

  private func has(_ words: String...) -> Bool { words.contains(where: headings.contains) }

  private func machineRows(_ matrix: [String]) -> TableRecords.MachineRows {
    if !matrix.isEmpty { return .states }
    if has("to", "next", "next state", "after", "target", "from") { return .transitions }
    return has("state") ? .states : .events
  }

  private func memberRows(of type: TypeDeclaration) -> TableRecords.MemberRows {
    if type.kind == .enum, TableRecords.caseHeadings.contains(where: headings.contains) {
      return .cases
    }
    if has("method", "function") { return .methods }
    if has("property", "constant") { return .properties }
    return .members
  }

  private var firstCells: [String] {
    table.rows.compactMap { $0.first.map { CellText($0.text).text } }
  }

  private func types() throws(RegionProblem) -> [TypeDeclaration] {
    var selection = TypeSelection(types: request.marker.list("types"))
    selection.modules = request.marker.list("modules")
    var drawing = try request.classDrawing()
    drawing.selection = selection
    do throws(KeyProblem) {
      _ = try drawing.model(of: request.project.code)
    } catch {
      throw request.finding(error)
    }
    return ChosenType.all(selection, in: request.project.code).map(\.declaration)
  }
}
