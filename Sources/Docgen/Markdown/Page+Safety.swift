package import Diagnostics

extension Page {
  /// The reason why content cannot be written into a region: it would not stay there.
  ///
  ///     an unclosed fence or comment, a docgen marker, `-->` in a value …
  package func refusal(of content: String, in region: Region) -> Diagnostic? {
    switch region.kind {
    case .value: valueRefusal(content, region)
    case .verified: fenceRefusal(content, region)
    case .generated: generatedRefusal(content, region)
    }
  }

  /// The cmark tree without the content of regions, as comparable bytes.
  ///
  /// Two documents with equal structures differ only within regions, in checksums, in positions,
  /// and in whether a list that contains a region is tight.
  package func structureOutsideRegions() -> [UInt8] {
    guard let tree = MarkdownTree(parsing: markdown, from: hasByteOrderMark ? 3 : 0) else {
      return []
    }
    var outline = Outline(page: self)
    tree.walk { outline.visit($0, entering: $1) }
    return outline.bytes
  }

  /// The reason why a changed document must not be written; `nil` if it is safe.
  func refusal(
    ofDocument bytes: [UInt8], changes: [(region: Region, content: String)]
  ) -> Diagnostic? {
    let changed = Page(path: path, bytes: bytes)
    let same =
      changed.isReadable && changed.regions.count == regions.count
      && zip(changed.regions, regions).allSatisfy {
        $0.kind == $1.kind && $0.opening.text == $1.opening.text
      }
    guard same else {
      return refused(changes.first?.region, "the page would have other regions than before")
    }
    for (region, content) in changes {
      let read = changed.regions[region.index].content
      let intended = region.kind == .value ? content : Self.normalised(content)
      if Checksum.of(read) != Checksum.of(intended) {
        return refused(region, "the new content would change when it is read again")
      }
    }
    if changed.structureOutsideRegions() != structureOutsideRegions() {
      return refused(changes.first?.region, "text outside of the regions would change its meaning")
    }
    return nil
  }

  // MARK: - Content

  private func valueRefusal(_ content: String, _ region: Region) -> Diagnostic? {
    if content.contains(where: \.isNewline) {
      return refused(region, "the value has more than one line")
    }
    for mark in ["<!--", "-->"] where content.contains(mark) {
      return refused(region, "the value holds `\(mark)`")
    }
    return content.utf8.contains(0) ? refused(region, "the value contains a NUL byte") : nil
  }

  /// Lines as CommonMark closes a fence: at most three spaces, at least as many fence characters,
  /// and no other text after them.
  private func fenceRefusal(_ content: String, _ region: Region) -> Diagnostic? {
    guard let fence = region.fences.first else { return nil }
    for line in Self.normalised(content).split(separator: "\n") {
      let text = line.drop { $0 == " " }
      let run = text.prefix { $0 == fence.character }
      guard line.count - text.count <= 3, run.count >= fence.length else { continue }
      if text.dropFirst(run.count).allSatisfy(\.isWhitespace) {
        return refused(region, "the line `\(text)` would close the fence")
      }
    }
    return nil
  }

  /// Puts the content before an end marker, and checks whether the marker is still found.
  ///
  /// A list of dangerous beginnings would miss cases, so CommonMark itself decides: the content is
  /// parsed between two markers, and must be read back as the same text.
  private func generatedRefusal(_ content: String, _ region: Region) -> Diagnostic? {
    let text = Self.normalised(content)
    let before = "<!-- docgen:begin x -->\n"
    let probe = Page(path: path, bytes: Array("\(before)\(text)<!-- docgen:end -->\n".utf8))
    guard probe.isReadable, !text.utf8.contains(0) else {
      return refused(region, "the content is not text")
    }
    if probe.markers.count > 2 || !probe.diagnostics.allSatisfy({ Self.isOfPlace($0.rule) }) {
      return refused(region, "the content contains a docgen marker")
    }
    guard let found = probe.regions.first, probe.regions.count == 1, found.content == text else {
      let open = probe.fences.contains { !$0.isClosed }
      return refused(
        region,
        open
          ? "the content opens a fence and does not close it"
          : "the content would swallow the end marker")
    }
    return nil
  }

  /// Rules that the two markers around the content break if the content swallows one.
  private static func isOfPlace(_ rule: RuleID) -> Bool {
    [.misplacedMarker, .unclosedRegion, .unmatchedEnd].map(RuleID.init).contains(rule)
  }

  private func refused(_ region: Region?, _ reason: String) -> Diagnostic {
    let name = region.map { "`\($0.name)`" } ?? "a region"
    return Diagnostic(
      rule: .unsafeWrite,
      at: SourceLocation(file: path, range: region?.opening.range),
      "\(name) is not written: \(reason)",
      evidence: [
        Evidence(.help, "nothing was changed; look at where the region's text comes from")
      ])
  }
}
