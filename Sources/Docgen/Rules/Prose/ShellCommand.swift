import Diagnostics
import Markdown

/// A command of a shell, in a code block or between backticks.
///
///     $ cd App && make test   # all tests      ->  make test, in the folder App
struct ShellCommand {
  struct Word {
    var text: String
    var range: SourceRange
  }

  var words: [Word]
  /// The folder that an earlier `cd` entered, relative to the starting folder; `nil` if unknown.
  var folder: String?
  /// The block; `nil` for inline code.
  var fence: Fence?
  /// The inline code; `nil` for a block.
  var span: CodeSpan?

  var name: String { words[0].text }

  /// The commands that the author of a page wrote.
  static func all(on page: CheckedPage) -> [ShellCommand] {
    let spans = page.writtenCodeSpans.filter { $0.text.contains(" ") }.flatMap { span in
      split(span.text).compactMap { words -> ShellCommand? in
        guard !words.isEmpty, span.contentRange.start.line == span.contentRange.end.line else {
          return nil
        }
        let start = span.contentRange.start
        return ShellCommand(
          words: words.map { text, offset in
            let range = SourceRange(
              line: start.line, column: start.column + offset, length: text.utf8.count)
            return Word(text: text, range: range)
          }, folder: "", span: span)
      }
    }
    return spans
      + page.fences.filter { page.isWritten($0.range) }.flatMap { all(in: $0, page) }
  }

  static let languages: Set = ["bash", "sh", "shell", "zsh", "console", "terminal"]

  /// Programs whose names do not begin a sentence.
  private static let programs = ["git", "cd", "xcodebuild", "bash", "sh", "brew", "pod", "bundle"]

  /// Whether each line of a block without a language is a comment or calls a script or program.
  private static func areCommands(_ lines: [Substring]) -> Bool {
    let written = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return !written.isEmpty
      && written.allSatisfy { line in
        line.hasPrefix("./") || ["swift build", "swift test", "swift run"].contains(String(line))
          || programs.contains { line.hasPrefix($0 + " ") }
      }
  }

  private static func all(in fence: Fence, _ page: CheckedPage) -> [ShellCommand] {
    let language = fence.language.lowercased()
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    let hasPrompt = lines.contains { $0.hasPrefix("$ ") }
    guard languages.contains(language) || language.isEmpty && (hasPrompt || areCommands(lines))
    else { return usages(in: lines, of: fence, page) }
    var commands: [ShellCommand] = []
    var folder: String? = ""
    var end: Substring?
    for (index, line) in lines.enumerated() {
      if let mark = end {
        if line.drop(while: { $0 == " " || $0 == "\t" }) == mark { end = nil }
        continue
      }
      guard !hasPrompt || line.hasPrefix("$ ") else { continue }
      if line.contains("<<"), let mark = line.firstMatch(of: /<<-?\s*['"]?(\w+)/) { end = mark.1 }
      for var command in Self.commands(
        in: line, inLine: index + 1, after: hasPrompt ? 2 : 0, of: fence, page)
      {
        command.folder = folder
        switch command.name {
        case "cd", "pushd":
          if !Self.hasClone(commands) { commands.append(command) }
          folder = folder.flatMap { command.entered(from: $0, after: commands, page) }
        case "popd": folder = nil
        default: commands.append(command)
        }
      }
    }
    return commands
  }

  /// The commands of a line of a block from a column on, in unknown folders.
  private static func commands(
    in line: some StringProtocol, inLine number: Int, after column: Int, of fence: Fence,
    _ page: CheckedPage
  ) -> [ShellCommand] {
    split(String(line.dropFirst(column))).filter { !$0.isEmpty }.map { words in
      ShellCommand(
        words: words.map { text, offset in
          let start = fence.position(
            in: page.page.source, line: number, column: column + offset + 1)
          return Word(
            text: text,
            range: SourceRange(line: start.line, column: start.column, length: text.utf8.count))
        }, fence: fence)
    }
  }

  /// The synopses in the help of programs: `Usage: harbor send <ship> [--fast,-f]`.
  private static func usages(
    in lines: [Substring], of fence: Fence, _ page: CheckedPage
  ) -> [ShellCommand] {
    lines.enumerated().flatMap { index, line -> [ShellCommand] in
      guard let start = line.prefixMatch(of: /\s*(?:Usage|USAGE):\s/) else { return [] }
      let plain = line.replacing(/[\[\],|<>]/, with: " ")
      return commands(
        in: plain, inLine: index + 1, after: start.output.count, of: fence, page)
    }
  }

  /// The folder after `cd`: the root after a clone, whatever its name is.
  private func entered(
    from folder: String, after earlier: [ShellCommand], _ page: CheckedPage
  ) -> String? {
    guard words.count == 2, let context = page.context else { return nil }
    if folder.isEmpty, Self.hasClone(earlier) {
      return words[1].text.contains("/") ? nil : ""
    }
    let path = ProjectContext.path(words[1].text, from: folder.isEmpty ? "x" : folder + "/x")
    return path.flatMap { context.kind($0) == .folder ? $0 : nil }
  }

  private static func hasClone(_ commands: [ShellCommand]) -> Bool {
    commands.contains { $0.name == "git" && $0.words.dropFirst().first?.text == "clone" }
  }

  /// The words of each simple command of a line, with their places: bytes from its beginning.
  ///
  /// Quotation marks are removed, assignments before a command too. A comment ends the line.
  private static func split(_ line: String) -> [[(String, Int)]] {
    var commands: [[(String, Int)]] = [[]]
    var word: [UInt8] = []
    var start: Int?
    var quote: UInt8?
    // The depth of `$(…)`, whose words belong to other commands.
    var depth = 0
    func finish() {
      defer { (word, start) = ([], nil) }
      guard let begin = start else { return }
      let text = String(decoding: word, as: UTF8.self)
      let isAssignment = text.contains("=") && text.contains(/^[A-Z_][A-Z0-9_]*=/)
      if commands[commands.count - 1].isEmpty, isAssignment || text == "sudo" || text == "time" {
        return
      }
      commands[commands.count - 1].append((text, begin))
    }
    for (offset, byte) in line.utf8.enumerated() {
      if let open = quote {
        if byte == open { quote = nil } else { word.append(byte) }
        continue
      }
      if depth > 0 || byte == UInt8(ascii: "(") && word.last == UInt8(ascii: "$") {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        word.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        quote = byte
        start = start ?? offset + 1
      case UInt8(ascii: "#") where start == nil: return commands
      case UInt8(ascii: " "), UInt8(ascii: "\t"): finish()
      case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: ">"):
        finish()
        commands.append([])
      default:
        start = start ?? offset
        word.append(byte)
      }
    }
    finish()
    return commands
  }
}
