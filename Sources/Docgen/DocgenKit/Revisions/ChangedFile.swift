import CommandLineTool

/// A file that differs from an earlier state.
struct ChangedFile: Sendable {
  /// Relative to the project's folder; it begins with `../` for a file outside of it.
  var path: String
  var isAdded = false
  var isRemoved = false

  /// The files of the working tree that differ from a commit, committed or not; `nil` if Git fails.
  ///
  /// Format: git-diff(1), `--name-status -z`. A renamed file is a removed and an added one.
  static func all(since commit: String, in folder: String) -> [ChangedFile]? {
    let git = Git(folder: folder, reportsErrors: false)
    let words = ["diff", "--name-status", "-z", "--no-renames", commit, "--"]
    let untracked = ["ls-files", "-z", "--others", "--exclude-standard", "--full-name"]
    guard let changed = git.output(words), let new = git.output(untracked),
      let prefix = git.lines(["rev-parse", "--show-prefix"])?.first
    else { return nil }
    func fields(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    let listed = fields(changed)
    let tracked = stride(from: 0, to: listed.count - 1, by: 2).map { index in
      ChangedFile(
        path: relative(listed[index + 1], to: prefix), isAdded: listed[index] == "A",
        isRemoved: listed[index] == "D")
    }
    return tracked
      + fields(new).map { ChangedFile(path: relative($0, to: prefix), isAdded: true) }
  }

  /// `libs/door/a.swift`, `libs/window/` -> `../door/a.swift`
  private static func relative(_ path: String, to folder: String) -> String {
    var (parts, around) = (path.split(separator: "/")[...], folder.split(separator: "/")[...])
    while parts.count > 1, let first = around.first, first == parts.first {
      parts.removeFirst()
      around.removeFirst()
    }
    return (around.map { _ in ".." } + parts).joined(separator: "/")
  }
}

extension Revision {
  /// A revision that the command line names.
  ///
  /// - Throws: `UsageError` if Git does not know it.
  static func named(_ name: String, in folder: String) throws(UsageError) -> Revision {
    if let revision = Revision(name, in: folder) { return revision }
    let git = Git(folder: folder, reportsErrors: false)
    guard let answer = git.lines(["rev-parse", "--is-shallow-repository"])?.first else {
      throw UsageError("\(folder) is not in a Git repository, or git is not installed")
    }
    throw UsageError(
      "unknown Git revision `\(name)`"
        + (answer == "true" ? "; the clone is shallow: \(Self.deepen)" : ""))
  }

  private static let deepen = "fetch the history with `git fetch --unshallow`, or `fetch-depth: 0`"

  /// The last common commit of a revision that the command line names and the current commit.
  ///
  /// - Throws: `UsageError` if Git does not know the revision, or no such commit.
  static func before(_ name: String, in folder: String) throws(UsageError) -> Revision {
    let revision = try named(name, in: folder)
    let git = Git(folder: folder, reportsErrors: false)
    guard let base = git.lines(["merge-base", revision.commit, "HEAD"])?.first else {
      throw UsageError("no common commit of `\(name)` and the current one: \(deepen)")
    }
    return try named(base, in: folder)
  }
}
