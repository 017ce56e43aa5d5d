import Diagnostics
import Models
import SwiftIndex
import Templates
import Traces

/// The data of templates.
enum TableData {
  static func add(_ machine: StateMachineModel, to data: inout TemplateDictionary) {
    data["machine"] = .code(machine.name)
    data["states"] = .list(machine.states.map(state))
    data["events"] = .list(
      machine.events.map { event in
        ["name": .code(event.name), "meaning": .markdown(event.summary ?? "")]
      })
    data["transitions"] = .list(machine.edges.map(transition))
    data["isFromSource"] = .boolean(!machine.isRecorded)
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

  /// The facets of a row about the package or a program: `name`, `version`.
  static func row(_ record: TableRecord) -> TemplateValue {
    var row = TemplateDictionary()
    for (name, facet) in record.facets.sorted(by: { $0.key < $1.key }) {
      row[name] = .code(facet.written)
    }
    return .dictionary(row)
  }

  static func member(_ member: Member) -> TemplateValue {
    [
      "name": .code(member.name), "declaration": .code(member.headline),
      "documentation": .markdown(member.documentation?.summary ?? ""),
    ]
  }
}
