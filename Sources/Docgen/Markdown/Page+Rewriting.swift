package import Diagnostics

extension Page {
  /// The result of changing regions.
  package enum Rewriting: Sendable {
    /// The regions already have this content.
    case unchanged
    /// The new document, proven equal to the old one outside of the regions.
    case changed([UInt8])
    /// Writing would damage the document; it must not be written.
    case refused([Diagnostic])
  }

  /// The document with the content of some regions replaced. Before it is returned, docgen checks
  /// that the new content stays within its region, the cmark tree outside of the regions is
  /// unchanged, and the new document is read as intended.
  ///
  /// `notes` are written into the end markers of generated regions, by the regions' indices; other
  /// regions get the content's checksum.
  ///
  /// The proof costs three more parses (the new page, and both outlines), only for pages that
  /// change. If several changes together are refused, each one is tried alone, so that the
  /// diagnostic names the guilty region.
  package func rewritten(
    _ changes: [(region: Region, content: String)], notes: [Int: String] = [:]
  ) -> Rewriting {
    let refusals = changes.compactMap { refusal(of: $0.content, in: $0.region) }
    guard refusals.isEmpty else { return .refused(refusals) }
    let bytes = replacing(changes, notes: notes)
    if bytes == source.bytes { return .unchanged }
    if let refusal = refusal(ofDocument: bytes, changes: changes) {
      return .refused(culprits(among: changes) ?? [refusal])
    }
    return .changed(bytes)
  }

  /// The refusals of the changes that would damage the page by themselves; `nil` if only all of
  /// them together do.
  private func culprits(among changes: [(region: Region, content: String)]) -> [Diagnostic]? {
    let refusals = changes.compactMap { refusal(ofDocument: replacing([$0]), changes: [$0]) }
    return refusals.isEmpty ? nil : refusals
  }

  /// The document with the content of some regions replaced, without checks.
  ///
  /// Content has LF line endings and gets the page's; each line gets the prefix of its quotes and
  /// list items. A generated region's end marker gets the new checksum. Bytes outside of the
  /// regions are unchanged, and so is content that is already equal.
  package func replacing(
    _ changes: [(region: Region, content: String)], notes: [Int: String] = [:]
  ) -> [UInt8] {
    var edits: [Edit] = []
    for (region, content) in changes {
      switch region.kind {
      case .generated: edits += generatedEdits(region, content, note: notes[region.index])
      case .verified: edits += verifiedEdits(region, content)
      case .value: edits.append(Edit(range: region.contentBytes, bytes: Array(content.utf8)))
      }
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    var result: [UInt8] = []
    result.reserveCapacity(source.bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
    var place = 0
    for edit in edits where edit.range.lowerBound >= place {
      result += source.bytes[place..<edit.range.lowerBound]
      result += edit.bytes
      place = edit.range.upperBound
    }
    result += source.bytes[place...]
    return result
  }

  private struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// If both markers are on one line, the content gets lines of its own between them.
  private func generatedEdits(
    _ region: Region, _ content: String, note: String?
  ) -> [Edit] {
    guard let closing = region.closing else { return [] }
    var edits: [Edit] = []
    let content = Self.normalised(content)
    let onOneLine = region.opening.range.end.line == closing.range.start.line
    if content != region.content {
      var containers = containers
      let container = blocks[closing.block].container
      let prefix =
        containers.prefix(of: container, like: closing.range.start.line, source)
        + String(repeating: " ", count: region.indentation)
      var bytes = written(content, prefix: prefix)
      if onOneLine {
        bytes = Array(lineEnding.rawValue.utf8) + bytes + Array(prefix.utf8)
      }
      edits.append(Edit(range: region.contentBytes, bytes: bytes))
    }
    let note = note ?? Checksum.of(content)
    if let subject = closing.subject {
      let range = source.offset(of: subject.range.start)..<source.offset(of: subject.range.end)
      if region.note != note { edits.append(Edit(range: range, bytes: Array(note.utf8))) }
    } else if let place = checksumPlace(of: closing) {
      edits.append(Edit(range: place..<place, bytes: Array(" \(note)".utf8)))
    }
    return edits
  }

  /// The offset after the words `docgen:end`.
  ///
  /// For an end marker that has no checksum yet: the first write adds it.
  private func checksumPlace(of marker: Marker) -> Int? {
    let excerpt = comments[marker.comment].excerpt
    let word = Array(Marker.Directive.end.rawValue.utf8)
    return excerpt.find(word, from: 0).map { excerpt.source($0 + word.count - 1) + 1 }
  }

  private func verifiedEdits(_ region: Region, _ content: String) -> [Edit] {
    guard let fence = region.fences.first else { return [] }
    let content = Self.normalised(content)
    guard content != region.content else { return [] }
    return [Edit(range: region.contentBytes, bytes: fenceContent(fence, content))]
  }

  /// The lines of a fence's new content in the form of the file.
  func fenceContent(_ fence: Fence, _ content: String) -> [UInt8] {
    var containers = containers
    let container = blocks[fence.block].container
    let prefix = containers.prefix(of: container, like: fence.range.start.line, source)
    let indentation = String(repeating: " ", count: fence.indentation)
    return written(content, prefix: prefix + indentation)
  }

  /// Lines with prefix and line ending; an empty line has no trailing white space.
  private func written(_ content: String, prefix: String) -> [UInt8] {
    guard !content.isEmpty else { return [] }
    let ending = Array(lineEnding.rawValue.utf8)
    let full = Array(prefix.utf8)
    let bare = Array(full[..<((full.lastIndex { !$0.isBlank } ?? -1) + 1)])
    var bytes: [UInt8] = []
    for line in content.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
      bytes += line.isEmpty ? bare : full
      bytes += line
      bytes += ending
    }
    return bytes
  }

  /// LF line endings, and a final one unless the text is empty.
  static func normalised(_ content: String) -> String {
    var text = content
    if text.utf8.contains(.carriageReturn) {
      var bytes: [UInt8] = []
      var previous: UInt8 = 0
      for byte in content.utf8 {
        if byte == .carriageReturn {
          bytes.append(.newline)
        } else if !(byte == .newline && previous == .carriageReturn) {
          bytes.append(byte)
        }
        previous = byte
      }
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text.isEmpty || text.utf8.last == .newline ? text : text + "\n"
  }
}
