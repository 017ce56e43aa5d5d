package import Diagnostics

/// A part of a page that docgen writes or proves.
package struct Region: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// `docgen:begin` … `docgen:end`: docgen writes the lines between.
    case generated
    /// `docgen:verify` and the fence or table after it: the author writes it, docgen proves it.
    case verified
    /// `docgen:value` … `/docgen:value`: docgen keeps a value in running text.
    case value
  }

  package let kind: Kind
  package let opening: Marker
  /// `nil` for a verified block.
  package let closing: Marker?
  /// The part that docgen may replace: complete lines of a generated region, a fence's content, a
  /// value's text.
  package let contentBytes: Range<Int>
  /// The same as lines (1-based); empty for a value and for markers on one line.
  package let contentLines: Range<Int>
  /// The same as positions.
  package let contentRange: SourceRange
  /// The text with LF line endings, without container prefixes and fence indentation.
  package let content: String
  /// The fences inside, in order; for a verified block, the one that is proven.
  package let fences: [Fence]
  /// Columns of white space before the end marker within its container: the content has them too,
  /// so that a list in it does not absorb the marker.
  let indentation: Int
  /// Its index in `Page.regions`.
  package internal(set) var index = 0

  /// The KIND of a generated or verified region, the expression of a value.
  package var name: String { opening.subject?.text ?? "" }

  /// From the opening marker to the end of the closing one, or of the proven block.
  package var range: SourceRange {
    let proven = kind == .verified ? contentRange.end : opening.range.end
    let end = closing?.range.end ?? fences.last?.range.end ?? proven
    return SourceRange(start: opening.range.start, end: end)
  }

  /// The note in the end marker from docgen's last write, in lowercase: the checksum of the text,
  /// and for a diagram that of its meaning.
  ///
  ///     <!-- docgen:end 9f3a01c2 -->             text
  ///     <!-- docgen:end 9f3a01c25b7e4410 -->     text, then meaning
  package var note: String? {
    guard kind == .generated else { return nil }
    return closing?.subject?.text.lowercased()
  }

  package var recordedChecksum: String? { note.map { String($0.prefix(Checksum.length)) } }

  /// The checksum of the meaning of docgen's last text; `nil` if none was recorded.
  package var recordedMeaning: String? {
    note.flatMap { $0.count > Checksum.length ? String($0.dropFirst(Checksum.length)) : nil }
  }

  /// The checksum of the current content.
  package var checksum: String { Checksum.of(content) }

  /// Whether the content was changed since docgen wrote it.
  ///
  /// A region without a recorded checksum was never written by docgen, and does not count as
  /// hand-edited.
  package var isHandEdited: Bool {
    guard let recordedChecksum else { return false }
    return recordedChecksum != checksum
  }
}

/// `docgen:disable RULE reason="…"` and its range.
package struct Disable: Hashable, Sendable {
  package let rule: Marker.Word
  package let reason: String
  package let marker: Marker
  /// The paragraph that contains it; or the next block, which is the complete region if one begins
  /// there.
  package let covers: SourceRange
}
