import Diagnostics
import Markup
import Models
import SwiftCode
import Templates
import Traces

/// `docgen:begin table template=state-table machine=SyncState`
package enum TableRegion: RegionKind {
  package static let name = "table"
  package static let summary =
    "a table, or any Markdown, that a template makes; or a table that a person wrote"
  package static let keys =
    [
      RegionKey(
        "template", "the template's name: its file in the template folder without .mustache"),
      RegionKey("machine", "the machine whose states, events and transitions the template gets"),
      RegionKey("type", "the type whose methods, properties and cases the template gets"),
    ] + TableVerification.keys

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    guard let name = request.marker["template"] else {
      throw request.finding(
        "region-source", "the marker does not say which template",
        evidence: [Evidence(.help, "add template=\(request.templates.names.first ?? "NAME")")])
    }
    guard request.templates.names.contains(name) else {
      throw request.finding(
        "region-source", at: "template", "there is no template `\(name)`",
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

  /// What the template may name: what the keys ask for, and the rules, regions and settings of docgen.
  private static func data(for request: RegionRequest) throws(RegionProblem) -> TemplateValue {
    var data = TemplateDictionary()
    if request.marker["machine"] != nil { TableData.add(try request.machine(), to: &data) }
    if let name = request.marker["type"] {
      TableData.add(try request.type(named: name), to: &data)
    }
    if request.marker["machine"] == nil, request.marker["type"] == nil {
      TableData.addManual(to: &data)
    }
    return .dictionary(data)
  }
}

extension RegionRequest {
  func type(named name: String) throws(RegionProblem) -> TypeDeclaration {
    if let type = project.code.type(named: name).first { return type }
    throw finding(
      "region-source", at: "type", "the sources have no type `\(name)`",
      evidence: nearest(name, among: project.code.types.map(\.qualifiedName), what: nil))
  }
}

/// What templates are filled with.
private enum TableData {
  static func add(_ machine: StateMachineModel, to data: inout TemplateDictionary) {
    data["machine"] = .code(machine.name)
    data["states"] = .list(machine.states.map(state))
    data["events"] = .list(
      machine.events.map { event in
        ["name": .code(event.name), "meaning": .markdown(event.summary ?? "")]
      })
    data["transitions"] = .list(machine.edges.map(transition))
  }

  private static func state(_ state: StateMachineModel.State) -> TemplateValue {
    let values = state.values.enumerated().map { index, label -> TemplateValue in
      let type = index < state.valueTypes.count ? state.valueTypes[index] : ""
      return [
        "label": .code(label), "type": .code(type), "isLabelled": .boolean(Int(label) == nil),
      ]
    }
    return [
      "name": .code(state.name), "values": .list(values), "meaning": .markdown(state.summary ?? ""),
    ]
  }

  private static func transition(_ edge: StateMachineModel.Edge) -> TemplateValue {
    [
      "from": .code(edge.step.from), "event": .code(edge.step.event),
      "condition": .string(edge.step.condition ?? ""), "to": .code(edge.step.to),
      "effects": .list(edge.step.effects.map { .code($0) }),
      "observed": .integer(edge.observed.count), "isObserved": .boolean(edge.observed.count > 0),
    ]
  }

  static func add(_ type: TypeDeclaration, to data: inout TemplateDictionary) {
    data["type"] = .code(type.qualifiedName)
    data["methods"] = .list(
      type.methods.filter { !$0.isFromExtension }.map { method in
        [
          "name": .code(method.fullName), "signature": .code(method.headline),
          "documentation": .markdown(method.documentation?.summary ?? ""),
        ]
      })
    data["properties"] = .list(type.properties.map(member))
    data["cases"] = .list(type.cases.map(member))
  }

  private static func member(_ member: Member) -> TemplateValue {
    [
      "name": .code(member.name), "declaration": .code(member.headline),
      "documentation": .markdown(member.documentation?.summary ?? ""),
    ]
  }

  /// The rules, regions and settings of docgen itself, for its manual.
  static func addManual(to data: inout TemplateDictionary) {
    data["settings"] = .list(
      Setting.rows.map { row in
        [
          "path": .code(row.path), "form": .string(row.setting.form.words),
          "meaning": .markdown(row.setting.meaning),
        ]
      })
    data["rules"] = .list(
      RuleCatalogue.descriptions.map { rule in
        [
          "id": .code(rule.id), "severity": .string(rule.severity.rawValue),
          "summary": .markdown(rule.summary),
        ]
      })
    data["regions"] = .list(
      RegionKinds.all.map { kind in
        [
          "name": .code(kind.name), "summary": .string(kind.summary),
          "keys": .list(
            kind.keys.map { key in
              [
                "region": .code(kind.name), "name": .code(key.name),
                "meaning": .string(key.meaning),
                "choices": .list(key.choices.map { .code($0) }),
              ]
            }),
        ]
      })
  }
}
