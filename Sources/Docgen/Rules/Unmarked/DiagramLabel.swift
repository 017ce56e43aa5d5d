/// The displayed label of a node or participant.
enum DiagramLabel {
  /// The names that a label may give, the complete text first.
  ///
  ///     `Store` (actor)  ->  Store (actor), Store
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
    var seen: Set<String> = []
    return names.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
