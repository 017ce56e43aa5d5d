/// Finds the comments in raw HTML.
enum HTMLComments {
  /// Ranges from `<!--` to the end of `-->`.
  ///
  /// An unclosed comment does not count, and neither do comments in `<script>`, `<style>` and
  /// `<textarea>`, where `<!--` is text.
  static func ranges(in excerpt: Excerpt) -> [Range<Int>] {
    guard !holdsRawText(excerpt.bytes) else { return [] }
    var ranges: [Range<Int>] = []
    var index = 0
    while let start = excerpt.find(open, from: index),
      let close = excerpt.find(close, from: start + open.count)
    {
      ranges.append(start..<(close + Self.close.count))
      index = close + Self.close.count
    }
    return ranges
  }

  /// The range between `<!--` and `-->`.
  static func inner(of comment: Range<Int>) -> Range<Int> {
    let start = comment.lowerBound + open.count
    return start..<max(start, comment.upperBound - close.count)
  }

  static let open = Array("<!--".utf8)
  private static let close = Array("-->".utf8)

  /// The block types 1, 3 and 5 of CommonMark, whose content ends only at a closing tag, `?>` or
  /// `]]>`. `<pre>` is left out, because comments in it are comments.
  private static func holdsRawText(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(64).drop { $0.isBlank }.prefix(10).map { byte in
      (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }
    return ["<script", "<style", "<textarea", "<?", "<![cdata["].contains {
      start.starts(with: $0.utf8)
    }
  }
}
