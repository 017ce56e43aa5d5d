/// The parts of a line with an arrow: `SE->>+NC: getChanges(…)`, `idle --> syncing: performSync()`.
struct Arrow {
  var indent: String
  var from: String
  /// Includes the spaces around the arrow and a following `+` or `-`.
  var sign: String
  var to: String
  var label: String
  var line: String

  private static let signs = [
    "-->>", "--x", "->>", "-x", "-)", "--)", "<|..", "..|>", "<|--", "--|>", "*--", "o--", "..>",
    "-->",
  ]

  init?(_ line: String) {
    self.line = line
    indent = String(line.prefix { $0 == " " })
    let (head, label) = Self.split(String(line.dropFirst(indent.count)))
    self.label = label
    guard let sign = Self.signs.first(where: { head.contains($0) }),
      let range = head.firstRange(of: sign)
    else { return nil }
    let before = head[..<range.lowerBound]
    var after = head[range.upperBound...]
    let mark = after.prefix { $0 == "+" || ($0 == "-" && after.count > 1) }
    after = after.dropFirst(mark.count)
    let (left, right) = (before.hasSuffix(" ") ? " " : "", after.hasPrefix(" ") ? " " : "")
    from = before.split(separator: " ").joined(separator: " ")
    to = after.split(separator: " ").joined(separator: " ")
    self.sign = left + sign + mark + right
    if from.isEmpty || to.isEmpty { return nil }
  }

  /// The first word of the label, as a report would quote it.
  var word: String { String(label.prefix { $0.isLetter || $0.isNumber }) }

  /// Swaps call and response arrows.
  var turned: String {
    let mark = sign.contains(">>") ? ">>" : sign.contains(")") ? ")" : "x"
    let isDotted = sign.contains("--")
    let end = mark == "x" ? (isDotted ? "->>" : "-->>") : (isDotted ? "-\(mark)" : "--\(mark)")
    let activation = sign.hasSuffix("+") ? "+" : sign.hasSuffix("-") ? "-" : ""
    return "\(indent)\(from)\(end)\(activation)\(to): \(label)"
  }

  var withoutActivation: Arrow {
    var arrow = self
    if sign.hasSuffix("+") || sign.hasSuffix("-") { arrow.sign.removeLast() }
    return arrow
  }

  func with(to: String? = nil, label: String? = nil) -> String {
    let words = label ?? self.label
    return "\(indent)\(from)\(sign)\(to ?? self.to)" + (words.isEmpty ? "" : ": \(words)")
  }

  private static func split(_ text: String) -> (head: String, label: String) {
    guard let colon = text.firstRange(of: ":") else { return (text, "") }
    let label = text[colon.upperBound...].drop { $0 == " " }
    return (String(text[..<colon.lowerBound]), String(label))
  }
}
