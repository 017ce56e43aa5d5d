/// The place of the cursor in an incomplete marker: `<!-- docgen:begin sequence scen|`.
struct MarkerSlot: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case directive, subject
    case key
    /// The value of this key, or a word of it if it is a list.
    case value(String)
  }

  var part: Part
  /// The existing text of it, up to the cursor.
  var written: String
  /// The words of a list before that one.
  var listed: [String] = []
  /// For a list of pairs, the left side of the current one after its `=`.
  var left: String?
  var directive = ""
  var subject = ""
  /// Keys and values before the cursor.
  var arguments: [String: String] = [:]

  /// Parses an unclosed comment; returns `nil` if the text does not end in one.
  ///
  ///     text   = … "<!--" directive [subject] { key [ "=" value ] }
  init?(endOf text: Substring) {
    guard let open = text.ranges(of: "<!--").last, !text[open.upperBound...].contains("-->") else {
      return nil
    }
    var tokens = MarkerTokens(text[open.upperBound...])
    guard let directive = tokens.next() else {
      self.init(part: .directive, written: "")
      return
    }
    guard tokens.hasEnded else {
      self.init(part: .directive, written: directive.name)
      return
    }
    guard directive.name.contains("docgen:") else { return nil }
    self.init(part: .subject, written: "", directive: directive.name)
    guard let subject = tokens.next() else { return }
    guard tokens.hasEnded else {
      written = subject.name
      return
    }
    self.subject = subject.name
    part = .key
    readArguments(&tokens)
  }

  private mutating func readArguments(_ tokens: inout MarkerTokens) {
    while let argument = tokens.next() {
      if tokens.hasEnded {
        arguments[argument.name] = argument.value ?? ""
        continue
      }
      guard let value = argument.value else {
        written = argument.name
        return
      }
      part = .value(argument.name)
      read(value, of: argument.name)
      if argument.isQuoted, !value.isEmpty { arguments[argument.name] = value }
      return
    }
  }

  /// For a list, only its last word is the existing text.
  private mutating func read(_ value: String, of key: String) {
    // Headings and calls contain blanks and commas.
    let separators = ["columns": ";=", "values": ";"][key] ?? " ,;="
    let words = value.split(omittingEmptySubsequences: false) { separators.contains($0) }
      .map { String($0.drop(while: \.isWhitespace)) }
    written = words.last ?? ""
    listed = words.dropLast().filter { !$0.isEmpty }
    if separators.contains("="), let mark = value.last(where: { "=;".contains($0) }), mark == "=" {
      left = listed.last ?? ""
    }
  }

  private init(part: Part, written: String, directive: String = "") {
    self.part = part
    self.written = written
    self.directive = directive
  }
}

/// The words of a marker, one after the other.
private struct MarkerTokens {
  struct Token {
    var name: String
    var value: String?
    var isQuoted = false
  }

  private var rest: Substring
  /// Whether the last token is followed by more text, so that it is complete.
  private(set) var hasEnded = true

  init(_ text: Substring) {
    rest = text
  }

  mutating func next() -> Token? {
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    let name = rest.prefix { !$0.isWhitespace && $0 != "=" }
    rest = rest.dropFirst(name.count)
    guard rest.first == "=" else {
      hasEnded = !rest.isEmpty
      return Token(name: String(name))
    }
    rest = rest.dropFirst()
    if rest.first == "\"" {
      let value = rest.dropFirst().prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      hasEnded = rest.first == "\""
      rest = rest.dropFirst()
      return Token(name: String(name), value: String(value), isQuoted: true)
    }
    let value = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(value.count)
    hasEnded = !rest.isEmpty
    return Token(name: String(name), value: String(value))
  }
}
