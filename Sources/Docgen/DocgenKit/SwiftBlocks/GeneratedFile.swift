import Rules
import SwiftIndex

/// Swift code with the origins of its bytes.
struct GeneratedFile: Sendable {
  private struct Segment: Sendable {
    /// The offset in this file.
    var start: Int
    var length: Int
    var block: Int
    /// The offset in the block.
    var offset: Int
  }

  private(set) var bytes: [UInt8] = []
  private var segments: [Segment] = []

  /// Adds code that is not part of any block.
  mutating func add(_ text: String) { bytes += Array(text.utf8) }

  /// Adds bytes of a piece.
  mutating func add(_ piece: BlockPiece, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    segments.append(
      Segment(
        start: bytes.count, length: range.count, block: piece.block,
        offset: range.lowerBound))
    bytes += piece.bytes[range]
  }

  /// The origin of a line and column, both from 1; for code between, the end of the code before it.
  /// `nil` if no block precedes it.
  func place(line: Int, column: Int) -> BlockVerdict.Place? {
    let offset = self.offset(ofLine: line) + column - 1
    guard let segment = segments.last(where: { $0.start <= offset }) else { return nil }
    let shift = offset - segment.start
    let isInside = shift < segment.length
    let place = segment.offset + (isInside ? shift : max(0, segment.length - 1))
    return BlockVerdict.Place(block: segment.block, offsets: place..<place)
  }

  private func offset(ofLine line: Int) -> Int {
    var (number, offset) = (1, 0)
    while number < line, let end = bytes[offset...].firstIndex(of: 0x0A) {
      (number, offset) = (number + 1, end + 1)
    }
    return offset
  }
}

/// The code of a block in a file.
struct BlockPiece: Sendable {
  let block: Int
  let syntax: BlockSyntax
  let bytes: [UInt8]
  /// Whether it is not split into items, because it has syntax errors.
  let isVerbatim: Bool

  init(_ block: Int, _ code: BlockCode, isVerbatim: Bool) {
    self.block = block
    self.isVerbatim = isVerbatim
    syntax = code.syntax
    bytes = Array(code.text.utf8)
  }

  var items: [BlockItem] { isVerbatim ? [] : syntax.items }

  func place(_ offsets: Range<Int>) -> BlockVerdict.Place {
    BlockVerdict.Place(block: block, offsets: offsets)
  }
}
