package import Diagnostics

/// A part of a page that docgen writes or proves.
package struct Region: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// `docgen:begin` … `docgen:end`: docgen writes the lines between.
    case generated
    /// `docgen:verify` and the fence or table that follows: a person writes it, docgen proves it.
    case verified
    /// `docgen:value` … `/docgen:value`: docgen keeps a value in running text.
    case value
  }

  package let kind: Kind
  package let opening: Marker
  /// Nothing for a verified block.
  package let closing: Marker?
  /// What docgen may replace: whole lines of a generated region, a fence's content, a value's text.
  package let contentBytes: Range<Int>
  /// The same as lines (1-based); empty for a value and for markers on one line.
  package let contentLines: Range<Int>
  /// The same as positions.
  package let contentRange: SourceRange
  /// The text with LF line endings, container prefixes and fence indentation removed.
  package let content: String
  /// The fences inside, in order; the one proven for a verified block.
  package let fences: [Fence]
  /// Columns of white space before the end marker within its container: the content has them too,
  /// so that a list in it does not take in the marker.
  let indentation: Int
  /// Its place in `Page.regions`.
  package internal(set) var index = 0

  /// The KIND of a generated or verified region, the expression of a value.
  package var name: String { opening.subject?.text ?? "" }

  /// From the opening marker to the end of the closing one, or of what is proven.
  package var range: SourceRange {
    let proven = kind == .verified ? contentRange.end : opening.range.end
    let end = closing?.range.end ?? fences.last?.range.end ?? proven
    return SourceRange(start: opening.range.start, end: end)
  }

  /// What docgen noted in the end marker when it last wrote the region, in lower case: the checksum
  /// of the text, and for a diagram that of its meaning.
  package var note: String? {
    guard kind == .generated else { return nil }
    return closing?.subject?.text.lowercased()
  }

  package var recordedChecksum: String? { note.map { String($0.prefix(Checksum.length)) } }

  /// The checksum of what the text meant that docgen wrote; nothing where none was noted.
  package var recordedMeaning: String? {
    note.flatMap { $0.count > Checksum.length ? String($0.dropFirst(Checksum.length)) : nil }
  }

  /// The checksum of the content as it stands.
  package var checksum: String { Checksum.of(content) }

  /// Someone other than docgen changed the content since docgen wrote it.
  ///
  /// A region without a recorded checksum was never written by docgen, and is no hand edit.
  package var isHandEdited: Bool {
    guard let recordedChecksum else { return false }
    return recordedChecksum != checksum
  }
}

/// `docgen:disable RULE reason="…"` and what it covers.
package struct Disable: Hashable, Sendable {
  package let rule: Marker.Word
  package let reason: String
  package let marker: Marker
  /// The paragraph it stands in; or the next block, which is a whole region when one begins there.
  package let covers: SourceRange
}
