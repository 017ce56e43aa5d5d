import Diagnostics
package import Facts

/// Facts come from `ClassModel`, in which several declarations of a class are one and generic
/// parameters are separate from names.
extension ClassDiagram: FactSource {
  package var facts: [LocatedFact] {
    let model = ClassModel(self)
    return model.metadata.facts + [model.direction.fact] + model.namespaces.map(\.fact)
      + model.classes.flatMap(\.facts) + model.relations.map(\.fact) + model.notes.map(\.fact)
      + allStatements.compactMap { statement in
        if case .interaction(let interaction) = statement { interaction.fact } else { nil }
      }
  }
}

extension ClassModel.Namespace {
  fileprivate var fact: LocatedFact {
    let last = id.split(separator: ".").last.map(String.init)
    return LocatedFact(
      .namespace, [.name: id, .label: label?.text ?? last ?? id, .scope: parent], at: range,
      isImplied: !isExplicit)
  }
}

extension ClassModel.Class {
  /// The class, its annotations and its members.
  fileprivate var facts: [LocatedFact] {
    let type = LocatedFact(
      .type, [.name: id, .label: shown, .generic: generic?.text, .scope: namespace],
      at: declaration ?? range, ranges: [.label: label?.range], mentions: mentions,
      isImplied: declaration == nil && members.isEmpty)
    return [type]
      + annotations.map {
        LocatedFact(.annotation, [.owner: id, .text: $0.text], at: $0.range)
      } + members.map { $0.fact(of: id) }
  }
}

extension ClassMember {
  fileprivate func fact(of owner: String) -> LocatedFact {
    // `foo(): Int` and `foo() Int` mean the same.
    let result =
      returnType.hasPrefix(":") ? ModelText.trimmed(String(returnType.dropFirst())) : returnType
    let words = isMethod ? [] : name.split(separator: " ")
    return LocatedFact(
      .member,
      [
        .owner: owner, .name: key, .form: isMethod ? "method" : "property", .text: name,
        .parameters: parameters, .access: visibility?.rawValue, .result: result,
        .modifier: modifier?.rawValue, .firstWord: words.count < 2 ? nil : String(words[0]),
      ], at: range)
  }

  /// The name before a type or a colon.
  ///
  ///     int count    count: Int    ->  count
  ///
  /// Members of both notations have the same key, so a changed type is a changed member and not a
  /// new one.
  private var key: String {
    guard !isMethod else { return name }
    if let colon = name.firstIndex(of: ":") { return ModelText.trimmed(String(name[..<colon])) }
    return name.split(separator: " ").last.map(String.init) ?? name
  }
}

extension ClassModel.Relation {
  fileprivate var fact: LocatedFact {
    LocatedFact(
      .relation,
      [
        .source: (fromIsInterface ? "()" : "") + from.name.text,
        .target: (toIsInterface ? "()" : "") + to.name.text,
        .sourceLabel: fromIsInterface ? from.name.text : nil,
        .targetLabel: toIsInterface ? to.name.text : nil,
        .sourceEnd: from.end?.rawValue, .targetEnd: to.end?.rawValue,
        .sourceMultiplicity: from.cardinality?.text, .targetMultiplicity: to.cardinality?.text,
        .form: line.rawValue, .text: label?.text,
      ], at: range, ranges: [.text: label?.range])
  }
}

extension ClassModel.Note {
  fileprivate var fact: LocatedFact {
    LocatedFact(
      .note, [.target: target, .text: text.text, .scope: namespace], at: range,
      ranges: [.text: text.range])
  }
}

extension ClassInteraction {
  fileprivate var fact: LocatedFact {
    let (form, text): (String, String) =
      switch action {
      case .link(let url, let target): ("link", .joined(url.text, target))
      case .callback(let function, let arguments):
        ("callback", .joined(function.text, arguments?.text))
      }
    return LocatedFact(
      .link, [.owner: target.text, .form: form, .text: text, .description: tooltip?.text],
      at: range, ranges: [.owner: target.range])
  }
}
