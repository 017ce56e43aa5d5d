internal import Diagnostics

/// Parses the text of a comment as a marker.
///
///     marker   = directive [subject] { argument }
///     argument = key "=" value | key "=" '"' { character | "\" character } '"' | key
///     key      = letter { letter | digit | "-" | "_" | "." }
///
/// The subject of `value` is an expression: it extends to the first `key=` outside of parentheses
/// and quotes. Other subjects are one word.
///
/// A comment whose first word is not a directive is an ordinary comment, and gives neither marker
/// nor diagnostic. One that begins with `docgen:` and an unknown word is reported, because it is
/// probably misspelled.
struct MarkerParser {
  private let comment: Comment
  private let index: Int
  private let file: String
  private let source: SourceText
  private let bytes: [UInt8]
  private var place = 0
  private(set) var diagnostics: [Diagnostic] = []

  init(comment: Comment, index: Int, file: String, source: SourceText) {
    self.comment = comment
    self.index = index
    self.file = file
    self.source = source
    self.bytes = comment.excerpt.bytes
  }

  /// The marker; `nil` if the comment is not a marker, or cannot be read (see `diagnostics`).
  mutating func parse() -> Marker? {
    skipWhiteSpace()
    let first = word()
    guard let directive = directive(first) else { return nil }
    skipWhiteSpace()
    // Code, not words.
    if directive == .setup { place = bytes.count }
    let subject = directive == .value ? expression() : subject(of: directive)
    let arguments = arguments(of: directive)
    check(directive, subject, arguments: arguments)
    guard diagnostics.isEmpty else { return nil }
    return Marker(
      directive: directive, subject: subject, arguments: arguments,
      text: comment.text.trimmed, range: comment.range, bytes: comment.bytes,
      isInline: comment.isInline, block: comment.block, comment: index,
      inlineParent: comment.inlineParent)
  }

  // MARK: - Parts

  private mutating func directive(_ word: Marker.Word) -> Marker.Directive? {
    if let directive = Marker.Directive(rawValue: word.text) { return directive }
    let lowered = word.text.lowercased()
    guard lowered.hasPrefix("docgen:") || lowered.hasPrefix("/docgen:") else { return nil }
    diagnostics.append(.unknownDirective(word, in: file))
    return nil
  }

  private mutating func subject(of directive: Marker.Directive) -> Marker.Word? {
    guard directive != .valueEnd, place < bytes.count else { return nil }
    let start = place
    let word = word()
    guard !word.text.contains("=") else {
      place = start
      return nil
    }
    return word
  }

  /// Everything up to the first `key=` outside of parentheses and quotes.
  private mutating func expression() -> Marker.Word? {
    let start = place
    var end = place
    var depth = 0
    var quoted = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") { quoted.toggle() }
      if !quoted {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
      }
      let begins = place == start || bytes[place - 1].isWhiteSpace
      if depth <= 0, !quoted, begins, keyLength(at: place, withValue: true) != nil { break }
      place += 1
      if !byte.isWhiteSpace { end = place }
    }
    return end > start ? word(start..<end) : nil
  }

  /// Stops at the first malformed argument: later ones would only give consequential errors.
  private mutating func arguments(of directive: Marker.Directive) -> [Marker.Argument] {
    var arguments: [Marker.Argument] = []
    var names: Set<String> = []
    skipWhiteSpace()
    while place < bytes.count {
      let start = place
      guard let length = keyLength(at: place, withValue: false) else {
        diagnostics.append(.malformedArgument(word(), in: file))
        return arguments
      }
      place += length
      let name = word(start..<place)
      var value: Marker.Word?
      if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
        place += 1
        value = self.value(of: name)
        if value == nil { return arguments }
      }
      if !names.insert(name.text).inserted {
        diagnostics.append(.duplicateArgument(name, in: file))
      }
      arguments.append(Marker.Argument(name: name, value: value))
      skipWhiteSpace()
    }
    return arguments
  }

  private mutating func value(of name: Marker.Word) -> Marker.Word? {
    guard place < bytes.count, !bytes[place].isWhiteSpace else {
      diagnostics.append(.missingValue(name, in: file))
      return nil
    }
    guard bytes[place] == UInt8(ascii: "\"") else { return word() }
    let opening = place
    place += 1
    var value: [UInt8] = []
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { place += 1 }
      value.append(bytes[place] == .newline ? .space : bytes[place])
      place += 1
    }
    guard place < bytes.count else {
      let quote = word(opening..<(opening + 1))
      diagnostics.append(.unclosedQuote(quote, of: name.text, in: file))
      return nil
    }
    let range = (opening + 1)..<place
    place += 1
    if place < bytes.count, !bytes[place].isWhiteSpace {
      diagnostics.append(.malformedArgument(word(), in: file))
      return nil
    }
    return Marker.Word(
      text: String(decoding: value, as: UTF8.self), range: comment.excerpt.range(range, source))
  }

  /// The length of a key; if `withValue` is set, only of one before `=`.
  ///
  /// A comparison such as `count == 3` in an expression is not an argument.
  private func keyLength(at start: Int, withValue: Bool) -> Int? {
    guard start < bytes.count, Self.isLetter(bytes[start]) else { return nil }
    var index = start
    while index < bytes.count, Self.isKeyByte(bytes[index]) { index += 1 }
    let isAssigned = index < bytes.count && bytes[index] == UInt8(ascii: "=")
    if isAssigned {
      let isComparison = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "=")
      return withValue && isComparison ? nil : index - start
    }
    if withValue { return nil }
    return index == bytes.count || bytes[index].isWhiteSpace ? index - start : nil
  }

  // MARK: - Requirements of each directive

  private mutating func check(
    _ directive: Marker.Directive, _ subject: Marker.Word?, arguments: [Marker.Argument]
  ) {
    guard diagnostics.isEmpty else { return }
    let location = SourceLocation(file: file, range: comment.range)
    switch directive {
    case .begin, .verify, .value, .disable:
      if subject == nil { diagnostics.append(.missingSubject(of: directive, at: location)) }
    case .end, .valueEnd, .setup:
      if let surplus = arguments.first {
        diagnostics.append(.surplusArgument(surplus.name, of: directive, in: file))
      }
    }
    if directive == .end, let subject, !Checksum.isWellFormed(subject.text) {
      diagnostics.append(.malformedChecksum(subject, in: file))
    }
  }

  // MARK: - Words

  private mutating func skipWhiteSpace() {
    while place < bytes.count, bytes[place].isWhiteSpace { place += 1 }
  }

  private mutating func word() -> Marker.Word {
    let start = place
    while place < bytes.count, !bytes[place].isWhiteSpace { place += 1 }
    return word(start..<place)
  }

  private func word(_ range: Range<Int>) -> Marker.Word {
    Marker.Word(
      text: comment.excerpt.string(range), range: comment.excerpt.range(range, source))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
