import Diagnostics
import Markdown
import Models
import SwiftIndex
import Templates
import Traces

/// `docgen:begin table template=state-table machine=SyncState`
package enum TableRegion: RegionKind {
  package static let name = "table"
  package static let summary =
    "a table, or any Markdown, from a template; or a hand-written table"
  package static let keys =
    [
      RegionKey(
        "template", "the template's name: its file in the template folder without .mustache"),
      RegionKey("machine", "the machine whose states, events and transitions the template gets"),
      RegionKey("type", "the type whose methods, properties and cases the template gets"),
      RegionKey("conforms", "the template gets the types that conform to this protocol"),
      RegionKey(
        "values",
        "the values that the template gets, of code and traces: names or patterns, separated by semicolons"
      ),
      RegionKey("metrics", "the types whose definitions of metrics the template gets"),
    ] + TableVerification.keys

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    guard let name = request.marker["template"] else {
      let known = request.templates.names.map { "`\($0)`" }
      throw request.finding(
        RuleID(.missingArgument), "the marker does not name the template",
        evidence: [Evidence(.help, "add template=NAME: " + known.joined(separator: ", "))])
    }
    guard request.templates.names.contains(name) else {
      throw request.finding(
        RegionSources.id, at: "template", "the template `\(name)` does not exist",
        evidence: request.nearest(name, among: request.templates.names, what: "templates"))
    }
    let data = try data(for: request)
    var library = TemplateLibrary(request.templates)
    do throws(TemplateFailure) {
      return "\n" + (try library.render(name, with: data)) + "\n"
    } catch {
      throw RegionProblem(error.diagnostics)
    }
  }

  /// The data of the template, selected by the keys; without keys, the rules, regions, settings and
  /// commands of docgen.
  private static func data(for request: RegionRequest) throws(RegionProblem) -> TemplateValue {
    var data = TemplateDictionary()
    if request.marker["machine"] != nil { TableData.add(try request.machine(), to: &data) }
    if let name = request.marker["type"] {
      TableData.add(try request.type(named: name), to: &data)
    }
    if ["types", "modules", "conforms"].contains(where: { request.marker[$0] != nil }) {
      TableData.add(try request.types(), to: &data)
    }
    if request.marker["values"] != nil { TableData.add(try request.values(), to: &data) }
    if request.marker["metrics"] != nil { TableData.add(try request.metrics(), to: &data) }
    if let rows = request.marker["rows"].flatMap(ProjectRows.init) {
      data["rows"] = .list(try TableRecords(rows, for: request).records.map(TableData.row))
    }
    if data.keys.isEmpty { TableData.addManual(to: &data, from: request.templates) }
    return .dictionary(data)
  }
}

extension RegionRequest {
  /// The type with a name.
  func type(named name: String) throws(RegionProblem) -> TypeDeclaration {
    if let type = project.code.types(named: name).first { return type }
    throw finding(
      RegionSources.id, at: "type", "the sources have no type `\(name)`",
      evidence: nearest(name, among: project.code.types.map(\.qualifiedName), what: nil))
  }
}
