import Diagnostics

/// Finds front matter that is plainly no YAML mapping: a line of text among keys.
///
/// Only the outermost level is looked at; what the keys hold is left to Mermaid.
enum FrontMatterChecks {
  static func errors(_ header: DiagramHeader) -> [MermaidError] {
    guard let matter = header.frontMatter, let range = matter.range else { return [] }
    let lines = matter.text.split(separator: "\n", omittingEmptySubsequences: false)
    let outer = lines.indices.filter { index in
      guard let first = lines[index].first else { return false }
      return !first.isWhitespace && first != "#" && !lines[index].hasPrefix("- ")
    }
    let bare = outer.filter { !isKey(lines[$0]) }
    guard let line = bare.first,
      bare.count < outer.count || "@`%]}|>*&!".contains(lines[line].first ?? "a")
    else { return [] }
    let text = String(lines[line])
    return [
      MermaidError(
        "`\(text)` is no key of the front matter",
        at: SourceRange(line: range.start.line + line + 1, column: 1, length: text.utf8.count),
        token: text, expected: ["`key: value`"])
    ]
  }

  /// `key:`, `key: value`, a flow mapping.
  private static func isKey(_ line: Substring) -> Bool {
    if line.hasPrefix("{") { return true }
    var text = line
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.hasSuffix(":") || text.contains(": ")
  }
}
