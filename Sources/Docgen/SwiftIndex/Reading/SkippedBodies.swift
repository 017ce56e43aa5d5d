import Basics
import Diagnostics

/// The places of the bodies in a file that is read without them.
struct SkippedBodies: Sendable {
  let bodies: UnreadBodies
  /// From brace to brace, in the order of the text.
  let ranges: [Range<Int>]

  /// The body that begins at an offset of the text; `nil` if it was read.
  func body(at start: Int, of text: SourceText) -> StoredBody? {
    let index = ranges.partitioningIndex { $0.lowerBound >= start }
    guard index < ranges.count, ranges[index].lowerBound == start else { return nil }
    return .unread(
      bodies, at: text.range(of: ranges[index]).start,
      digest: ContentDigest(text.bytes, in: ranges[index]).first)
  }
}
