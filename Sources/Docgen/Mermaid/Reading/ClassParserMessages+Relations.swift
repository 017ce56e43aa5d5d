import Diagnostics

/// Messages about characters that look like a relation but are not one.
extension ClassParserMessages {
  /// The error for the characters at a token or before it; `nil` if they are a relation, or do not
  /// look like one.
  ///
  ///     A => B     `=>` is not a relation of class diagrams, expected a relation such as `-->`
  static func noRelation(
    near token: ClassToken, _ context: inout ParsingContext
  ) -> MermaidError? {
    let run = signs(near: token.range.lowerBound, context.bytes)
    let text = context.text(run)
    guard text.utf8.contains(where: shaftSigns.utf8.contains) else { return nil }
    if text == "-", let name = dashedName(around: run, context) {
      let written = context.text(name)
      return context.error(
        "`\(context.excerpt(name))` has a reserved word and cannot be a name", at: name,
        expected: ["a name in backticks"], fix: "`\(written)`")
    }
    let likely = likely(text)
    if likely == text { return nil }
    return context.error(
      "`\(text)` is not a relation of class diagrams", at: run,
      expected: ["a relation such as `-->`"], fix: likely)
  }

  /// Whether a whole relation begins at a token.
  static func startsRelation(_ token: ClassToken, _ context: ParsingContext) -> Bool {
    let run = signs(near: token.range.lowerBound, context.bytes)
    guard run.lowerBound == token.range.lowerBound, run.count > 1 else { return false }
    let text = context.text(run)
    return likely(text) == text
  }

  /// The complete name around a dash between two words: `my-class-link`.
  private static func dashedName(around dash: Range<Int>, _ context: ParsingContext) -> Range<Int>?
  {
    let scanner = ByteScanner(context.bytes)
    func isPart(_ index: Int) -> Bool { index >= 0 && scanner.isWord(index) }
    guard isPart(dash.lowerBound - 1), isPart(dash.upperBound) else { return nil }
    var (start, end) = (dash.lowerBound, dash.upperBound)
    while isPart(start - 1) || (start > 0 && scanner.byte(start - 1) == UInt8(ascii: "-")) {
      start -= 1
    }
    while isPart(end) || scanner.byte(end) == UInt8(ascii: "-") { end += 1 }
    return start..<end
  }

  private static let shaftSigns = "-.=~"

  private static func signs(near start: Int, _ bytes: [UInt8]) -> Range<Int> {
    func isSign(_ index: Int) -> Bool {
      bytes.indices.contains(index) && "<>|*-.=~".utf8.contains(bytes[index])
    }
    var end = start
    while isSign(end) { end += 1 }
    if end == start {
      while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    }
    var begin = min(start, end)
    while isSign(begin - 1) { begin -= 1 }
    return begin..<end
  }

  /// The relation that was probably meant: a line of two characters between two valid ends.
  private static func likely(_ text: String) -> String? {
    guard let first = text.firstIndex(where: shaftSigns.contains),
      let last = text.lastIndex(where: shaftSigns.contains)
    else { return nil }
    let shaft = text[first...last]
    guard shaft.allSatisfy(shaftSigns.contains) else { return nil }
    let (head, tail) = (text[..<first], text[text.index(after: last)...])
    let from = ["", "<|", "<", "*"].first { $0 == head }
    let to = ["", "|>", ">", "*"].first { $0 == tail } ?? (tail == ">>" ? ">" : nil)
    guard let from, let to else { return nil }
    return from + (shaft.contains(".") ? ".." : "--") + to
  }
}
