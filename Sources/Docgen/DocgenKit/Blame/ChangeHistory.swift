import Diagnostics

/// What commits have done to the sources since one of them: read from one `git log`, newest first,
/// with what is not committed yet in front.
struct ChangeHistory: Sendable {
  struct Entry: Sendable {
    /// In full; empty for what is not committed yet.
    var name: String
    var commit: Commit
  }

  /// A word that came or went: with the newest commit that did it, and in which file.
  struct Change: Sendable {
    /// In `commits`.
    var index: Int
    var file: String
  }

  private(set) var commits = [Entry(name: "", commit: .none)]
  private(set) var removals: [String: Change] = [:]
  private(set) var additions: [String: Change] = [:]
  /// The newest commit that changed each file, in `commits`.
  private(set) var files: [String: Int] = [:]

  private let words: Set<String>
  /// The file that a hunk is of, nothing where it is none of the sources.
  private var file: String?
  /// How many lines of the hunk are still to come.
  private var (olds, news) = (0, 0)

  /// A commit that is no ancestor of the one that is checked out has no history to read.
  private static let limit = 5_000

  init(
    _ git: Git, since base: String, words: Set<String>, isSource: (String) -> Bool
  ) {
    self.words = words
    let form = ["--no-color", "--relative", "-U0", "-p"]
    let plain = ["-c", "core.quotePath=false", "-c", "diff.noprefix=false"]
    let prefixes = ["--src-prefix=a/", "--dst-prefix=b/"]
    let uncommitted = plain + ["diff"] + form.dropLast() + prefixes + ["HEAD", "--", "*.swift"]
    for line in git.lines(uncommitted) ?? [] { read(line, isSource) }
    let log =
      plain + ["log", "-n", "\(Self.limit)", "--format=%x01%H%x02%h%x02%cs%x02%s"] + form + prefixes
    for line in git.lines(log + ["\(base)..HEAD", "--", "*.swift"]) ?? [] { read(line, isSource) }
  }

  private mutating func read(_ line: String, _ isSource: (String) -> Bool) {
    if olds > 0, line.hasPrefix("-") {
      olds -= 1
      note(line, \.removals)
    } else if news > 0, line.hasPrefix("+") {
      news -= 1
      note(line, \.additions)
    } else if line.hasPrefix("\u{1}") {
      let parts = line.dropFirst().split(
        separator: "\u{2}", maxSplits: 3, omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 4 else { return }
      let commit = Commit(hash: parts[1], date: parts[2], subject: parts[3])
      commits.append(Entry(name: parts[0], commit: commit))
    } else if line.hasPrefix("--- ") || line.hasPrefix("+++ ") {
      let path = String(line.dropFirst(6))
      guard line.hasPrefix("--- a/") || line.hasPrefix("+++ b/") else { return }
      file = isSource(path) ? path : nil
      if file != nil, files[path] == nil { files[path] = commits.count - 1 }
    } else if line.hasPrefix("@@ ") {
      (olds, news) = Self.counts(line)
    }
  }

  /// `@@ -3,2 +3 @@` -> 2, 1
  private static func counts(_ line: String) -> (Int, Int) {
    let parts = line.split(separator: " ").dropFirst().prefix(2).map { part in
      part.split(separator: ",").dropFirst().first.flatMap { Int($0) } ?? 1
    }
    return (parts.first ?? 0, parts.last ?? 0)
  }

  private mutating func note(_ line: String, _ changes: WritableKeyPath<Self, [String: Change]>) {
    guard let file else { return }
    for word in BlameQuestion.words(line.dropFirst()) where words.contains(word) {
      if self[keyPath: changes][word] == nil {
        self[keyPath: changes][word] = Change(index: commits.count - 1, file: file)
      }
    }
  }
}
