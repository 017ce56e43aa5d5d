/// The teams that own files, from a CODEOWNERS file.
///
///     *.md            @docs           any page
///     /apps/mail/     @mail @mail-qa  everything below a folder; the last match counts
///
/// Format: GitHub, "About code owners". Sections of GitLab are ignored.
package struct CodeOwners: Sendable {
  private struct Line: Sendable {
    var pattern: IgnoreFile
    var isDirect: Bool
    var depth: Int
    var owners: [String]
  }

  private let lines: [Line]
  /// The path of the project's folder in the repository, with a slash at its end unless it is empty.
  private let prefix: String

  /// `text` is the content of the file; paths are relative to a folder of the repository.
  package init(_ text: String = "", prefix: String = "") {
    self.prefix = prefix
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let pattern = words.first, !pattern.hasPrefix("["), !pattern.hasPrefix("^[") else {
        return nil
      }
      // `docs/*` owns the files directly in the folder; Git would ignore those below it as well.
      return Line(
        pattern: IgnoreFile(pattern), isDirect: pattern.hasSuffix("/*"),
        depth: pattern.split(separator: "/").count, owners: Array(words.dropFirst()))
    }
  }

  /// The owners of a file of the project; an empty array if it has none.
  package func owners(of file: String) -> [String] {
    let path = prefix + file
    let depth = path.split(separator: "/").count
    return lines.last { line in
      line.pattern.ignores(path) && (!line.isDirect || line.depth == depth)
    }?.owners ?? []
  }
}
