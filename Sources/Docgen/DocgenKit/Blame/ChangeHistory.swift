import Diagnostics

/// The changes of commits to the sources since one of them: read from one `git log`, newest first,
/// after the uncommitted changes.
///
/// `-U0` omits context lines, so each line of a hunk is a change. Words are indexed while the
/// output is read: only those that some finding asks about are kept, so memory does not depend on
/// the size of the history.
struct ChangeHistory: Sendable {
  struct Entry: Sendable {
    /// The complete name; empty for uncommitted changes.
    var name: String
    var commit: Commit
  }

  /// The newest commit that added or removed a word, and the file.
  struct Change: Sendable {
    /// Index in `commits`.
    var index: Int
    var file: String
  }

  private(set) var commits = [Entry(name: "", commit: .none)]
  private(set) var removals: [String: Change] = [:]
  private(set) var additions: [String: Change] = [:]
  /// The index in `commits` of the newest commit that changed each file.
  private(set) var files: [String: Int] = [:]

  private let words: Set<String>
  /// The file of a hunk, `nil` if it is not one of the sources.
  private var file: String?
  /// The numbers of remaining lines of the hunk.
  private var (olds, news) = (0, 0)

  /// Without this limit, a base commit that is not an ancestor of the current one would mean
  /// reading the complete history.
  private static let limit = 5_000

  /// `base` is exclusive. `isSource` decides whether a path is one of the configured sources; other
  /// files are skipped.
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
