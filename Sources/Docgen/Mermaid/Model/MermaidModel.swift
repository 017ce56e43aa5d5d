package import JSON

extension JSON {
  /// An object without absent, empty and false values.
  package static func model(_ entries: [(key: String, value: JSON)]) -> JSON {
    .object(
      JSONObject(
        entries.filter { !$0.value.isEmpty }.map {
          JSONObject.Member(key: $0.key, value: $0.value)
        }))
  }

  static func text(_ text: String?) -> JSON { .text(text ?? "") }

  static func texts(_ texts: [String]) -> JSON { .array(texts.map { .text($0) }) }

  private var isEmpty: Bool {
    switch self {
    case .null: true
    case .boolean(let flag): !flag
    case .number: false
    case .text(let text), .encoded(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    }
  }
}

/// The semantic model of a diagram as JSON, in the order of Mermaid's data base.
///
/// The JSON serves two purposes: tests compare it with the data base of the real Mermaid, and the
/// formatter compares it before and after formatting, since it also has what facts leave out.
package enum MermaidModel {
  /// Returns `nil` for a diagram that is identified only by its first word.
  package static func value(of diagram: MermaidDiagram) -> JSON? {
    switch diagram {
    case .state(let diagram): StateModel(diagram).value
    case .sequence(let diagram): SequenceModel(diagram).value
    case .classes(let diagram): ClassModel(diagram).value
    case .flowchart(let diagram): FlowchartModel(diagram).value
    case .other, .unrecognized: nil
    }
  }

  /// The value with the lines of notes at their margin, since their indentation is not visible.
  package static func shownValue(of diagram: MermaidDiagram) -> JSON? {
    guard case .state(let diagram) = diagram else { return value(of: diagram) }
    var model = StateModel(diagram)
    for index in model.notes.indices {
      model.notes[index].text = Label(ModelText.withoutIndents(model.notes[index].text.source))
    }
    return model.value
  }
}

extension ModelMetadata {
  var entries: [(key: String, value: JSON)] {
    [
      ("title", .text(title?.source)), ("accTitle", .text(accessibleTitle?.source)),
      ("accDescr", .text(accessibleDescription.map { ModelText.withoutIndents($0.source) })),
    ]
  }
}
