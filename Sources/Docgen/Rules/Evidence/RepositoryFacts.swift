package import Diagnostics
package import SwiftIndex

/// The names in the other files of a repository and in its history.
///
/// Rules ask for it after the sources that the documents are checked against have no answer.
///
/// A protocol, so that rules can be tested with a made-up history. A page may ask thousands of
/// questions, so most are answered from an index or a cache.
package protocol RepositoryFacts: Sendable {
  /// Whether a word occurs in text of that kind, anywhere in the repository but in its documents.
  func contains(_ word: String, in kind: WordIndex.Kind) -> Bool

  /// Whether a tracked file or folder has that name, with or without its extension.
  func hasFile(named name: String) -> Bool

  /// The tracked files whose path ends in these components.
  ///
  ///     files(endingIn: "Sync/Engine.swift")  ->  ["Sources/Sync/Engine.swift"]
  func files(endingIn path: String) -> [String]

  /// Whether Git ignores a path, or a submodule contains it: then nothing is known about it.
  func isUntracked(_ path: String) -> Bool

  /// Whether the history is complete: without it, no removal can be proven or ruled out.
  var hasHistory: Bool { get }

  /// The newest commit that removed the last declaration of a name from the Swift sources.
  func removal(of key: NameRemoval.Key) -> NameRemoval?

  /// The newest commit that deleted a file of that path, or of a path that ends in it.
  func deletion(ofFile path: String) -> FileDeletion?

  /// The newest commit that deleted a file in a folder of that path, or of a path that ends in it.
  func deletion(ofFolder path: String) -> FileDeletion?

  /// Whether the text of a line was committed before a commit was; `nil` if history has no answer.
  ///
  /// This is the decisive question of most rules about prose: a text that is older than the removal
  /// was right once, a younger one was wrong from the start or means something else.
  func isLine(_ line: Int, of page: String, olderThan commit: Commit) -> Bool?

  /// The text that a line of a file had in the commit that wrote a line of a page; `nil` if the
  /// history has no answer.
  func text(
    ofLine number: Int, in file: String, whenWritingLine line: Int, of page: String
  ) -> String?

  /// The text of a file in the commit that wrote a line of a page; `nil` if the history has no
  /// answer.
  func text(of file: String, whenWritingLine line: Int, of page: String) -> String?

  /// Whether the Swift sources had a word in the commit that wrote a line of a page; `nil` if the
  /// history has no answer.
  func hadWord(_ word: String, whenWritingLine line: Int, of page: String) -> Bool?

  /// Whether a page had a word before a commit.
  func had(_ word: String, on page: String, before commit: Commit) -> Bool

  /// The name that replaced a removed one: the commit shows the same declaration with that name.
  func replacement(for removal: NameRemoval) -> String?

  /// The names of the tags.
  var tags: [String] { get }

  /// The names of the tags in the history of the current commit.
  var mergedTags: [String] { get }

  /// Whether a commit also made the package or project depend on something new.
  func addsDependency(_ commit: Commit) -> Bool
}

/// A declaration that a commit removed.
package struct NameRemoval: Hashable, Sendable {
  /// A name alone, or a function with its labels.
  ///
  ///     retry · retry(after:)
  package enum Key: Hashable, Sendable {
    case name(String)
    case function(String, labels: [String])

    package var name: String {
      switch self {
      case .name(let name), .function(let name, _): name
      }
    }

    package var text: String {
      switch self {
      case .name(let name): name
      case .function(let name, let labels): name + "(" + labels.map { $0 + ":" }.joined() + ")"
      }
    }
  }

  package var name: String
  package var commit: Commit
  /// The file of the declaration.
  package var file: String
  /// Whether it was declared in tests, examples or samples.
  package var isExample: Bool

  package init(name: String, commit: Commit, file: String, isExample: Bool) {
    self.name = name
    self.commit = commit
    self.file = file
    self.isExample = isExample
  }
}

/// A file that a commit deleted.
package struct FileDeletion: Hashable, Sendable {
  package var path: String
  package var commit: Commit
  /// The path of the new file that Git detects, if that file exists today.
  package var newPath: String?

  package init(path: String, commit: Commit, newPath: String? = nil) {
    self.path = path
    self.commit = commit
    self.newPath = newPath
  }
}

extension Evidence {
  /// `= removed  8d6d33a 2026-01-04 Replace SyncQueue    Sources/SyncQueue.swift`
  static func removed(by commit: Commit, in file: String) -> Evidence {
    var evidence = Evidence(.removed, commit.title, at: SourceLocation(file: file))
    evidence.commit = commit
    return evidence
  }
}

extension RepositoryFacts {
  /// Whether a word is newer than some lines of a page: the sources did not have it at any of their
  /// commits.
  func isWord(_ word: String, newerThan lines: [Int], of page: String) -> Bool {
    lines.allSatisfy { hadWord(word, whenWritingLine: $0, of: page) == false }
  }
}
