/// What is left of HTML in a page when it must be able to do nothing: its text, and tags that only
/// arrange text, without their attributes.
///
///     <!-- a --><kbd onclick="x()">C</kbd><script>y()</script>  ->  <kbd>C</kbd>
enum HarmlessHTML {
  private static let kept: Set<String> = [
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl", "dt", "em",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol", "p", "pre", "q", "s",
    "samp", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th",
    "thead", "tr", "tt", "u", "ul", "var",
  ]
  /// Elements whose content is no text.
  private static let dropped: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select",
    "style", "svg", "template", "textarea", "title", "xmp",
  ]

  static func of(_ html: String) -> String {
    var result = ""
    var rest = html[...]
    while let place = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      result += rest[..<place]
      rest = rest[place...]
      if rest.hasPrefix("<!--") {
        rest = after("-->", in: rest)
      } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
        rest = after(">", in: rest)
      } else if let tag = Tag(rest) {
        rest = tag.rest
        if kept.contains(tag.name) { result += tag.isEnd ? "</\(tag.name)>" : "<\(tag.name)>" }
        if dropped.contains(tag.name), !tag.isEnd { rest = afterEnd(of: tag.name, in: rest) }
      } else {
        result += rest.first == "<" ? "&lt;" : "&gt;"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func after(_ end: String, in text: Substring) -> Substring {
    text.firstRange(of: end).map { text[$0.upperBound...] } ?? ""
  }

  private static func afterEnd(of name: String, in text: Substring) -> Substring {
    var rest = text
    while let place = rest.firstRange(of: "</") {
      rest = rest[place.lowerBound...]
      if let tag = Tag(rest), tag.name == name { return tag.rest }
      rest = rest.dropFirst(2)
    }
    return ""
  }

  /// A tag at the start of a text.
  private struct Tag {
    var name: String
    var isEnd: Bool
    /// What stands behind it.
    var rest: Substring

    init?(_ text: Substring) {
      var rest = text.dropFirst()
      guard text.first == "<" else { return nil }
      isEnd = rest.first == "/"
      if isEnd { rest = rest.dropFirst() }
      let letters = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard let first = letters.first, first.isLetter else { return nil }
      name = letters.lowercased()
      rest = rest[letters.endIndex...]
      var quote: Character?
      while let character = rest.popFirst() {
        if let open = quote {
          if character == open { quote = nil }
        } else if character == "\"" || character == "'" {
          quote = character
        } else if character == ">" {
          break
        }
      }
      self.rest = rest
    }
  }
}
