package import Diagnostics
package import Mermaid

/// A change between two diagrams with the elements that it is about.
package struct ElementChange: Sendable {
  package let change: DiagramChange
  /// What the old diagram says and the new one does not.
  package let old: DiagramElement?
  /// What the new diagram says and the old one does not.
  package let new: DiagramElement?
  /// The old element behind which a new one belongs, where there is one.
  package let neighbour: DiagramElement?

  /// What differs between two diagrams, in the order of the old one; nothing when they are of
  /// different kinds.
  package static func all(
    from old: MermaidDiagram, to new: MermaidDiagram
  ) -> [ElementChange]? {
    guard let changes = MermaidComparison.changes(from: old, to: new) else { return nil }
    var finder = ElementFinder(
      old: DiagramElement.all(in: old), new: DiagramElement.all(in: new), isOrdered: false)
    if case .sequence = new { finder.isOrdered = true }
    let found = changes.map { finder.elementChange($0) }
    let placed = found.filter { $0.range != nil }.sorted { left, right in
      guard let first = left.range, let second = right.range else { return false }
      return first.start < second.start
    }
    return placed + found.filter { $0.range == nil }
  }

  /// Where the old diagram has it, or would have it.
  package var range: SourceRange? { old?.range ?? change.oldRange ?? neighbour?.range }

  /// A sentence that quotes what the elements say.
  package var words: String {
    switch (old, new) {
    case (let old?, let new?) where old.words != new.words:
      "`\(old.words)` is drawn; it is now `\(new.words)`"
    case (let old?, nil): "`\(old.words)` is drawn, and is no longer so"
    case (nil, let new?): "`\(new.words)` is not drawn"
    default: change.sentence
    }
  }
}

/// Finds the elements of two diagrams that a change is about.
private struct ElementFinder {
  let old: [DiagramElement]
  let new: [DiagramElement]
  /// Whether the order of elements means something.
  var isOrdered: Bool

  func elementChange(_ change: DiagramChange) -> ElementChange {
    let before = elements(old, at: change.oldRange, change.element)
    let after = elements(new, at: change.newRange, change.element)
    // An arrow with several triggers is an element for each: those that both have did not change.
    let (beforeWords, afterWords) = (Set(before.map(\.words)), Set(after.map(\.words)))
    var gone = before.first { !afterWords.contains($0.words) }
    var added = after.first { !beforeWords.contains($0.words) }
    if gone == nil, added == nil { (gone, added) = (before.first, after.first) }
    let neighbour = gone == nil ? before.last ?? added.flatMap(neighbour) : nil
    return ElementChange(change: change, old: gone, new: added, neighbour: neighbour)
  }

  /// The elements of a kind that begin nearest to a range which they share something with.
  private func elements(
    _ all: [DiagramElement], at range: SourceRange?, _ kind: DiagramChange.Element
  ) -> [DiagramElement] {
    guard let range else { return [] }
    let candidates = all.filter { element in
      guard let place = element.range, element.isOf(kind) else { return false }
      return place.start <= range.end && range.start <= place.end
    }
    let nearest = candidates.compactMap(\.range?.start).min { left, right in
      distance(left, range.start) < distance(right, range.start)
    }
    return candidates.filter { $0.range?.start == nearest }
  }

  private func distance(_ left: SourcePosition, _ right: SourcePosition) -> (Int, Int) {
    (abs(left.line - right.line), abs(left.column - right.column))
  }

  private func neighbour(of element: DiagramElement) -> DiagramElement? {
    guard isOrdered else { return old.last { $0.subject.isNeighbour(of: element.subject) } }
    guard let index = new.firstIndex(where: { $0.range == element.range }) else { return nil }
    for previous in new[..<index].reversed() {
      if let match = old.last(where: { $0.words == previous.words }) { return match }
    }
    return nil
  }
}

extension DiagramElement {
  /// Whether a change of such an element can be about this one.
  fileprivate func isOf(_ kind: DiagramChange.Element) -> Bool {
    switch (kind, subject) {
    case (.transition, .step), (.state, .state), (.message, .message), (.member, .member),
      (.participant, .participant), (.relation, .relation), (.note, .state), (.note, .other),
      (.block, .other), (.branch, .other):
      true
    case (.classifier, .type): words.hasPrefix("class ")
    case (.annotation, .type): words.hasSuffix(">>")
    default: false
    }
  }
}

extension DiagramElement.Subject {
  /// Whether an element about this would stand beside one about the other.
  fileprivate func isNeighbour(of other: Self) -> Bool {
    switch (self, other) {
    case (.step(let from, let to), .step(let otherFrom, let otherTo)):
      from == otherFrom && to == otherTo
    case (.type(let name), .member(let owner, _)): name == owner
    case (.member(let owner, _), .member(let otherOwner, _)): owner == otherOwner
    case (.type(let name), .relation(let from, _)): name == from
    default: false
    }
  }
}
