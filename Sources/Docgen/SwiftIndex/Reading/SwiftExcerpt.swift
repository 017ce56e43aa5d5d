package import Diagnostics

/// Swift in the form that documents quote: a piece of a file, with omissions.
///
///     case idle, syncing            members without their type
///     .target(name: "Core"),        elements without their list
///     func f() { ... }              a body left out
///     + let limit = 3               a change
///
/// Such a text is correct if it parses as some piece of a file.
package struct SwiftExcerpt: Sendable {
  /// The text as written, with spaces in place of invisible scalars and marks of the author.
  let text: String
  /// The lines, from 1, on which the author leaves parts out.
  package let elidedLines: Set<Int>
  /// The text as a file that parses, and the number of lines before it; `nil` if it does not parse.
  /// Omissions are replaced by the same number of bytes, so that columns are kept.
  let piece: Piece?
  /// The same without the lines or paragraphs that no piece of a file has, if the text does not parse
  /// for them.
  let rest: Piece?
  /// The first syntax error of the text as a file, and those of later paragraphs that no piece of a
  /// file has; empty if the text is a piece of one, or if that would take too long to find out.
  package let syntaxErrors: [Diagnostic]
  /// The number of bytes that were parsed to find the piece.
  package let parsedBytes: Int

  struct Piece: Sendable {
    var text: String
    var linesBefore: Int
    var file: FileDeclarations
    /// Whether the text closes a brace that it does not open.
    var closesMore: Bool
  }

  /// Longer lines are data, and the search for marks in them could take forever.
  private static let longestLine = 2_000
  /// The maximum number of bytes that are parsed for one excerpt: twenty contexts of a long text take
  /// seconds.
  private static let mostBytes = 1_000_000

  package init(_ text: String, path: String) {
    guard !text.utf8.split(separator: 0x0A).contains(where: { $0.count > Self.longestLine }) else {
      (self.text, piece, rest, syntaxErrors, parsedBytes) = (text, nil, nil, [], 0)
      elidedLines = []
      return
    }
    let visible = InvisibleScalars.blanked(in: text)
    var parsed = 0
    if let piece = Self.piece(of: visible, path, &parsed) {
      (self.text, self.piece, rest, syntaxErrors, parsedBytes) = (visible, piece, nil, [], parsed)
      elidedLines = Self.elidedLines(of: visible)
      return
    }
    let plain = OuterNames.blanked(in: AuthorMarks.blanked(in: visible))
    let piece = plain == visible ? nil : Self.piece(of: plain, path, &parsed)
    (self.text, self.piece) = (plain, piece)
    elidedLines = Self.elidedLines(of: plain)
    (syntaxErrors, rest) = piece == nil ? Self.damage(in: plain, path, &parsed) : ([], nil)
    parsedBytes = parsed
  }

  /// The syntax errors of a text, and the text without the paragraphs that have them.
  private static func damage(
    in text: String, _ path: String, _ parsed: inout Int
  ) -> (errors: [Diagnostic], rest: Piece?) {
    let paragraphs = paragraphs(of: text)
    let wrong = paragraphs.filter { piece(of: $0.text, path, &parsed) == nil }
    if paragraphs.count > 1 && wrong.isEmpty || parsed > mostBytes { return ([], nil) }
    let errors = syntaxErrors(of: wrong, in: text, path)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (text, place) in wrong {
      let damaged = damagedLine(of: text, path, &parsed).map { place.lowerBound + $0 - 1 }
      for line in damaged.map({ $0...$0 }) ?? place { lines[line - 1] = "" }
    }
    return (errors, piece(of: lines.joined(separator: "\n"), path, &parsed))
  }

  /// The only line, from 1, without which a paragraph is a piece of a file.
  private static func damagedLine(
    of paragraph: String, _ path: String, _ parsed: inout Int
  ) -> Int? {
    var lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2,
      let line = errors(in: read(paragraph, path)).first?.location.range?.start.line,
      line < lines.count, !lines[line - 1].contains(where: { "{}".contains($0) })
    else { return nil }
    lines[line - 1] = ""
    return piece(of: lines.joined(separator: "\n"), path, &parsed) == nil ? nil : line
  }

  private static func syntaxErrors(
    of wrong: [(text: String, lines: ClosedRange<Int>)], in text: String, _ path: String
  ) -> [Diagnostic] {
    func error(in text: String) -> [Diagnostic] {
      Array(errors(in: read(text.replacing("…", with: "() "), path)).prefix(1))
    }
    let first = error(in: text)
    let start = first.first?.location.range?.start.line ?? .max
    // One that begins and ends without indentation is complete.
    return first
      + wrong.filter { $0.lines.lowerBound > start && isComplete($0.text) }.flatMap {
        error(in: String(repeating: "\n", count: $0.lines.lowerBound - 1) + $0.text)
      }
  }

  private static func isComplete(_ paragraph: String) -> Bool {
    let lines = paragraph.split(separator: "\n")
    let (first, last) = (lines.first?.first, lines.last?.first)
    return [first, last].allSatisfy { $0?.isWhitespace == false }
      && first.map { !".})]".contains($0) } == true
  }

  /// `parsed` counts the bytes that are parsed.
  private static func piece(of text: String, _ path: String, _ parsed: inout Int) -> Piece? {
    for variant in variants(of: text) {
      let isOpen = variant != text && isOpenEnded(text)
      let contexts = context + (isOpen ? [("", closers(of: variant))] : [])
      let isOfStatements = hasManyStatements(variant)
      for (before, after) in contexts where !isOfStatements || !typeBodies.contains(before) {
        if parsed > mostBytes { return nil }
        let whole = before + variant + after
        parsed += whole.utf8.count
        if SyntaxErrors.hasUnexpectedCode(in: whole) { continue }
        let file = read(whole, path)
        guard errors(in: file).isEmpty else { continue }
        return Piece(
          text: whole, linesBefore: before.count { $0 == "\n" }, file: file,
          closesMore: before.contains("{") && after.isEmpty)
      }
    }
    return nil
  }

  private static func read(_ text: String, _ path: String) -> FileDeclarations {
    FileDeclarations(readingAll: SourceInput(path: path, text))
  }

  private static let typeBodies: Set = ["struct S_ {\n", "enum E_ {\n", "protocol P_ {\n"]

  /// The possible contexts of a piece.
  private static let context: [(before: String, after: String)] = [
    ("", ""), ("struct S_ {\n", "\n}"), ("enum E_ {\n", "\n}"), ("protocol P_ {\n", "\n}"),
    ("func f_() async throws {\n", "\n}"), ("switch x_ {\n", "\n}"), ("let x_ = [\n", "\n]"),
    ("f_(\n", "\n)"), ("x_\n", ""), ("", "\nvar x_: Int"), ("", "\n}"), ("f_ {\n", "\n}"),
    ("do {\n", ""), ("do {}\n", ""), ("if x_ {\n", ""), ("switch x_ {\n", ""), ("let x_ =\n", ""),
    ("let x_:\n", ""),
    ("func\n", ""), ("struct S_ {\n", ""),
  ]

  /// Whether a text has too many statements for the body of a type: for each of them the parser searches
  /// the rest of the body for a declaration, and 1,000 lines take half a minute.
  private static func hasManyStatements(_ text: String) -> Bool {
    var (depth, count) = (0, 0)
    for line in text.split(separator: "\n") {
      let code = line.drop(while: \.isWhitespace)
      let word = code.prefix { $0.isLetter || $0 == "(" }
      if depth == 0, code.first?.isLetter == true, !declarationWords.contains(word) { count += 1 }
      if count > 50 { return true }
      depth = max(0, depth + code.count { "{([".contains($0) } - code.count { "})]".contains($0) })
    }
    return false
  }

  private static let declarationWords: Set<Substring> = [
    "actor", "associatedtype", "borrowing", "case", "class", "consuming", "convenience", "deinit",
    "dynamic", "enum", "extension", "fileprivate", "final", "func", "import", "indirect", "init",
    "init(", "internal", "isolated", "lazy", "let", "macro", "mutating", "nonisolated",
    "nonmutating", "open", "optional", "override", "package", "private", "private(", "protocol",
    "public", "public(", "required", "static", "struct", "subscript", "subscript(", "typealias",
    "unowned", "var", "weak",
  ]

  /// Whether the author leaves out the end, after an omission or within a list.
  private static func isOpenEnded(_ text: String) -> Bool {
    let last = text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return last.contains("...") || last.contains("…")
      || last.last.map { ",([{".contains($0) } == true
  }

  /// The brackets that an excerpt with omissions leaves open.
  private static func closers(of text: String) -> String {
    var open: [Character] = []
    for character in text {
      switch character {
      case "{": open.append("}")
      case "[": open.append("]")
      case "(": open.append(")")
      case "}", "]", ")": if open.last == character { open.removeLast() }
      default: break
      }
    }
    return "\n" + String(open.reversed())
  }

  private static func errors(in file: FileDeclarations) -> [Diagnostic] {
    // The headline of a type, as in a reference, is complete.
    file.diagnostics.filter { !$0.summary.hasPrefix("expected member block") }
  }

  /// The text with omissions replaced by nothing, and by an expression.
  private static func variants(of text: String) -> [String] {
    let marked = closingConditions(of: withoutPlaceholders(withoutChangeMarks(text)))
    // A comment in place of a value.
    let plain = marked.replacing(/(=|\b(?:throw|try|await))\s*\/\//) { "\($0.1) x_ //" }
    let isPartial = plain.contains("...") || plain.contains("…")
    if plain.contains("/*") || plain.contains("???") {
      // A comment in place of an expression.
      let filled = plain.replacing(/\/\*.*?\*\/|\?\?\?/) { match in
        "x" + String(repeating: "_", count: match.output.utf8.count - 1)
      }
      return [plain, filling(plain, with: nil), filling(filled, with: nil)]
    }
    return isPartial ? [nil, "   ", "x_ ", "x:x"].map { filling(plain, with: $0) } : [plain]
  }

  /// Adds each `#endif` that an excerpt lacks.
  private static func closingConditions(of text: String) -> String {
    guard text.contains("#if") else { return text }
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let open = lines.count { $0.hasPrefix("#if ") } - lines.count { $0.hasPrefix("#endif") }
    return text + String(repeating: "\n#endif", count: max(0, open))
  }

  /// `...` and `…` are omissions by the author, unless they are a range. A `filler` of `nil`
  /// inserts an expression only where one is required.
  private static func filling(_ text: String, with filler: String?) -> String {
    let text = text.replacing("…", with: "...")
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: "...") {
      let before = rest[..<found.lowerBound]
      let after = rest[found.upperBound...]
      let last = before.last { $0 != " " } ?? result.last { $0 != " " } ?? "\n"
      let next = after.first { $0 != " " && $0 != "." } ?? "\n"
      let isRange =
        isOperand(last) && !before.hasSuffix(" ") || startsOperand(next) && after.first != " "
      let needed = "=:?".contains(last) || needsExpression(before) ? "x_ " : "   "
      result += before + (isRange ? "..." : filler ?? needed)
      rest = after.drop { $0 == "." }
    }
    return result + rest
  }

  /// Whether an expression must follow.
  private static func needsExpression(_ text: Substring) -> Bool {
    let word = text.reversed().drop { $0 == " " }.prefix { $0.isLetter }
    return ["return", "throw", "try", "await", "if", "guard", "while"].contains(
      String(word.reversed()))
  }

  private static func startsOperand(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_(\"$[".contains(character)
  }

  private static func isOperand(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_)]\"$".contains(character)
  }

  /// `<#name#>` as in Xcode, and `<name>` alone in an argument.
  private static func withoutPlaceholders(_ text: String) -> String {
    text.replacing(/<#.*?#>|<(your|YOUR|my|insert)[^<>\n]*>/) { match in
      "x" + String(repeating: "_", count: match.output.0.utf8.count - 1)
    }
  }

  /// The new side of a change: without lines that begin with `-`, and without the `+` of others.
  private static func withoutChangeMarks(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.filter { $0.hasPrefix("+") || $0.hasPrefix("-") }
    guard !marked.isEmpty, marked.allSatisfy({ !$0.hasPrefix("->") }) else { return text }
    return lines.map { line in
      if line.hasPrefix("-") || line.hasPrefix("@@") { return "" }
      return line.hasPrefix("+") ? " " + line.dropFirst() : String(line)
    }.joined(separator: "\n")
  }

  private static func elidedLines(of text: String) -> Set<Int> {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Set(
      lines.indices.filter { index in
        guard lines[index].contains("...") || lines[index].contains("…") else { return false }
        // `"Save as…"` is not an omission.
        let code = lines[index].replacing(/"[^"]*"/, with: "")
        return code.contains("...") || code.contains("…")
      }.map { $0 + 1 })
  }

  /// The parts between empty lines, with their lines from 1.
  private static func paragraphs(of text: String) -> [(text: String, lines: ClosedRange<Int>)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.split { lines[$0].allSatisfy(\.isWhitespace) }.map { part in
      (lines[part].joined(separator: "\n"), part.startIndex + 1...part.endIndex)
    }
  }
}
