import Foundation

/// A repository of 3,000 Swift files, 200 documents and 300 commits, for the first steps of a new
/// user: `init` and `check` in a fresh checkout, and `check` again.
struct RepositoryBench: Bench {
  let name = "repository"

  func run() {
    do {
      try measure()
    } catch {
      Report.failed("3,000 files", error)
    }
  }

  private func measure() throws {
    let folder = try ScratchFolder()
    let root = folder.path("project")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try RepositoryHistory(files: 3_000, documents: 200, commits: 300).write(to: root)
    let first = try CheckBench.best(of: 2) {
      for name in [".docgen.json", ".build"] {
        try? FileManager.default.removeItem(atPath: root + "/" + name)
      }
      // With this folder, the cache is here instead of in the user's folder, as in a project that
      // was built before.
      try FileManager.default.createDirectory(
        atPath: root + "/.build", withIntermediateDirectories: true)
      try CheckBench.docgen("init", in: root)
      try CheckBench.docgen("check", in: root)
    }
    try CheckBench.docgen("check", in: root)
    let again = try CheckBench.best(of: 5) { try CheckBench.docgen("check", in: root) }
    let log = ["-C", root, "log", "--first-parent", "-p", "-U0", "--", "*.swift"]
    let peer = try CheckBench.best(of: 2) { try CheckBench.run("/usr/bin/git", log) }
    Report.line(
      "3,000 files, init and check", "\(Report.number(first)) s",
      beside: "\(Report.number(first / peer)) x `git log -p` (\(Report.number(peer)) s); "
        + "promised: under 20 s")
    Report.line(
      "  once more, nothing changed", "\(Report.number(again)) s", beside: "promised: under 1 s")
  }
}

/// Invented sources and documents with a history, written by one `git fast-import`.
private struct RepositoryHistory {
  let files: Int
  let documents: Int
  let commits: Int

  func write(to folder: String) throws {
    let stream = folder + ".stream"
    try history.write(toFile: stream, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: stream) }
    try CheckBench.run(
      "/bin/sh",
      [
        "-c",
        "git init -q -b main && git fast-import --quiet < '\(stream)' && git checkout -q main",
      ],
      in: folder)
  }

  /// Each commit adds files, and renames a member in those of the previous commit.
  private var history: String {
    var stream = ""
    let each = files / commits
    for commit in 0..<commits {
      stream +=
        "commit refs/heads/main\ncommitter a <a@example.com> \(1_700_000_000 + commit) +0000\n"
      stream += Self.data("Change \(commit)")
      for file in (commit * each)..<((commit + 1) * each) {
        stream += Self.file("Sources/App/Part\(file).swift", source(file, isOld: true))
      }
      guard commit > 0 else { continue }
      for file in ((commit - 1) * each)..<(commit * each) {
        stream += Self.file("Sources/App/Part\(file).swift", source(file, isOld: false))
      }
    }
    stream += "commit refs/heads/main\ncommitter a <a@example.com> 1700001000 +0000\n"
    stream += Self.data("Describe the parts")
    for number in 0..<documents {
      stream += Self.file("docs/page\(number).md", document(number))
    }
    return stream
  }

  private func source(_ number: Int, isOld: Bool) -> String {
    let members = (0..<8).map { member in
      """
        /// Loads what part \(number) needs for step \(member).
        public func \(isOld ? "fetch" : "load")Step\(member)(from path: String, limit: Int = 10) async throws -> [String] {
          guard limit > \(member) else { return [] }
          return try await next.map { try await $0.run(path) } ?? [path]
        }
      """
    }
    return """
      import Foundation

      /// Part \(number) of the application.
      public final class AppPart\(number) {
        private let next: AppPart\((number + 1) % files)?
        public var itemCount\(number) = \(number)

      \(members.joined(separator: "\n\n"))
      }

      """
  }

  private func document(_ number: Int) -> String {
    let first = number * (files / documents)
    let sections = (first..<first + 10).map { part in
      """
      ## Part \(part)

      `AppPart\(part)` counts by `AppPart\(part).itemCount\(part)` and loads with `loadStep3(from:limit:)`.
      It is declared in [its file](../Sources/App/Part\(part).swift), which `AppPart\(part).loadStep1(from:limit:)` reads.

      """
    }
    return "# Page \(number)\n\n" + sections.joined(separator: "\n")
  }

  private static func file(_ path: String, _ text: String) -> String {
    "M 644 inline \(path)\n" + data(text)
  }

  private static func data(_ text: String) -> String { "data \(text.utf8.count)\n\(text)\n" }
}
