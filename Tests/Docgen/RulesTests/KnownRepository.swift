import Diagnostics
import Rules
import SwiftIndex

/// A repository whose words, files and history a test defines.
struct KnownRepository: RepositoryFacts {
  var code: Set<String> = []
  var comments: Set<String> = []
  var text: Set<String> = []
  var paths: [String] = []
  var ignored: Set<String> = []
  var removals: [String: NameRemoval] = [:]
  var deletions: [String: FileDeletion] = [:]
  /// Whether the lines of the page were written before the removals.
  var isLineOlder: Bool? = true
  /// The text of every line at the time a page was written.
  var oldLine: String?
  /// The texts of files at the time a page was written.
  var oldTexts: [String: String] = [:]
  /// Words that the page had before the removals.
  var oldWords: Set<String> = []
  /// Words that are newer than the page.
  var newWords: Set<String> = []
  var newNames: [String: String] = [:]
  var newDependency = false
  var hasHistory = true
  var tags: [String] = []
  /// `nil` if all tags are merged.
  var tagsOfBranch: [String]?
  var mergedTags: [String] { tagsOfBranch ?? tags }

  static let commit = Commit(hash: "8d6d33a", date: "2026-01-04", subject: "Replace the queue")

  func contains(_ word: String, in kind: WordIndex.Kind) -> Bool {
    switch kind {
    case .code: code.contains(word)
    case .comment: comments.contains(word)
    case .text: text.contains(word)
    }
  }

  func hasFile(named name: String) -> Bool {
    paths.contains { path in
      path.split(separator: "/").contains { $0 == name[...] || $0.hasPrefix(name + ".") }
    }
  }

  func files(endingIn path: String) -> [String] {
    paths.filter { $0 == path || $0.hasSuffix("/" + path) }
  }

  func isUntracked(_ path: String) -> Bool { ignored.contains(path) }
  func removal(of key: NameRemoval.Key) -> NameRemoval? { removals[key.text] }
  func deletion(ofFile path: String) -> FileDeletion? { deletions[path] }
  func deletion(ofFolder path: String) -> FileDeletion? {
    let folder = "/" + path.split(separator: "/").joined(separator: "/") + "/"
    return deletions.values.first { ("/" + $0.path).contains(folder) }
  }
  func isLine(_ line: Int, of page: String, olderThan commit: Commit) -> Bool? { isLineOlder }
  func text(
    ofLine number: Int, in file: String, whenWritingLine line: Int, of page: String
  ) -> String? { oldLine }
  func text(of file: String, whenWritingLine line: Int, of page: String) -> String? {
    oldTexts[file]
  }
  func hadWord(_ word: String, whenWritingLine line: Int, of page: String) -> Bool? {
    hasHistory ? !newWords.contains(word) : nil
  }
  func had(_ word: String, on page: String, before commit: Commit) -> Bool {
    oldWords.contains(word)
  }
  func replacement(for removal: NameRemoval) -> String? { newNames[removal.name] }
  func addsDependency(_ commit: Commit) -> Bool { newDependency }

  /// The same repository, with a name that a commit removed.
  func removing(_ name: String, isExample: Bool = false) -> KnownRepository {
    var copy = self
    copy.removals[name] = NameRemoval(
      name: name, commit: Self.commit, file: "Sources/House/Old.swift", isExample: isExample)
    return copy
  }

  /// The same repository, with files that a commit deleted.
  func deleting(_ paths: String...) -> KnownRepository {
    var copy = self
    for path in paths {
      let deletion = FileDeletion(path: path, commit: Self.commit)
      var end = path[...]
      while true {
        copy.deletions[String(end)] = deletion
        guard let slash = end.firstIndex(of: "/") else { break }
        end = end[end.index(after: slash)...]
      }
    }
    return copy
  }
}
