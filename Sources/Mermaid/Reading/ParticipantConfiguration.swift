/// The keys and values between `@{` and `}` of a participant: a flat YAML mapping.
///
///     "type": "database", alias: Store   ->  type = database, alias = Store
struct ParticipantConfiguration {
  private var values: [String: String] = [:]

  /// Nothing when the text is no mapping. A text of several lines has one entry a line, a text of
  /// one line has commas between its entries.
  init?(_ text: String) {
    let isBlock = text.contains("\n")
    guard let pieces = Self.split(text, at: isBlock ? "\n" : ",") else { return nil }
    for piece in pieces {
      let trimmed = Self.trim(piece)
      if trimmed.isEmpty || (isBlock && trimmed.hasPrefix("#")) { continue }
      guard let colon = Self.colon(trimmed) else {
        if isBlock { return nil }
        values[Self.unquote(trimmed)] = ""
        continue
      }
      let value = Self.trim(String(trimmed[trimmed.index(after: colon)...]))
      if let quote = value.first, quote == "\"" || quote == "'",
        value.count < 2 || value.last != quote
      {
        return nil
      }
      values[Self.unquote(Self.trim(String(trimmed[..<colon])))] = Self.unquote(value)
    }
  }

  /// The pieces between separators outside of quotes; nothing when a quote stays open.
  private static func split(_ text: String, at separator: Character) -> [String]? {
    var pieces = [""]
    var quote: Character?
    for character in text {
      if character == separator, quote == nil {
        pieces.append("")
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
      pieces[pieces.count - 1].append(character)
    }
    return quote == nil ? pieces : nil
  }

  subscript(key: String) -> String? { values[key] }

  /// Whether it says more than a type and an alias.
  var hasMore: Bool { values.keys.contains { $0 != "type" && $0 != "alias" } }

  private static func colon(_ text: String) -> String.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ":" {
        // Behind a plain key a colon needs a space.
        let next = text.index(after: index)
        let isQuoted = index > text.startIndex && "\"'".contains(text[text.index(before: index)])
        if isQuoted || next == text.endIndex || text[next].isWhitespace { return index }
      }
    }
    return nil
  }

  private static func trim(_ text: String) -> String {
    var slice = text[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }

  private static func unquote(_ text: String) -> String {
    guard text.count > 1, let first = text.first, first == text.last, first == "\"" || first == "'"
    else { return text }
    return String(text.dropFirst().dropLast())
  }
}
