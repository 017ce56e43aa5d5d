import Diagnostics
import Mermaid

/// A class of a diagram, with all places that draw it.
struct ParsedClass {
  var name: String
  var label: String?
  /// The namespace around it.
  var module: String?
  var annotations: [Label] = []
  var generic: Label?
  var members: [ClassMember] = []
  /// The first place of the class.
  var range: SourceRange?

  /// `<<actor, Sendable>>` -> `actor`, `Sendable`
  var stereotypes: [(word: String, range: SourceRange?)] {
    annotations.flatMap { annotation in
      annotation.text.split(separator: ",").map { part in
        (part.split(separator: " ").joined(separator: " "), annotation.range)
      }
    }
  }
}

/// The classes and relations of a diagram, including those in namespaces.
///
/// Mermaid lets a diagram mention a class in many statements. This is the merged view: one entry
/// for each class, in the order of first appearance, with the members of all statements. A class
/// that appears only as an end of a relation has an entry without members.
struct ParsedClasses {
  private(set) var classes: [ParsedClass] = []
  private(set) var relations: [ClassRelation] = []
  private var places: [String: Int] = [:]

  init(_ diagram: ClassDiagram) {
    collect(diagram.statements, in: nil)
  }

  private mutating func collect(_ statements: [ClassStatement], in module: String?) {
    for statement in statements {
      switch statement {
      case .declaration(let declaration):
        change(declaration.id) {
          $0.module = module ?? $0.module
          $0.label = declaration.label?.text ?? $0.label
          $0.generic = declaration.generic ?? $0.generic
          $0.annotations += declaration.annotations
          $0.members += declaration.members.filter { !$0.isDecoration }
        }
      case .member(let member):
        change(member.target) {
          if !member.member.isDecoration { $0.members.append(member.member) }
        }
      case .annotation(let annotation):
        change(annotation.target) { $0.annotations.append(annotation.annotation) }
      case .relation(let relation):
        change(relation.from.name) { _ in }
        change(relation.to.name) { _ in }
        relations.append(relation)
      case .namespace(let namespace): collect(namespace.statements, in: namespace.name.text)
      case .note, .direction, .style, .interaction, .metadata, .comment, .inert: continue
      }
    }
  }

  /// Creates the class at its first mention.
  private mutating func change(_ name: Name, _ body: (inout ParsedClass) -> Void) {
    let place = places[name.text] ?? classes.count
    if place == classes.count {
      places[name.text] = place
      classes.append(ParsedClass(name: name.text, range: name.range))
    }
    body(&classes[place])
  }
}

extension ClassMember {
  /// Whether a line of a class does not name a member: an attribute, an annotation or a rule.
  ///
  ///     @MainActor
  ///     @Relationship(deleteRule: .cascade)
  ///     «Observable»
  ///     ----
  var isDecoration: Bool {
    let text = (name + (parameters.map { "(\($0))\(returnType)" } ?? ""))
      .split(whereSeparator: \.isWhitespace)
    guard let first = text.first, let last = text.last else { return false }
    if "@«<".contains(first.prefix(1)) {
      let ends: [Character: Character] = ["«": "»", "<": ">"]
      if let end = first.first.flatMap({ ends[$0] }) { return last.last == end }
      return text.count == 1 || first.contains("(") && last.hasSuffix(")")
    }
    let characters = Set(text.joined())
    return parameters == nil && characters.isSubset(of: "-=_.") && text.joined() != "..."
  }
}
