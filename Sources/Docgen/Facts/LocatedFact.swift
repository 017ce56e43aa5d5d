package import Diagnostics

/// A fact and its places.
package struct LocatedFact: Sendable {
  package var fact: Fact
  /// The complete fact; `nil` if it was built by code.
  package var range: SourceRange?
  /// The places of the values of roles.
  package var ranges: [Fact.Role: SourceRange]
  /// Every place that names the element.
  package var mentions: [SourceRange]
  /// Whether only other facts name it: a state without a statement of its own.
  package var isImplied: Bool

  package init(
    _ kind: Fact.Kind, _ values: [Fact.Role: String?], at range: SourceRange?,
    ranges: [Fact.Role: SourceRange?] = [:], mentions: [SourceRange] = [], isImplied: Bool = false
  ) {
    fact = Fact(kind, values)
    self.range = range
    self.ranges = ranges.compactMapValues(\.self)
    self.mentions = mentions
    self.isImplied = isImplied
  }

  package var kind: Fact.Kind { fact.kind }
  package subscript(role: Fact.Role) -> String { fact[role] }
}

extension LocatedFact {
  /// The text that is only about the fact: not the body of a class or namespace.
  fileprivate var ownPlace: SourceRange? {
    guard let range, !kind.isContainer else { return nil }
    return kind.isElement && range.start.line < range.end.line ? nil : range
  }
}

/// A source of facts: a parsed diagram, a table, a machine read from the sources.
package protocol FactSource {
  var facts: [LocatedFact] { get }
}

/// The facts at a place of a text. In the arrow `idle --> syncing: asked`, these are the states at
/// its ends, the trigger after the colon, or between them the transition.
package struct FactPlace: Sendable {
  /// Several if one place has several: the lines of a label.
  package var facts: [Fact]
  package var range: SourceRange
  /// The role whose value is at this place.
  package var role: Fact.Role?

  package init(facts: [Fact], range: SourceRange, role: Fact.Role? = nil) {
    self.facts = facts
    self.range = range
    self.role = role
  }

  /// The smallest place that contains a position; `nil` between the facts.
  ///
  /// Used for hovers and for carets. Of two places with the same range, the one with a role wins,
  /// since it is more specific.
  package static func at(_ position: SourcePosition, in facts: [LocatedFact]) -> FactPlace? {
    var best: FactPlace?
    for located in facts {
      let places =
        located.mentions.map { (Fact.Role?.some(.name), $0) }
        + located.ranges.map { (Fact.Role?.some($0.key), $0.value) }
        + (located.ownPlace.map { [(nil, $0)] } ?? [])
      for (role, range) in places where range.start <= position && position <= range.end {
        guard let known = best else {
          best = FactPlace(facts: [located.fact], range: range, role: role)
          continue
        }
        if known.range == range, known.role == role {
          best?.facts.append(located.fact)
        } else if known.range.start <= range.start, range.end <= known.range.end,
          known.range != range || known.role == nil
        {
          best = FactPlace(facts: [located.fact], range: range, role: role)
        }
      }
    }
    return best
  }
}
