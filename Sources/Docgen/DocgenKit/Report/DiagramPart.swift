import Diagnostics
import Facts
import Markdown
import Mermaid

/// A drawn element of a diagram, with all facts that one mark of the picture stands for: an arrow
/// with a label of two lines has two.
struct DiagramPart {
  var kind: Fact.Kind
  var facts: [Fact]
  /// Its place in the diagram's text.
  var range: SourceRange
  /// The places of its values, and all places that name it.
  var places: [SourceRange]

  /// The role whose value the label shows.
  var role: Fact.Role? { kind == .transition && facts[0].has(.text) ? .text : nil }

  var title: String {
    facts.count == 1
      ? facts[0].title
      : facts[0].brief + ": " + facts.map { $0[.text] }.joined(separator: ", ")
  }

  /// The elements among which its position counts.
  var group: String {
    switch kind {
    case .member: "\(facts[0][.form]) \(facts[0][.owner])"
    case .dependency: "edge \(facts[0][.source])\u{1F}\(facts[0][.target])"
    default: kind.rawValue
    }
  }

  var target: DiagramReport.Target { DiagramReport.Target(facts) }

  private static let kinds: Set<Fact.Kind> = [
    .state, .type, .participant, .node, .member, .transition, .relation, .dependency, .message,
    .branch,
  ]

  /// The parts of a diagram in the order of its text.
  static func all(in diagram: MermaidDiagram) -> [DiagramPart] {
    var parts: [DiagramPart] = []
    var indexes: [String: Int] = [:]
    for located in diagram.facts where kinds.contains(located.kind) {
      guard let range = located.mentions.min() ?? located.range,
        located[.name] != StateDiagram.edge.text, located[.form] != SequenceBlock.Kind.rect.rawValue
      else { continue }
      let places =
        [located.range].compactMap(\.self) + Array(located.ranges.values) + located.mentions
      let names = [Fact.Role.name, .source, .target].map { located[$0] }
      let key = ([located.kind.rawValue, range.attribute] + names).joined(separator: "\u{1F}")
      if let index = indexes[key] {
        parts[index].facts.append(located.fact)
        continue
      }
      indexes[key] = parts.count
      parts.append(
        DiagramPart(kind: located.kind, facts: [located.fact], range: range, places: places))
    }
    return parts.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }.map(\.element)
  }
}

extension DiagramReport.Target {
  /// What identifies facts that one mark stands for.
  init(_ facts: [Fact]) {
    let fact = facts[0]
    switch fact.kind {
    case .member:
      id = fact[.owner]
      source = fact[.form]
      label = fact[.text]
    case .transition, .message, .relation, .dependency:
      (source, target) = (fact[.source], fact[.target])
      label = facts.map { $0[.text] }.joined(separator: "\n")
    case .branch: label = fact[.text]
    default:
      id = fact[.name]
      label = fact.shown
    }
  }
}
