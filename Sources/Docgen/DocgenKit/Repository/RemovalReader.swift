import Diagnostics
import Rules

/// Collects the declarations that commits removed, from the lines of one `git log -p`, newest
/// first.
///
/// A line of a diff is judged by its words alone: `func`, `struct`, `case` and similar words
/// declare the name after them. Local variables are left out, as far as indentation shows them.
///
/// Parsing every version of every file would be exact and far too slow, and diffs have no complete
/// files. A line that only looks like a declaration costs nothing: its name is asked for only if a
/// document has it and the sources lack it.
package struct RemovalReader {
  /// The place of a removal: indices in `commits` and `files`.
  struct Entry: Hashable {
    var commit: Int
    var file: Int
    var isExample: Bool
  }

  /// Uncommitted changes precede the first commit.
  private(set) var commits: [Commit] = [.none]
  private(set) var files: [String] = []
  /// By the text of `NameRemoval.Key`.
  private(set) var removals: [String: Entry] = [:]
  private var isExample = false
  /// Whether files are examples: most paths occur in many commits.
  private var examples: [String: Bool] = [:]
  /// A function whose parameters end on a later line: its name and its parameters so far.
  private var pending: (name: String, parameters: [UInt8])?

  package init() {}

  /// The options of `git log` for `read`. The first commit of a history removes nothing.
  static let options = [
    "-c", "core.quotePath=false", "log", "--first-parent", "--min-parents=1", "-m", "-p", "-U0",
    "--no-renames",
    "--no-color", "--relative", "--src-prefix=a/", "--dst-prefix=b/",
    "--format=%x01%h%x02%cs%x02%s",
  ]

  /// The options of `git diff` for `read`: uncommitted changes.
  static let uncommitted = [
    "-c", "core.quotePath=false", "diff", "-U0", "--no-renames", "--no-color", "--relative",
    "--src-prefix=a/", "--dst-prefix=b/", "HEAD",
  ]

  package mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    guard let first = line.first else { return }
    switch first {
    case 0x01: startCommit(String(decoding: line.dropFirst(), as: UTF8.self))
    case UInt8(ascii: "-"):
      if line.starts(with: "--- a/".utf8) {
        startFile(String(decoding: line.dropFirst(6), as: UTF8.self))
      } else if !files.isEmpty {
        readRemoved(UnsafeBufferPointer(rebasing: line.dropFirst()))
      }
    default: pending = nil
    }
  }

  private mutating func startCommit(_ text: String) {
    let parts = text.split(separator: "\u{2}", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    commits.append(
      Commit(hash: String(parts[0]), date: String(parts[1]), subject: String(parts[2])))
    pending = nil
  }

  private mutating func startFile(_ path: String) {
    files.append(path)
    isExample = examples[path] ?? ExamplePath.isExample(path)
    examples[path] = isExample
    pending = nil
  }

  private mutating func readRemoved(_ line: UnsafeBufferPointer<UInt8>) {
    if var function = pending {
      pending = nil
      function.parameters.append(contentsOf: line)
      finish(function)
      return
    }
    var words = DeclarationWords(line)
    while let found = words.next() {
      note(found.name)
      if found.keyword == .function, let rest = words.parameters() {
        finish((found.name, rest))
      }
    }
  }

  /// Gives up on parameters that do not end within 4,096 bytes.
  private mutating func finish(_ function: (name: String, parameters: [UInt8])) {
    guard let labels = ParameterLabels.labels(in: function.parameters) else {
      if function.parameters.count < 4_096 { pending = function }
      return
    }
    note(NameRemoval.Key.function(function.name, labels: labels).text)
  }

  /// The newest removal counts, and one from the sources before one from the tests.
  private mutating func note(_ key: String) {
    let entry = Entry(commit: commits.count - 1, file: files.count - 1, isExample: isExample)
    if let known = removals[key], !known.isExample || isExample { return }
    removals[key] = entry
  }
}

/// The names that a line of Swift declares.
///
///     public static func retry(after delay: Int) {   ->  function retry
///     case idle, syncing(Int)                        ->  case idle, case syncing
///
/// Works on bytes, since a history has millions of lines.
struct DeclarationWords {
  enum Keyword {
    case function, type, variable, enumCase
  }

  private let line: UnsafeBufferPointer<UInt8>
  private var place = 0
  private let indentation: Int
  private var hasModifier = false
  private var continuesCases = false

  init(_ line: UnsafeBufferPointer<UInt8>) {
    self.line = line
    var (place, width) = (0, 0)
    while place < line.count, line[place] == 0x20 || line[place] == 0x09 {
      width += line[place] == 0x09 ? 4 : 1
      place += 1
    }
    self.place = place
    indentation = width
    if line[place...].starts(with: "//".utf8) || line[place...].starts(with: "*".utf8) {
      self.place = line.count
    }
  }

