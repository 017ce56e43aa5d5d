/// A value of a model on its way to JSON; absent, empty and false ones are left out of objects.
package indirect enum ModelValue: Sendable {
  case text(String)
  case number(String)
  case truth(Bool)
  case list([ModelValue])
  case object([(key: String, value: ModelValue)])

  /// Whether an object leaves the value out.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .number: false
    case .truth(let truth): !truth
    case .list(let list): list.isEmpty
    case .object(let entries): entries.allSatisfy(\.value.isEmpty)
    }
  }

  static func text(_ text: String?) -> ModelValue { .text(text ?? "") }

  static func texts(_ texts: [String]) -> ModelValue { .list(texts.map { .text($0) }) }

  /// The same with the keys of every object in alphabetical order.
  package var sorted: ModelValue {
    switch self {
    case .text, .number, .truth: self
    case .list(let list): .list(list.map(\.sorted))
    case .object(let entries):
      .object(entries.map { ($0.key, $0.value.sorted) }.sorted { $0.0 < $1.0 })
    }
  }

  /// The value as JSON on one line.
  package var json: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .text(let text): Self.quote(text, &result)
    case .number(let number): result += number
    case .truth(let truth): result += truth ? "true" : "false"
    case .list(let list):
      result += "["
      for (number, value) in list.enumerated() {
        if number > 0 { result += "," }
        value.write(to: &result)
      }
      result += "]"
    case .object(let entries):
      result += "{"
      var isFirst = true
      for entry in entries where !entry.value.isEmpty {
        if !isFirst { result += "," }
        isFirst = false
        Self.quote(entry.key, &result)
        result += ":"
        entry.value.write(to: &result)
      }
      result += "}"
    }
  }

  private static func quote(_ text: String, _ result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}

/// The semantic model of a diagram as JSON: what it means, in the order of Mermaid's data base.
package enum MermaidModel {
  /// Nothing for a diagram that is only known by its first word.
  package static func value(of diagram: MermaidDiagram) -> ModelValue? {
    switch diagram {
    case .state(let diagram): StateModel(diagram).value
    case .sequence(let diagram): SequenceModel(diagram).value
    case .classes(let diagram): ClassModel(diagram).value
    case .flowchart(let diagram): FlowchartModel(diagram).value
    case .other, .unrecognized: nil
    }
  }

  /// The same with the lines of notes at their margin: nobody sees how they are indented.
  package static func shownValue(of diagram: MermaidDiagram) -> ModelValue? {
    guard case .state(let diagram) = diagram else { return value(of: diagram) }
    var model = StateModel(diagram)
    for index in model.notes.indices {
      model.notes[index].text = Label(ModelText.withoutIndents(model.notes[index].text.source))
    }
    return model.value
  }
}

extension ModelMetadata {
  var entries: [(key: String, value: ModelValue)] {
    [
      ("title", .text(title?.source)), ("accTitle", .text(accessibleTitle?.source)),
      ("accDescr", .text(accessibleDescription.map { ModelText.withoutIndents($0.source) })),
    ]
  }
}
