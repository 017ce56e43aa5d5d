import Diagnostics
import Facts
import Markdown
import Mermaid

/// Two versions of a diagram: each with its differences, and both as one picture.
///
/// An element that only the old version has is `extra`, one that only the new version has `missing`.
struct RevisionDiagram: Sendable {
  /// `nil` if only one revision has the diagram.
  private(set) var sides: (old: DiagramReport, new: DiagramReport)?
  /// The new version with the removed elements put back in.
  private(set) var both: DiagramReport

  /// Whether only one revision has the diagram.
  private let isAlone: Bool
  private let changes: [Difference]
  /// The names that both versions have, by the names of the old one.
  private let names: [String: String]

  /// Returns `nil` for a diagram that is not part of a page.
  init?(
    _ pair: MermaidFileComparison.Pair, of page: String, revisions: (old: String, new: String)
  ) {
    guard let text = pair.new ?? pair.old, let fence = text.fence else { return nil }
    both = DiagramReport(file: page, fence: fence, text: text.document.text)
    isAlone = pair.old == nil || pair.new == nil
    guard let old = pair.old, let new = pair.new else {
      (changes, names) = ([], [:])
      let isNew = pair.old == nil
      both = report(of: text, page, isNew ? revisions.new : revisions.old, isNew: isNew)
      return
    }
    let changed = ChangedDiagram(
      from: old.document, to: new.document, restoring: [.removed, .redirected])
    (changes, names) = (changed.changes, changed.names)
    sides = (
      report(of: old, page, revisions.old, isNew: false),
      report(of: new, page, revisions.new, isNew: true)
    )
    both.title = "\(revisions.old) and \(revisions.new)"
    both.undrawn = changed.combined.undrawn.map { element in
      var undrawn = DiagramReport.Element(
        kind: element.fact.kind, title: element.fact.title,
        target: DiagramReport.Target([element.fact]))
      undrawn.verdict = .extra
      return undrawn
    }
    fill(&both, with: changed.combined, isNew: true)
  }

  private func report(
    of text: MermaidText, _ page: String, _ title: String, isNew: Bool
  ) -> DiagramReport {
    let fence = text.fence ?? both.fence
    var report = DiagramReport(file: page, fence: fence, text: text.document.text)
    report.title = title
    report.isSide = !isAlone
    let combined = CombinedDiagram(text.document.text, text.document.diagram, adding: [])
    fill(&report, with: combined, isNew: isNew)
    return report
  }

  /// Gives each element of a picture its verdict; `isNew` is true for a picture of the new version.
  private func fill(
    _ report: inout DiagramReport, with combined: CombinedDiagram, isNew: Bool
  ) {
    report.kind = combined.diagram.keyword?.text ?? ""
    report.text = combined.text
    let parts = DiagramPart.all(in: combined.diagram)
    let known = Set(isNew ? Array(names.values) : Array(names.keys))
    for part in parts {
      var element = DiagramReport.Element(kind: part.kind, title: part.title, target: part.target)
      let own = changes(of: part, in: combined, isNew: isNew)
      element.notes = own.map(\.message)
      if combined.drawn[part.range.start.line] != nil {
        element.verdict = .extra
      } else if isAlone || part.kind.isElement && !known.contains(part.target.id)
        || own.contains(where: \.isReplacement)
      {
        element.verdict = isNew ? .missing : .extra
      } else if !own.isEmpty {
        element.verdict = .differs
      }
      report.elements.append(element)
    }
    report.number(parts)
    report.mark(parts, in: combined.diagram) { verdict in
      switch verdict {
      case .missing: (.added, "new")
      case .extra: (.gone, "gone")
      case .differs: (.changed, "changed")
      case .unchecked, .agrees, .unobserved: nil
      }
    }
  }

  /// The differences of a part of a picture.
  private func changes(
    of part: DiagramPart, in combined: CombinedDiagram, isNew: Bool
  ) -> [Difference] {
    let places = Set(part.places.compactMap(combined.origin(of:)))
    return changes.filter { change in
      let located = isNew ? change.new : change.old
      let range = isNew ? change.newRange : change.oldRange
      return located?.kind == part.kind
        && [located?.range, range].contains { $0.map(places.contains) == true }
    }
  }
}

extension Difference {
  /// Whether it is drawn as an element that only one version has. A redirected arrow is drawn twice.
  fileprivate var isReplacement: Bool { old == nil || new == nil || kind == .redirected }
}
