import Diagnostics
package import Facts

/// The differences between two versions of a diagram, and the new version with the removed elements
/// put back in.
///
///     A --> B: 🟩 [new] pushed
///     A --> C: 🟥 [gone] pulled
///     B --> A: 🟪 [was: closed] shut
package struct ChangedDiagram {
  /// All differences, and those inside of an added or removed element.
  package let changes: [Difference]
  /// The names that both versions have, by the names of the old one.
  package let names: [String: String]
  package private(set) var combined: CombinedDiagram
  private let new: MermaidDocument

  /// The facts of differences of these kinds are put back in.
  package init(
    from old: MermaidDocument, to new: MermaidDocument, restoring kinds: Set<Difference.Kind>
  ) {
    self.new = new
    let changes = MermaidComparison.details(from: old.diagram, to: new.diagram) ?? []
    self.changes = changes
    names = Dictionary(
      FactComparison(old.diagram.facts, new.diagram.facts).names.pairs.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first })
    combined = CombinedDiagram(new.text, new.diagram, adding: [])
    let removed = changes.filter { kinds.contains($0.kind) }.compactMap(\.old)
    combined = CombinedDiagram(
      new.text, new.diagram, adding: elements(removed, from: old.diagram))
  }

  /// The drawing as a complete Mermaid text; `nil` for flowcharts, which are not printed, and for
  /// kinds that this module cannot read.
  ///
  /// Changes are marked in labels, so that the diagram can be read in black and white, printed, or
  /// aloud. Colors are added where the language has them. Comments at the head list every change in
  /// a sentence.
  package var text: String? {
    switch new.diagram {
    case .flowchart, .other, .unrecognized: return nil
    case .state, .sequence, .classes: break
    }
    let comments = changes.filter { !$0.isWithin }.map(\.message)
    return MarkedDrawing.text(
      of: combined.diagram, combined.text, marks: marks, comments: comments)
      ?? MarkedDrawing.text(of: new.diagram, new.text, marks: [], comments: comments) ?? new.text
  }

  private var marks: [ElementMark] {
    var changed = changes.filter { $0.new != nil }.map { ElementMark($0) }
    let places = combined.places(of: changed.flatMap(\.places))
    for index in changed.indices {
      changed[index].places = changed[index].places.compactMap { places[$0] }
    }
    let gone = combined.diagram.facts.compactMap { located -> ElementMark? in
      guard let range = located.range, let element = combined.drawn[range.start.line],
        element.fact.kind == located.kind
      else { return nil }
      return ElementMark(located.fact, at: [range], .gone, note: "gone")
    }
    return changed + gone
  }

  // MARK: - Removed elements

  /// The removed facts with the new names of their elements.
  private func elements(_ removed: [LocatedFact], from old: MermaidDiagram) -> [MissingElement] {
    let messages = old.facts.filter { $0.kind == .message }
    return removed.map { located in
      let place = located.kind == .message ? place(before: located, messages, removed) : nil
      return MissingElement(fact: renamed(located.fact), after: place)
    }
  }

  private func renamed(_ fact: Fact) -> Fact {
    var fact = fact
    for role in [Fact.Role.source, .target, .owner] {
      if let name = names[fact[role]] { fact[role] = name }
    }
    return fact
  }

  /// The place of the last message before a removed one that the new version still has.
  private func place(
    before removed: LocatedFact, _ messages: [LocatedFact], _ removedMessages: [LocatedFact]
  ) -> SourceRange? {
    let removedRanges = Set(removedMessages.map(\.range))
    let earlier = messages.prefix { $0.range != removed.range }.filter {
      !removedRanges.contains($0.range)
    }
    guard let last = earlier.last.map({ renamed($0.fact).title }) else { return nil }
    let number = earlier.count { renamed($0.fact).title == last }
    let same = new.diagram.facts.filter { $0.kind == .message && $0.fact.title == last }
    return same.prefix(number).last?.range
  }
}
