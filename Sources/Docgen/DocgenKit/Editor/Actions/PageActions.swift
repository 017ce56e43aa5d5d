import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Rules

/// The code actions for a range of a page.
struct PageActions {
  let checked: CheckedEditorPage
  let places: EditorPlaces
  let client: ClientCapabilities

  /// Kinds of the protocol, the first two with docgen's own suffix.
  static let generateKind = "source.docgen.generate"
  static let fixAllKind = "source.fixAll.docgen"
  static let quickFix = "quickfix"
  static let rewrite = "refactor.rewrite"
  /// The command that represents an action for clients that support only commands.
  static let applying = "docgen.applyEdit"
  /// The command that moves the cursor to the place where the author must write.
  static let showing = "docgen.show"
  /// The command that regenerates the region at a line of a page.
  static let regenerating = "docgen.regenerate"
  static let kinds = [quickFix, rewrite, fixAllKind, generateKind]

  private var page: Page { checked.shown.page }
  private var project: Project { checked.shown.project }

  /// The actions for a range; only those of the given kinds if there are any.
  ///
  /// A finding without a range has no actions. An exception for a finding is offered last and once
  /// for each rule.
  func json(for range: SourceRange, only: [String]?) -> JSON {
    func isWanted(_ kind: String) -> Bool {
      guard let only else { return true }
      return only.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    let findings = checked.findings.filter { finding in
      guard let place = finding.location.range else { return false }
      return place.start <= range.end && range.start <= max(place.end, place.start)
    }
    let regions = checked.checked.regions.filter {
      $0.region.range.start <= range.end && range.start <= $0.region.range.end
    }
    var actions: [PageAction] = []
    if isWanted(Self.quickFix) || isWanted(Self.rewrite) {
      actions += findings.flatMap(fixes)
      actions += regions.flatMap { self.actions(for: $0, findings) }
      actions += page.looseFences.filter {
        $0.range.start <= range.end && range.start <= $0.range.end
      }.compactMap(verifying)
      actions += scenarios(at: range.start)
      actions += findings.compactMap(disabling).distinct(by: \.title)
    }
    if isWanted(Self.generateKind) { actions += [generatingAll].compactMap(\.self) }
    if isWanted(Self.fixAllKind) { actions += [fixingAll].compactMap(\.self) }
    let wanted = actions.filter { isWanted($0.kind) }
    let reported = EditorFindings(places: places, client: client)
    return .array(wanted.map { $0.json(on: checked.shown, reported, client) })
  }

  // MARK: - Findings

  private func fixes(_ finding: Diagnostic) -> [PageAction] {
    finding.fixIts.enumerated().map { index, fix in
      let start = page.source.offset(of: fix.range.start)
      let edit = TextChange(
        range: start..<max(start, page.source.offset(of: fix.range.end)), text: fix.replacement)
      return PageAction(
        title: Self.capitalized(fix.title), kind: Self.quickFix, edits: [edit], findings: [finding],
        isPreferred: index == 0)
    }
  }

  /// An exception for a finding. The author must write its reason: the cursor moves there, and the
  /// marker is reported until then.
  private func disabling(_ finding: Diagnostic) -> PageAction? {
    guard let disable = DisableEdit(page, finding) else { return nil }
    return PageAction(
      title: "Disable `\(finding.rule)` here, for a reason", kind: Self.quickFix,
      edits: [disable.edit], findings: [finding], cursor: disable.cursor)
  }

  // MARK: - Regions

  /// The findings that a region's text is not the generated one.
  private func drift(of region: CheckedRegion) -> [Diagnostic] {
    checked.findings.filter { finding in
      guard let start = finding.location.range?.start else { return false }
      return [StaleRegion.id, HandEditedRegion.id, StaleValue.id].contains(finding.rule)
        && region.region.range.holds(start)
    }
  }

  /// Regenerates a region; `nil` if it is up to date, was edited by hand, or cannot be generated.
  ///
  /// The kind is a quick fix only if a finding is about this region, since editors list quick fixes
  /// next to findings.
  func regeneration(of region: CheckedRegion) -> PageAction? {
    guard let edit = generation(force: false, where: { $0.index == region.region.index }) else {
      return nil
    }
    let about = drift(of: region)
    let what = region.region.kind == .value ? "value" : "region"
    return PageAction(
      title: "Generate this \(what)", kind: about.isEmpty ? Self.rewrite : Self.quickFix,
      edits: [edit], findings: about, isPreferred: !about.isEmpty)
  }

  private func actions(for region: CheckedRegion, _ findings: [Diagnostic]) -> [PageAction] {
    let about = drift(of: region)
    var actions: [PageAction] = []
    if let action = regeneration(of: region) {
      actions.append(action)
    } else if let edit = generation(force: true, where: { $0.index == region.region.index }) {
      actions.append(
        PageAction(
          title: "Discard the edit and regenerate the region", kind: Self.quickFix,
          edits: [edit], findings: about))
    }
    let isEdited = about.contains { $0.rule == HandEditedRegion.id }
    if isEdited, let edits = verifying(region.region) {
      actions.append(
        PageAction(
          title: "Keep the edit as a verified block", kind: Self.quickFix,
          edits: edits, findings: about))
    }
    return actions
  }

  /// The page with some regions regenerated; `nil` if that changes nothing.
  private func generation(force: Bool, where isWanted: (Region) -> Bool) -> TextChange? {
    let generation = Generation.plan(checked.checked, force: force, where: isWanted)
    guard generation.problems.isEmpty else { return nil }
    return generation.changes.first.flatMap { TextChange(from: page.source.bytes, to: $0.bytes) }
  }

  /// The changes that turn the markers of a generated region into those of a verified one, if it
  /// has exactly one block to prove.
  private func verifying(_ region: Region) -> [TextChange]? {
    guard region.kind == .generated, region.fences.count == 1, let closing = region.closing,
      let word = page.source.text(in: region.opening.range).utf8.firstRange(of: "docgen:begin".utf8)
    else { return nil }
    let source = page.source.text(in: region.opening.range)
    let start =
      region.opening.bytes.lowerBound
      + source.utf8.distance(
        from: source.startIndex, to: word.lowerBound)
    let (first, last) = (closing.range.start.line, closing.range.end.line)
    let lines = page.source.offset(ofLine: first)..<page.source.offset(ofLine: last + 1)
    let edits = [
      TextChange(range: start..<(start + "docgen:begin".utf8.count), text: "docgen:verify"),
      TextChange(range: lines, text: ""),
    ]
    let changed = Page(path: page.path, bytes: TextChange.applied(edits, to: page.source.bytes))
    let isProven =
      changed.regions.count == page.regions.count
      && changed.regions[region.index].kind == .verified
    return isProven ? edits : nil
  }

  // MARK: - The complete page

  private var generatingAll: PageAction? {
    generation(force: false) { _ in true }.map {
      PageAction(
        title: "Generate all regions of this page", kind: Self.generateKind, edits: [$0])
    }
  }

  private var fixingAll: PageAction? {
    let change = Fixing.plan(project, checked.findings).first { $0.page.path == page.path }
    guard let edit = change.flatMap({ TextChange(from: page.source.bytes, to: $0.bytes) }) else {
      return nil
    }
    return PageAction(
      title: "Apply safe fixes", kind: Self.fixAllKind, edits: [edit])
  }

  /// ``replace with `a` `` -> ``Replace with `a` ``
  private static func capitalized(_ title: String) -> String {
    title.prefix(1).uppercased() + title.dropFirst()
  }
}
