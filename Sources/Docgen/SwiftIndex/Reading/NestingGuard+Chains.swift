/// Chains that nest without brackets: prefix words, arrows, branches, directives.
extension NestingGuard {
  mutating func arrow() {
    let last = frames.count - 1
    frames[last].arrows += 1
    if frames[last].arrows > Limit.chain { blank(index..<index + 2) }
    prefixRun = 0
    index += 2
  }

  mutating func boundary(_ byte: UInt8) {
    let last = frames.count - 1
    frames[last].arrows = 0
    if byte != UInt8(ascii: ","), byte != UInt8(ascii: "=") {
      frames[last].heads = 0
      frames[last].angles = 0
    }
    other()
  }

  /// Any token that is not a prefix word.
  mutating func other() {
    prefixRun = 0
    let last = frames.count - 1
    if frames[last].afterBrace {
      frames[last].afterBrace = false
      frames[last].elses = 0
    }
  }

  mutating func scanWord(_ source: UnsafeBufferPointer<UInt8>) {
    let start = index
    while index < source.count, Self.isWordByte(source[index]) { index += 1 }
    let length = index - start
    noteStray(at: start, source)
    guard length <= 15, Self.knownLengths[Int(source[start])] & (1 << length) != 0 else {
      return other()
    }
    let word = UnsafeBufferPointer(rebasing: source[start..<index])
    let last = frames.count - 1
    noteDeclaration(word, at: start, source)
    if Self.matches(word, Self.elseWord) {
      frames[last].afterBrace = false
      frames[last].elses += 1
      if frames[last].elses > Limit.elseBranches { blank(start..<index) }
    } else if Self.prefixWords.contains(where: { Self.matches(word, $0) }) {
      let run = prefixRun + 1
      if run > 1 || frames[last].afterBrace { other() }
      prefixRun = run
      if run > Limit.chain { blank(start..<index) }
    } else if Self.headWords.contains(where: { Self.matches(word, $0) }) {
      let run = prefixRun + 1
      let follows = frames[last].elses
      let wasAfterBrace = frames[last].afterBrace
      other()
      if !wasAfterBrace { frames[last].elses = follows }
      prefixRun = run
      frames[last].heads += 1
      if frames[last].heads > Limit.chain || run > Limit.chain { blank(start..<index) }
    } else {
      if Self.declarationWords.contains(where: { Self.matches(word, $0) }) {
        boundary(UInt8(ascii: ","))
      }
      other()
    }
  }

  // MARK: - Directives

  mutating func scanPound(_ source: UnsafeBufferPointer<UInt8>) {
    let start = index
    while index < source.count, source[index] == 0x23 { index += 1 }
    if index < source.count, source[index] == UInt8(ascii: "\"") {
      return openString(source, pounds: index - start)
    }
    while index < source.count, Self.isWordByte(source[index]) { index += 1 }
    let word = UnsafeBufferPointer(rebasing: source[start..<index])
    other()
    if Self.matches(word, Self.ifDirective) {
      directives += 1
      if directives > Limit.directives {
        blankedDirectives += 1
        blank(start..<index)
      }
    } else if Self.matches(word, Self.endDirective) {
      directives = max(0, directives - 1)
      if blankedDirectives > 0 {
        blankedDirectives -= 1
        blank(start..<index)
      }
    } else if blankedDirectives > 0 {
      blank(start..<index)
    }
  }

  // MARK: - Words

  static let elseWord = Array("else".utf8)
  static let ifDirective = Array("#if".utf8)
  static let endDirective = Array("#endif".utf8)
  /// Words that the parser descends into one by one.
  static let prefixWords = words(
    "try await unsafe copy consume each repeat let var inout borrowing consuming some any is "
      + "return throw yield discard _move _borrow async")
  static let headWords = words("if switch while for guard catch do")
  static let declarationWords = words(
    "func init subscript macro case typealias in class struct enum actor where")
}
