/// The arguments of a call in inline code.
///
///     width: 3, color: .red      labels: width, color
///     .red                       labels: _
///     force                      nil: prose names a parameter like this, with or without its label
struct CallLabels {
  let labels: [String]

  /// Returns `nil` for an argument that is not certain to be one of a call, and for unbalanced
  /// brackets.
  init?(_ inside: Substring) {
    guard let arguments = Self.arguments(in: inside) else { return nil }
    var labels: [String] = []
    for argument in arguments {
      if let match = argument.prefixMatch(of: /\s*([A-Za-z_]\w*)(?: \w+)?: *\S/) {
        labels.append(String(match.1))
      } else if argument.contains(/^\s*(?:\.[a-z]\w*|-?[0-9]|"[^"]*"\s*$|true\b|false\b)/) {
        labels.append("_")
      } else {
        return nil
      }
    }
    self.labels = labels
  }

  /// The texts between commas outside of brackets and quotation marks.
  private static func arguments(in text: Substring) -> [Substring]? {
    guard !text.isEmpty, !text.contains("..."), !text.contains("…") else { return nil }
    var arguments: [Substring] = []
    var (start, depth, isQuoted) = (text.startIndex, 0, false)
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      switch text[index] {
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}", ">": depth -= 1
      case "," where depth == 0:
        arguments.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      if depth < 0 { return nil }
    }
    return depth == 0 && !isQuoted ? arguments + [text[start...]] : nil
  }
}