  mutating func next() -> (keyword: Keyword, name: String)? {
    if continuesCases {
      if let name = nextCase() { return (.enumCase, name) }
      continuesCases = false
      place = line.count
    }
    while let word = word() {
      switch word {
      case "func", "macro": if let name = name() { return (.function, name) }
      case "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype":
        let start = place
        guard let name = name() else { return nil }
        // `class func`, `class var`
        if Self.keywords.contains(name) { place = start } else { return (.type, name) }
      case "var", "let":
        guard indentation <= 4 || hasModifier, let name = name() else { return nil }
        place = line.count
        return (.variable, name)
      case "case":
        guard !hasPatternColon, let name = name() else { return nil }
        if Self.keywords.contains(name) || name == "_" || name == "is" { return nil }
        continuesCases = true
        return (.enumCase, name)
      case _ where Self.modifiers.contains(word): hasModifier = true
      default: return nil
      }
    }
    return nil
  }

  /// The text from the parenthesis that opens the parameters of the function just found.
  func parameters() -> [UInt8]? {
    guard let open = line[place...].firstIndex(of: UInt8(ascii: "(")) else { return nil }
    return Array(line[open...])
  }

  private static let keywords: Set = ["func", "var", "let", "subscript", "init", "class"]
  private static let modifiers: Set = [
    "public", "open", "internal", "package", "private", "fileprivate", "static", "final",
    "override",
    "mutating", "nonmutating", "lazy", "weak", "unowned", "indirect", "required", "convenience",
    "dynamic", "optional", "nonisolated", "isolated", "distributed", "async", "consuming",
    "borrowing",
    "set", "unsafe", "safe", "prefix", "postfix", "infix",
  ]

  /// `case .idle:`, `case idle: return`: a pattern, not a declaration.
  private var hasPatternColon: Bool {
    var depth = 0
    for byte in line[place...] {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 0: return true
      default: break
      }
    }
    return false
  }

  /// The next word; attributes and their arguments are skipped.
  private mutating func word() -> String? {
    while place < line.count {
      let byte = line[place]
      if byte == 0x20 || byte == 0x09 {
        place += 1
      } else if byte == UInt8(ascii: "@") {
        place += 1
        _ = name()
        hasModifier = true
        skipParentheses()
      } else if byte == UInt8(ascii: "("), hasModifier {
        skipParentheses()
      } else {
        return name()
      }
    }
    return nil
  }

  private mutating func skipParentheses() {
    guard place < line.count, line[place] == UInt8(ascii: "(") else { return }
    var depth = 0
    while place < line.count {
      if line[place] == UInt8(ascii: "(") { depth += 1 }
      if line[place] == UInt8(ascii: ")") { depth -= 1 }
      place += 1
      if depth == 0 { return }
    }
  }

  private mutating func name() -> String? {
    while place < line.count, line[place] == 0x20 || line[place] == UInt8(ascii: "`") { place += 1 }
    let start = place
    while place < line.count, Self.isWord(line[place]) { place += 1 }
    return place == start ? nil : String(decoding: line[start..<place], as: UTF8.self)
  }

  /// The name after the next comma outside of parentheses.
  private mutating func nextCase() -> String? {
    var depth = 0
    while place < line.count {
      let byte = line[place]
      place += 1
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "/"): return nil
      case UInt8(ascii: ",") where depth == 0: return name()
      default: break
      }
    }
    return nil
  }

  /// Whether a byte belongs to an identifier.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// The labels of a parameter list in Swift.
///
///     (_ event: Event, at date: Date = .now, retry: Bool)  ->  ["_", "at", "retry"]
enum ParameterLabels {
  /// `nil` if the list does not end in the text.
  static func labels(in text: [UInt8]) -> [String]? {
    var labels: [String] = []
    var parameter: [UInt8] = []
    var depth = 0
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ">") where index > 0 && text[index - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      let isEnd = depth == 0
      if isEnd || (depth == 1 && byte == UInt8(ascii: ",")) {
        if let label = label(of: parameter) { labels.append(label) }
        parameter = []
        if isEnd { return labels }
      } else if index > 0 {
        parameter.append(byte)
      }
    }
    return nil
  }

  private static func label(of parameter: [UInt8]) -> String? {
    let head = parameter.split(separator: UInt8(ascii: ":"), maxSplits: 1).first ?? []
    let words = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.first { !$0.hasPrefix("@") }.map(String.init)
  }
}
