import Diagnostics

extension Page {
  /// The document with the content of some fences replaced; line endings, quotes and list items are
  /// kept. Returns `nil` if the new content would leave its fence.
  ///
  /// The fences must be in document order; content has LF line endings.
  ///
  /// The result is parsed again, and refused if any fence of the page, changed or not, has other
  /// content than intended.
  package func replacing(fences changes: [(fence: Fence, content: String)]) -> [UInt8]? {
    var result: [UInt8] = []
    var place = 0
    for (fence, content) in changes {
      result += source.bytes[place..<fence.contentBytes.lowerBound]
      result += fenceContent(fence, content)
      place = fence.contentBytes.upperBound
    }
    result += source.bytes[place...]
    let contents = Dictionary(
      changes.map { ($0.fence.range.start, $0.content) }, uniquingKeysWith: { first, _ in first })
    let again = Page(path: path, bytes: result)
    let expected = fences.map { contents[$0.range.start] ?? $0.literal }
    return again.fences.map(\.literal) == expected ? result : nil
  }
}
