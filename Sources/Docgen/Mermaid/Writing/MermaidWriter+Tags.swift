/// Tags that go over the end of a line.
///
/// Before it takes comments out, Mermaid makes `='x'` of each `="x"` between `<b` and the next `>`,
/// wherever that stands. A line that ends within a tag would change the lines behind it: a comment
/// closes its tag first.
///
///     style A <b="x        style A <b="x
///     B: "y"          ->   %% >
///     C --> D              B: "y"
///                          C --> D
extension MermaidWriter {
  mutating func closeTags() {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return }
    for number in lines.indices.reversed() where isCrossed(number) {
      insertComment(">", behind: number)
    }
  }

  /// Whether a tag that a line leaves open changes lines behind it. Where it changes its own line,
  /// closing it does not help.
  private func isCrossed(_ number: Int) -> Bool {
    let line = Array(lines[number].text.utf8)
    guard OpenTag.isOpen(line) else { return false }
    let start = text.utf8.index(
      text.startIndex, offsetBy: lines[number].offset + 4 * lines[number].depth)
    let whole = Array(text.utf8[start...])
    guard let end = whole[line.count...].firstIndex(of: UInt8(ascii: ">")) else { return false }
    let joined = Array(whole[...end])
    return replaced(joined) != replaced(line) + joined[line.count...]
  }

  private func replaced(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    PreparedText.replaceQuotesInTags(&bytes)
    return bytes
  }
}
