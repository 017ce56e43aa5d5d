package import Diagnostics
package import Mermaid

/// Something that a diagram says, in one line, and what it is about.
package struct DiagramElement: Sendable {
  package enum Subject: Hashable, Sendable {
    case step(from: String, to: String)
    case state(String)
    case participant(String)
    case message(from: String, to: String, text: String)
    case type(String)
    case member(of: String, String)
    case relation(from: String, to: String)
    case other
  }

  package var subject: Subject
  /// As a person would quote it; equal for two elements that say the same.
  package var words: String
  /// Within the diagram's text; nothing for a diagram that was built by code.
  package var range: SourceRange?
}

/// What one diagram says and another does not.
package enum ElementDifference: Sendable {
  /// Only the old diagram says it.
  case removed(DiagramElement)
  /// Only the new diagram says it; it belongs behind the old element, where there is one.
  case added(DiagramElement, behind: DiagramElement?)

  /// What differs between two diagrams of one kind, in the order of the old one. Order counts in
  /// sequence diagrams only; white space, comments, directions and styles do not count at all.
  package static func between(
    _ old: MermaidDiagram, _ new: MermaidDiagram
  ) -> [ElementDifference] {
    let (before, after) = (DiagramElement.all(in: old), DiagramElement.all(in: new))
    if case .sequence = new { return ordered(before, after) }
    return unordered(before, after)
  }

  private static func ordered(
    _ old: [DiagramElement], _ new: [DiagramElement]
  ) -> [ElementDifference] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.map(\.words).difference(from: old.map(\.words)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var result: [ElementDifference] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, removed.contains(oldIndex) {
        result.append(.removed(old[oldIndex]))
        oldIndex += 1
      } else if newIndex < new.count, added.contains(newIndex) {
        result.append(.added(new[newIndex], behind: oldIndex > 0 ? old[oldIndex - 1] : nil))
        newIndex += 1
      } else {
        oldIndex += 1
        newIndex += 1
      }
    }
    return result
  }

  private static func unordered(
    _ old: [DiagramElement], _ new: [DiagramElement]
  ) -> [ElementDifference] {
    var remaining = Dictionary(grouping: new.map(\.words), by: { $0 }).mapValues(\.count)
    var result: [ElementDifference] = []
    for element in old {
      if let count = remaining[element.words], count > 0 {
        remaining[element.words] = count - 1
      } else {
        result.append(.removed(element))
      }
    }
    for element in new.reversed() {
      guard let count = remaining[element.words], count > 0 else { continue }
      remaining[element.words] = count - 1
      let neighbour = old.last { $0.subject.isNeighbour(of: element.subject) }
      result.append(.added(element, behind: neighbour))
    }
    return result
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
