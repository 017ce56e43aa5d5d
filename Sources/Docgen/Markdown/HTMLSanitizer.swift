/// The harmless part of a page's HTML: its text, and tags that only arrange text, without their
/// attributes. Images are kept if their content is known.
///
///     <!-- a --><kbd onclick="x()">C</kbd><script>y()</script>  ->  <kbd>C</kbd>
///
/// A list of allowed tags and not of forbidden ones, because browsers keep gaining elements and
/// attributes that load or run something. A `<` that begins no tag is escaped; what remains cannot
/// be completed to a tag by the text after it.
enum HTMLSanitizer {
  private static let kept: Set<String> = [
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl", "dt", "em",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol", "p", "pre", "q", "s",
    "samp", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th",
    "thead", "tr", "tt", "u", "ul", "var",
  ]
  /// Elements whose content is not text.
  private static let dropped: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select",
    "style", "svg", "template", "textarea", "title", "xmp",
  ]

  static func of(_ html: String, image: (String) -> String? = { _ in nil }) -> String {
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
        if tag.name == "img", !tag.isEnd { result += tag.image(image) }
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

  /// An element without an end swallows the rest of the text.
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
    /// The text between its name and its end.
    private var inside: Substring
    /// The text after it.
    var rest: Substring

    /// A `>` in a quoted value does not end the tag. Returns `nil` if no letter follows `<` or
    /// `</`.
    init?(_ text: Substring) {
      var rest = text.dropFirst()
      guard text.first == "<" else { return nil }
      isEnd = rest.first == "/"
      if isEnd { rest = rest.dropFirst() }
      let letters = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard let first = letters.first, first.isLetter else { return nil }
      name = letters.lowercased()
      rest = rest[letters.endIndex...]
      let start = rest
      var end = rest.startIndex
      var quote: Character?
      while let character = rest.popFirst() {
        if let open = quote {
          if character == open { quote = nil }
        } else if character == "\"" || character == "'" {
          quote = character
        } else if character == ">" {
          break
        }
        end = rest.startIndex
      }
      inside = start[..<end]
      self.rest = rest
    }

    /// An image with its size if its content is known; otherwise its description.
    func image(_ image: (String) -> String?) -> String {
      let description = attribute("alt") ?? ""
      guard let source = attribute("src"),
        let address = image(source.replacing("&amp;", with: "&"))
      else { return description }
      let sizes = ["width", "height"].compactMap { name -> String? in
        guard let size = attribute(name), !size.isEmpty,
          size.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "%") })
        else { return nil }
        return " \(name)=\"\(size)\""
      }
      // The text comes from a tag: it already has entities, but quotes may be unescaped.
      let alt = description.replacing("\"", with: "&quot;")
      return "<img src=\"\(HTMLText.escaped(address))\" alt=\"\(alt)\"\(sizes.joined()) />"
    }

    /// The value of an attribute: ` src="a.png" alt=x` -> `a.png` for `src`
    private func attribute(_ name: String) -> String? {
      var rest = inside
      while true {
        rest = rest.drop { $0.isWhitespace || $0 == "/" }
        let word = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
        if word.isEmpty { return nil }
        rest = rest[word.endIndex...].drop(while: \.isWhitespace)
        var value: Substring = ""
        if rest.first == "=" {
          rest = rest.dropFirst().drop(while: \.isWhitespace)
          if let quote = rest.first, quote == "\"" || quote == "'" {
            value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
          } else {
            value = rest.prefix { !$0.isWhitespace }
            rest = rest[value.endIndex...]
          }
        }
        if word.lowercased() == name {
          return String(value).replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
      }
    }
  }
}
