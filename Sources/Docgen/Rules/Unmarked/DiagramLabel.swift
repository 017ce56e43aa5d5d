/// The displayed label of a node or participant.
enum DiagramLabel {
  /// The names that a label may give, the complete text first.
  ///
  ///     `Store` (actor)  ->  Store (actor), Store
  ///     Store Actor      ->  Store Actor, Store
  static func names(in label: String) -> [String] {
    func plain(_ text: some StringProtocol) -> String {
      let words = String(text).filter { !"`*\"".contains($0) }.split(whereSeparator: \.isWhitespace)
      return words.map(String.init).joined(separator: " ")
    }
    let first = label.split(separator: "\n").first.map(String.init) ?? label
    var names = [plain(label), plain(first)]
    for delimiter in ["(", "<", "["] as [Character] where first.contains(delimiter) {
      names.append(plain(first.prefix { $0 != delimiter }))
    }
    let words = plain(first).split(separator: " ")
    if words.count == 2, kinds.contains(words[1].lowercased()) { names.append(String(words[0])) }
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Words that state what the name before them is.
  private static let kinds: Set = [
    "actor", "class", "enum", "module", "package", "protocol", "struct", "target",
  ]
}
