import Markdown

/// Folders and files that a code block draws as a tree.
///
///     Sources/
///     ├── App/            Sources/App
///     │   └── main.swift  Sources/App/main.swift, "starts the program"
///     └── Core/           Sources/Core
///
/// A list of names with a dash and a text after each is one, too: `server - answers`.
struct FileTree {
  struct Entry {
    /// From the root of the tree.
    var path: [String]
    /// 1-based, in the block.
    var line: Int
    var column: Int
    var isFolder: Bool
    /// The text after the name.
    var comment: Substring
  }

  private(set) var entries: [Entry] = []
  /// `Store.swift - the rows`
  nonisolated(unsafe) private static let entry = /^[\w.]+ +[-–—] +\w/

  /// `nil` for a block of something else: fewer than three of its lines are parts of a tree, or most
  /// are not.
  init?(_ fence: Fence) {
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    let isList = lines.allSatisfy { $0.isEmpty || $0.contains(Self.entry) }
    guard Self.languages.contains(fence.language.lowercased()),
      isList || fence.literal.contains(where: { "├└|`".contains($0) })
        || fence.literal.contains("/\n")
    else { return nil }
    var folders: [(column: Int, name: String?)] = []
    var count = 0
    var branches = 0
    for (index, line) in lines.enumerated() {
      let start = line.firstIndex { !Self.branch.contains($0) } ?? line.endIndex
      guard start < line.endIndex else { continue }
      count += 1
      if line[..<start].contains(where: { "├└|`+".contains($0) }) { branches += 1 }
      let column = line.distance(from: line.startIndex, to: start)
      while let last = folders.last, last.column >= column { folders.removeLast() }
      let (name, comment) = Self.parts(of: line[start...])
      defer { folders.append((column, name)) }
      guard let name, folders.allSatisfy({ $0.name != nil }) else { continue }
      let parents = folders.compactMap(\.name).flatMap(Self.components)
      if let last = entries.indices.last, folders.count > 0, entries[last].path == parents {
        entries[last].isFolder = true
      }
      entries.append(
        Entry(
          path: parents + Self.components(name), line: index + 1,
          column: line[..<start].utf8.count + 1,
          isFolder: name.hasSuffix("/") || isList && !name.contains("."), comment: comment))
    }
    guard entries.count >= 3, entries.count * 2 > count, isList || branches * 2 > count else {
      return nil
    }
  }

  private static let languages: Set = ["", "text", "txt", "plaintext", "plain", "tree", "ascii"]
  private static let branch: Set<Character> = [
    " ", "\t", "│", "├", "└", "─", "┬", "|", "`", "+", "-", "┃", "┣", "┗", "━", "╰", "╭",
    "\u{A0}",
  ]

  private static func components(_ name: String) -> [String] {
    name.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  /// The name at the start of a line; `nil` for a pattern, several names or prose.
  private static func parts(of line: Substring) -> (name: String?, comment: Substring) {
    let end = line.firstIndex { $0 == " " || $0 == "\t" } ?? line.endIndex
    let comment = line[end...].drop { $0 == " " || $0 == "\t" }
    let name = line[..<end].trimmingCharacters(of: "`")
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { FileName.isOfPath($0) && $0 < 0x80 }
      && name.contains { $0.isLetter } && !name.contains("...") && !name.hasSuffix("…")
    // A word directly after the name is a part of it, or of a sentence.
    let isProse =
      comment.startIndex != line.endIndex && line[end...].hasPrefix(" ")
      && !line[end...].hasPrefix("  ") && comment.first.map { $0.isLetter && $0.isASCII } == true
    return (isName && !isProse ? String(name) : nil, comment)
  }
}

extension Substring {
  fileprivate func trimmingCharacters(of characters: String) -> Substring {
    var text = self
    while let first = text.first, characters.contains(first) { text = text.dropFirst() }
    while let last = text.last, characters.contains(last) { text = text.dropLast() }
    return text
  }
}
