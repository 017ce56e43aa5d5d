import Diagnostics

/// The commit since another one that gave each line of a file its present words: one `git blame`
/// for each file that is queried.
struct LineHistory: Sendable {
  private let git: Git
  private let base: String
  private let history: ChangeHistory
  /// For each line the index of its commit; `nil` for unchanged lines.
  private var files: [String: [Int?]] = [:]

  init(_ git: Git, since base: String, history: ChangeHistory) {
    self.git = git
    self.base = base
    self.history = history
  }

  /// The newest commit that changed one of some lines, and the first of its lines.
  ///
  /// `nil` if no line of the range was changed since the base commit. A smaller index is a newer
  /// commit.
  mutating func newest(in file: String, _ lines: ClosedRange<Int>) -> (index: Int, line: Int)? {
    // A file that no commit has changed need not be read.
    guard history.files[file] != nil else { return nil }
    let commits = files[file] ?? read(file)
    files[file] = commits
    var best: (index: Int, line: Int)?
    for line in lines where line <= commits.count {
      if let index = commits[line - 1], index < best?.index ?? .max { best = (index, line) }
    }
    return best
  }

  /// Format: "git-blame", THE PORCELAIN FORMAT. A line's first row has the commit's name and the
  /// line's number; rows about the commit follow once; the line itself follows a tab.
  private func read(_ file: String) -> [Int?] {
    let isKnown = Dictionary(
      history.commits.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [Int?] = []
    var name = ""
    for line in git.lines(["blame", "--porcelain", "^\(base)", "--", file]) ?? [] {
      if line.hasPrefix("\t") {
        // Uncommitted changes have a name of zeros.
        result.append(isKnown[name.contains { $0 != "0" } ? name : ""])
      } else if let first = line.split(separator: " ").first, first.utf8.count >= 40,
        first.allSatisfy(\.isHexDigit)
      {
        name = String(first)
      }
    }
    return result
  }
}
