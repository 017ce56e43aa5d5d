import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates

/// A project in memory, its history of one step, and claims about it.
struct DriftingProject: Sendable {
  /// A text of a document that is true of the unchanged project.
  struct Claim: Sendable {
    var name: String
    var text: String
  }

  /// A change of the code, and the names of the claims that it makes untrue.
  struct Change: Sendable {
    var name: String
    /// Pairs of texts: the first is replaced by the second in `file`.
    var edits: [(String, String)] = []
    var file: String
    /// The new path of the file, or `-` if it is deleted.
    var movesTo: String?
    var tags: [String]?
    var breaks: Set<String>

    init(
      _ name: String, _ file: String, _ edits: [(String, String)] = [], movesTo: String? = nil,
      tags: [String]? = nil, breaks: Set<String>
    ) {
      (self.name, self.file, self.edits) = (name, file, edits)
      (self.movesTo, self.tags, self.breaks) = (movesTo, tags, breaks)
    }

    func applied(to files: [String: String]) -> [String: String] {
      var files = files
      for (old, new) in edits { files[file] = files[file]?.replacing(old, with: new) }
      if let movesTo, let text = files.removeValue(forKey: file), movesTo != "-" {
        files[movesTo] = text
      }
      return files
    }
  }

  var name: String
  var files: [String: String]
  var tags: [String] = []
  var claims: [Claim]
  var changes: [Change]

  /// The findings about a claim after a change, without hints.
  func findings(_ claim: Claim, after change: Change?) -> [Diagnostic] {
    let current = change?.applied(to: files) ?? files
    let page = Page(path: "README.md", bytes: Array("# \(name)\n\n\(claim.text)\n".utf8))
    let context = context(current, change, of: page)
    let swift = current.filter { $0.key.hasSuffix(".swift") && $0.key.hasPrefix("Sources/") }
    let inputs = swift.sorted { $0.key < $1.key }
      .map { SourceInput(path: $0.key, module: name, $0.value) }
    let manifests = current.filter { $0.key.hasSuffix("Package.swift") }
      .map { PackageManifest(file: $0.key, bytes: Array($0.value.utf8)) }
    let project = ProjectModel(
      code: CodeModel(reading: inputs), traces: [], sources: swift.mapValues { SourceText($0) },
      manifests: manifests,
      makefile: current["Makefile"].map { Makefile(path: "Makefile", $0) { current[$0] } })
    return CheckedPage(
      page, project: project, templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.severity != .note }
  }

  private func context(
    _ current: [String: String], _ change: Change?, of page: Page
  ) -> ProjectContext {
    let history = StepHistory(old: files, new: current, tags: change?.tags ?? tags)
    return ProjectContext(
      pages: [page],
      kind: { path in
        current[path] != nil
          ? .file : current.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
      }, names: { _ in [] },
      hasFile: { name in current.keys.contains { $0.hasSuffix("/" + name) } },
      linkedFiles: LinkedFiles(
        files: { current.keys.sorted() }, read: { current[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: history)
  }
}

/// The knowledge of a repository with two states: the page was written in the old one.
private struct StepHistory: RepositoryFacts {
  let old: [String: String]
  let new: [String: String]
  let tags: [String]

  var mergedTags: [String] { tags }
  var hasHistory: Bool { true }

  private static func has(_ word: String, in texts: some Sequence<String>) -> Bool {
    texts.contains { text in
      text.ranges(of: word).contains { range in
        let before = text[..<range.lowerBound].last
        let after = text[range.upperBound...].first
        return [before, after].allSatisfy {
          $0.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
        }
      }
    }
  }

  func contains(_ word: String, in kind: WordIndex.Kind) -> Bool {
    let isCode = kind == .code
    guard kind != .comment else { return false }
    return Self.has(word, in: new.filter { $0.key.hasSuffix(".swift") == isCode }.map(\.value))
  }

  func hasFile(named name: String) -> Bool {
    new.keys.contains { path in
      path.split(separator: "/").contains { $0 == name[...] || $0.hasPrefix(name + ".") }
    }
  }

  func files(endingIn path: String) -> [String] {
    new.keys.filter { $0 == path || $0.hasSuffix("/" + path) }
  }

  func isUntracked(_ path: String) -> Bool { false }
  func removal(of key: NameRemoval.Key) -> NameRemoval? { nil }

  func deletion(ofFile path: String) -> FileDeletion? {
    old.keys.first { new[$0] == nil && ($0 == path || $0.hasSuffix("/" + path)) }
      .map { FileDeletion(path: $0, commit: KnownRepository.commit) }
  }

  func deletion(ofFolder path: String) -> FileDeletion? { nil }
  func isLine(_ line: Int, of page: String, olderThan commit: Commit) -> Bool? { true }
  func text(
    ofLine number: Int, in file: String, whenWritingLine line: Int, of page: String
  ) -> String? { nil }
  func text(of file: String, whenWritingLine line: Int, of page: String) -> String? { old[file] }
  func hadWord(_ word: String, whenWritingLine line: Int, of page: String) -> Bool? {
    Self.has(word, in: old.filter { $0.key.hasSuffix(".swift") }.map(\.value))
  }
  func had(_ word: String, on page: String, before commit: Commit) -> Bool { false }
  func replacement(for removal: NameRemoval) -> String? { nil }
  func addsDependency(_ commit: Commit) -> Bool { false }
}
