import Diagnostics

/// The places of the bodies in a file that is read without them.
struct SkippedBodies: Sendable {
  let bodies: UnreadBodies
  /// From brace to brace, in the order of the text.
  let ranges: [Range<Int>]

  /// The body that begins at an offset of the text; `nil` if it was read.
  func body(at start: Int, of text: SourceText) -> StoredBody? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound == start else { return nil }
    return .unread(
      bodies, at: text.range(of: ranges[low]).start,
      digest: ContentDigest(text.bytes, in: ranges[low]).first)
  }
}
