import Diagnostics

/// Styles, links and callbacks, and the texts for screen readers.
extension ClassParser {
  /// `STYLE ALPHA styles`, `CLASSDEF ALPHA {',' ALPHA} styles`, `CSSCLASS STR ALPHA`
  mutating func style(_ start: Int) throws(MermaidError) -> StyleStatement {
    let word = token.kind
    advance()
    if word == .cssClass {
      let list = try take(.string, "classes in double quotes").range
      let targets = context.bytes[list].split(separator: UInt8(ascii: ",")).map { piece in
        context.name(ByteScanner(context.bytes).trimmed(piece.startIndex..<piece.endIndex))
      }.filter { !$0.text.isEmpty }
      let value = context.label(try take(.word, "the name of a style class").range)
      return StyleStatement(.assignment, targets: targets, value: value, range: place(from: start))
    }
    var targets = [
      context.name(try take(.word, word == .style ? "a class" : "the name of a style class").range)
    ]
    while word == .classDef, token.kind == .comma {
      advance()
      targets.append(context.name(try take(.word, "the name of a style class").range))
    }
    let value = try styles()
    return StyleStatement(
      word == .style ? .direct : .definition, targets: targets, value: value,
      range: place(from: start))
  }

  /// `style {',' style}`, each of words, numbers, `:…`, `#` and `%`
  private mutating func styles() throws(MermaidError) -> Label {
    let start = token.range.lowerBound
    var end = start
    var needsOne = true
    while true {
      switch token.kind {
      case .word, .label, .colon, .hash, .percent, .style:
        needsOne = false
      case .comma where !needsOne:
        needsOne = true
      default:
        if needsOne || token.kind == .minus { throw ClassParserMessages.noStyle(token, &context) }
        return withoutComments(ByteScanner(context.bytes).trimmed(start..<end))
      }
      end = token.range.upperBound
      advance()
    }
  }

  /// A comment takes the rest of its line; the styles continue on the next line.
  private mutating func withoutComments(_ range: Range<Int>) -> Label {
    guard context.bytes[range].contains(0x0A) else { return context.label(range) }
    let lines = context.text(range).split(separator: "\n").map { line -> Substring in
      guard let comment = line.firstRange(of: "%%") else { return line }
      return line[..<comment.lowerBound]
    }
    return Label(lines.joined(separator: " "), range: context.map.range(range))
  }

  mutating func interaction(_ start: Int) throws(MermaidError) -> ClassInteraction {
    let word = token.kind
    advance()
    let (name, _) = try className()
    var result: ClassInteraction
    switch word {
    case .callback:
      let written = context.label(try take(.string, "a function in double quotes").range)
      // A function without a name is printed with a blank, since no name of a function is blank.
      let function = written.text.allSatisfy(\.isWhitespace) ? "" : written
      result = ClassInteraction(name, .callback(function: function, arguments: nil))
      result.tooltip = string()
    case .click where token.kind == .callbackName:
      if hasHeader, token.value.isEmpty {
        throw context.error(
          "the text ends too early", at: token.range, expected: ["the name of a function"])
      }
      let function = context.label(token.value)
      advance()
      var arguments: Label?
      if token.kind == .callbackArguments {
        arguments = context.label(token.range)
        advance()
      }
      result = ClassInteraction(name, .callback(function: function, arguments: arguments))
      result.tooltip = string()
    default:
      if word == .click { _ = try take(.href, "`href`", "`call`") }
      result = try link(to: name)
    }
    result.range = place(from: start)
    return result
  }

  private mutating func link(to name: Name) throws(MermaidError) -> ClassInteraction {
    let url = context.label(try take(.string, "an address in double quotes").range)
    let tooltip = string()
    var target: String?
    if token.kind == .linkTarget {
      target = context.text(token.range)
      advance()
    }
    return ClassInteraction(name, .link(url: url, target: target), tooltip: tooltip)
  }

  private mutating func string() -> Label? {
    guard token.kind == .string else { return nil }
    let label = context.label(token.range)
    advance()
    return label.isEmpty ? nil : label
  }

  /// The rest of a line; `nil` at the end of the text.
  private mutating func metadataValue(
    _ kind: ClassTokenKind, _ expected: String
  ) throws(MermaidError) -> Range<Int> {
    let value = try take(kind, expected)
    guard value.range.lowerBound < context.bytes.count || !hasHeader else {
      throw context.error("the text ends too early", at: value.range, expected: [expected])
    }
    return value.value
  }

  mutating func metadata(_ start: Int) throws(MermaidError) -> Metadata {
    let opening = token
    if hasHeader, opening.kind == .accDescrBlock,
      opening.range.lowerBound >= context.bytes.count
    {
      throw context.error("the text ends too early", at: opening.range, expected: ["`}`"])
    }
    advance()
    switch opening.kind {
    case .accDescrBlock: return context.descriptionBlock(opening.value, token: opening.range)
    case .accTitle:
      let value = try metadataValue(.accTitleValue, "a title")
      return context.metadata(.accessibleTitle, value, from: start)
    default:
      let value = try metadataValue(.accDescrValue, "a description")
      return context.metadata(.accessibleDescription, value, from: start)
    }
  }
}
