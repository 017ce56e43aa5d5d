import Basics
import SwiftIndex

/// The commit that gave a line of a page its text, and the path that the page had in it.
struct LineOrigin: Sendable {
  var commit: String
  /// From the root of the repository.
  var page: String

  var isUncommitted: Bool { commit.allSatisfy { $0 == "0" } }

  /// The origins of the lines of a page, ignoring white space.
  ///
  /// Format: git-blame(1), "THE PORCELAIN FORMAT". The path follows a commit's first line.
  static func all(of page: String, _ git: Git) -> [LineOrigin] {
    var origins: [LineOrigin] = []
    var commit = ""
    var pages: [String: String] = [:]
    for line in git.lines(["blame", "-w", "--porcelain", "--", page]) ?? [] {
      if line.hasPrefix("\t") {
        origins.append(LineOrigin(commit: commit, page: pages[commit] ?? page))
      } else if line.hasPrefix("filename ") {
        pages[commit] = String(line.dropFirst("filename ".count))
      } else if let first = line.split(separator: " ").first, first.utf8.count >= 40,
        first.allSatisfy(\.isHexDigit)
      {
        commit = String(first)
      }
    }
    return origins
  }

  /// The path that a file had in the commit: the nearest file of that name to the page; `nil` if
  /// several are as near.
  ///
  /// The folders of the page and of the file may have been renamed since.
  func path(of file: String, _ git: Git) -> String? {
    let words = [
      "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "--full-tree", commit,
    ]
    let name = "/" + file.fileName
    let found = (git.lines(words) ?? []).filter { ("/" + $0).hasSuffix(name) }
    let near = found.map { (path: $0, shared: sharedFolders(with: $0)) }
    guard let best = near.max(by: { $0.shared < $1.shared }),
      near.count(where: { $0.shared == best.shared }) == 1
    else { return nil }
    return best.path
  }

  private func sharedFolders(with path: String) -> Int {
    zip(page.split(separator: "/").dropLast(), path.split(separator: "/").dropLast())
      .prefix { $0 == $1 }.count
  }
}
