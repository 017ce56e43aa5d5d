/// Text in HTML.
enum HTMLText {
  /// As text of an element or in an attribute between double quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\0": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A script that nothing in its text can end: `</` is the same as `<\/` within its strings, regular
  /// expressions and comments.
  static func script(_ text: String) -> String {
    let safe = text.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
    return "<script>\n\(safe)\n</script>\n"
  }
}
