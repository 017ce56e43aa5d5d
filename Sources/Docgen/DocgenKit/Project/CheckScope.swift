import CommandLineTool
import Diagnostics
import Markdown

/// A part of a project's pages, for a check that is not about all of them.
struct CheckScope: Sendable {
  /// The paths of the pages.
  var pages: Set<String>
  /// Whether the findings that belong to no page are reported: comments, the configuration, measured
  /// values of machines.
  var includesProject: Bool
}

/// One of several parts of about the same size, into which the jobs of a CI matrix split a check.
///
/// Every page is in exactly one part. A part is a run of pages in their order, so that its size differs
/// from the mean by at most one page, and the joined reports have the order of the complete one. The
/// last part has the findings that belong to no page.
struct CheckShard: Sendable {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  static let option = CommandOption.parsed(
    "shard", value: "K/N", expected: "a part such as 3/8, from 1/8 to 8/8",
    "Check only part K of N parts of about the same size", parse: CheckShard.init)

  /// Reads `3/8`; `nil` unless 1 ≤ K ≤ N.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      number >= 1, number <= count, count <= 1_000_000
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The pages whose middle byte is in this part of all bytes.
  func pages(of pages: [Page]) -> [Page] {
    // An empty page has a weight as well, so that it has a middle.
    let sizes = pages.map { $0.source.bytes.count + 1 }
    let total = sizes.reduce(0, +)
    var before = 0
    return zip(pages, sizes).filter { _, size in
      defer { before += size }
      return (2 * before + size) * count / (2 * total) == number - 1
    }.map(\.0)
  }
}

extension CommandContext {
  static let changedSince = CommandOption.text(
    "changed-since", value: "REVISION",
    "Check only pages that a change since this revision can touch")

  /// Restricts a project to the pages that the options of the command line choose among those that the
  /// operands name.
  ///
  /// - Throws: `UsageError` for an unknown revision, `FileError` if an old file cannot be read.
  func restrict(_ project: inout Project) throws {
    if let name = arguments[Self.changedSince] {
      let base = try Revision.before(name, in: project.root.folder)
      guard let changed = ChangedFile.all(since: base.commit, in: project.root.folder) else {
        throw FileError("compare", name, reason: "git failed")
      }
      project.changes = try ProjectChanges(project, since: base, changed: changed)
    }
    guard let shard = arguments[CheckShard.option] else { return }
    let pages = shard.pages(of: project.pages(named: arguments.operands).pages)
    project.scope = CheckScope(
      pages: Set(pages.map(\.path)), includesProject: shard.number == shard.count)
  }
}
