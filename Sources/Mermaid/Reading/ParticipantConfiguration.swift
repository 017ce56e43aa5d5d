/// The keys and values between `@{` and `}` of a participant: a flat YAML mapping.
///
///     "type": "database", alias: Store   ->  type = database, alias = Store
struct ParticipantConfiguration {
  private var values: [String: String] = [:]

  /// Nothing when the text is no mapping.
  init?(_ text: String) {
    let separator: Character = text.contains("\n") && !text.contains(",") ? "\n" : ","
    var piece = ""
    var quote: Character?
    var pieces: [String] = []
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == separator {
        pieces.append(piece)
        piece = ""
        continue
      }
      piece.append(character)
    }
    if quote != nil { return nil }
    pieces.append(piece)
    for piece in pieces {
      let trimmed = Self.trim(piece)
      if trimmed.isEmpty { continue }
      guard let colon = Self.colon(trimmed) else {
        values[Self.unquote(trimmed)] = ""
        continue
      }
      let key = Self.unquote(Self.trim(String(trimmed[..<colon])))
      values[key] = Self.unquote(Self.trim(String(trimmed[trimmed.index(after: colon)...])))
    }
  }

  subscript(key: String) -> String? { values[key] }

  private static func colon(_ text: String) -> String.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ":" {
        return index
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
