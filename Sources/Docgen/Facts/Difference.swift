package import Diagnostics

/// One difference between two sets of facts, with the fact on both sides.
package struct Difference: Sendable {
  /// `moved` is a change of the container (or of the place of a step), `relabelled` one of the
  /// displayed text, `redirected` one of the ends.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case added, removed, moved, relabelled, redirected
    /// Any other value of a fact that both sides have.
    case changed
  }

  package var kind: Kind
  /// `nil` if the fact is new.
  package var old: LocatedFact?
  /// `nil` if the fact was removed.
  package var new: LocatedFact?
  /// The roles whose values differ.
  package var roles: [Fact.Role]
  /// One sentence without a full stop.
  package var message: String
  /// Whether it is part of another difference: it is inside of an added or removed element.
  package var isWithin = false
  package var oldRange: SourceRange?
  package var newRange: SourceRange?

  package init(
    _ kind: Kind, old: LocatedFact?, new: LocatedFact?, roles: [Fact.Role] = [],
    message: String? = nil
  ) {
    self.kind = kind
    self.old = old
    self.new = new
    self.roles = roles
    let role = roles.count == 1 ? roles[0] : nil
    oldRange = old.flatMap { fact in role.flatMap { fact.ranges[$0] } ?? fact.range }
    newRange = new.flatMap { fact in role.flatMap { fact.ranges[$0] } ?? fact.range }
    self.message = message ?? Self.message(old: old?.fact, new: new?.fact, roles: roles)
  }

  /// The fact of the difference: the new one if there is one.
  package var fact: Fact { (new ?? old)?.fact ?? Fact(.diagram, [:]) }

  private static func message(old: Fact?, new: Fact?, roles: [Fact.Role]) -> String {
    switch (old, new) {
    case (let old?, let new?):
      let title = "the \(new.noun) `\(old.title)`"
      if old.title != new.title { return "\(title) is now `\(new.title)`" }
      let changes = roles.map { role in
        "the \(role.noun) of \(title) was \(quoted(old[role])) and is \(quoted(new[role]))"
      }
      return changes.isEmpty ? "\(title) has changed" : changes.joined(separator: "; ")
    case (let old?, nil): return "the \(old.noun) `\(old.title)` is gone"
    case (nil, let new): return "the \(new?.noun ?? "") `\(new?.title ?? "")` is new"
    }
  }

  static func quoted(_ text: String) -> String { text.isEmpty ? "missing" : "`\(text)`" }

  /// Adds `, with A, B and C` to the message: elements that are part of the difference.
  mutating func add(content names: [String]) {
    let quoted = names.map { "`\($0)`" }
    guard let last = quoted.last else { return }
    let rest = quoted.dropLast().joined(separator: ", ")
    message += ", with \(rest.isEmpty ? last : "\(rest) and \(last)")"
  }
}

extension Difference {
  /// The message if the old side is a document and the new side the code: a new fact is missing.
  package var staleness: String {
    switch (old, new) {
    case (nil, let new?): "the \(new.fact.noun) `\(new.fact.title)` is missing"
    case (let old?, nil): "the \(old.fact.noun) `\(old.fact.title)` no longer exists"
    default: message
    }
  }
}

extension [Difference] {
  /// The differences in the order of the old text. A new fact has the place of the last one before
  /// it in the new text that the old text has too.
  ///
  /// Needed for a diff next to a text: a missing transition is shown after the transition that
  /// precedes it in the code's order.
  package func placed(in old: [LocatedFact], following new: [LocatedFact]) -> [Difference] {
    let known = Dictionary(
      old.compactMap { fact in fact.line.map { (fact.fact, $0) } }, uniquingKeysWith: { $1 })
    let ordered = new.compactMap { fact in fact.line.map { (fact: fact, range: $0) } }
      .sorted { $0.range.start < $1.range.start }
    var anchors: [SourceRange: SourceRange] = [:]
    var last: SourceRange?
    for (fact, range) in ordered {
      if anchors[range] == nil { anchors[range] = last }
      last = known[fact.fact] ?? last
    }
    let placed = map { difference in
      var difference = difference
      if difference.oldRange == nil {
        difference.oldRange = difference.new?.line.flatMap { anchors[$0] }
      }
      return difference
    }
    func start(_ difference: Difference) -> SourcePosition {
      difference.oldRange?.start ?? SourcePosition(line: .max, column: 0)
    }
    return placed.enumerated().sorted { left, right in
      (start(left.element), left.offset) < (start(right.element), right.offset)
    }.map(\.element)
  }
}

extension LocatedFact {
  /// The line on which it begins: for an element, its first mention.
  fileprivate var line: SourceRange? { kind.isElement ? mentions.first ?? range : range }
}
