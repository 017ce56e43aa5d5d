extension Fact {
  /// The fact in Mermaid's notation, on one line.
  ///
  ///     idle --> syncing: started     A *-- "0..1" B : holds     Store : +load() Row
  package var title: String {
    let (source, target) = ends
    switch kind {
    case .state, .type, .participant, .node, .namespace, .box, .subgraph: return shown
    case .region:
      return has(.position) ? "region \(self[.position]) of \(self[.owner])" : self[.owner]
    case .transition, .message, .dependency: return brief + after(": ", .text)
    case .relation:
      let ends = [
        source, quoted(.sourceMultiplicity), arrow, quoted(.targetMultiplicity), target,
      ]
      return ends.filter { !$0.isEmpty }.joined(separator: " ") + after(" : ", .text)
    case .member: return "\(self[.owner]) : \(signature)"
    case .annotation: return "<<\(self[.text])>> \(self[.owner])"
    case .link: return "\(self[.owner]): \(self[.text])"
    case .activation, .lifeline, .block, .branch, .numbering:
      return self[.form] + after(" ", .text)
    case .title, .direction, .note, .diagram: return self[.text]
    }
  }

  /// The same without labels, and a member without its class.
  package var brief: String {
    switch kind {
    case .transition: "\(ends.source) --> \(ends.target)"
    case .message, .dependency: "\(ends.source) \(self[.form]) \(ends.target)"
    case .relation: "\(ends.source) \(arrow) \(ends.target)"
    case .member: signature
    default: title
    }
  }

  /// The word for its kind.
  package var noun: String { kind == .title ? self[.name] : kind.rawValue }

  private func after(_ separator: String, _ role: Role) -> String {
    has(role) ? separator + self[role] : ""
  }

  private func quoted(_ role: Role) -> String { has(role) ? "\"\(self[role])\"" : "" }

  /// `<|--`
  private var arrow: String {
    let left = ["aggregation": "o", "composition": "*", "extension": "<|", "dependency": "<"]
    let right = ["aggregation": "o", "composition": "*", "extension": "|>", "dependency": ">"]
    func end(_ role: Role, _ signs: [String: String]) -> String {
      signs[self[role]] ?? (has(role) ? "()" : "")
    }
    return end(.sourceEnd, left) + (self[.form] == "dotted" ? ".." : "--")
      + end(.targetEnd, right)
  }

  /// `+load(id: Int) Row$`
  private var signature: String {
    let signs = ["static": "$", "abstract": "*"]
    let parameters = self[.form] == "method" ? "(\(self[.parameters]))" : ""
    return self[.access] + self[.text] + parameters + after(" ", .result)
      + (signs[self[.modifier]] ?? "")
  }
}

extension Fact.Role {
  /// The word for it in a sentence.
  var noun: String {
    switch self {
    case .form: "kind"
    case .generic: "generic parameter list"
    case .target, .owner: "element"
    case .scope: "place"
    default: rawValue
    }
  }
}
