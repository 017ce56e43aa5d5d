import Diagnostics
package import Markdown
import Models
import SwiftIndex

/// The files around the documents: other documents, and the files of the project.
///
/// Paths are relative to the project's root. The caller reads the disk.
package struct ProjectContext: Sendable {
  package enum Kind: Sendable {
    case file, folder
  }

  /// The kind of entry at a path; `nil` if the path does not exist.
  let kind: @Sendable (String) -> Kind?
  /// The names in a folder.
  let names: @Sendable (String) -> [String]
  /// Whether a file of that name exists anywhere in the project.
  let hasFile: @Sendable (String) -> Bool
  /// The required contents of a page.
  let contract: @Sendable (String) -> PageContract?
  /// Whether the configuration lists this word as not a name of the code.
  let isIgnored: @Sendable (String) -> Bool
  /// The files and the history around the project; `nil` if only its documents are known.
  package let repository: (any RepositoryFacts)?
  /// The result of the sessions of a page; `nil` if they did not run.
  let sessionResult: @Sendable (SessionScript) -> SessionResult?
  /// The files of the repository, for links.
  let index: RepositoryIndex
  private let nearNames = Memo<String, NearMissIndex>()
  private let sourceNames = Memo<String, [Substring: [Substring]]>()
  private let commandTrees = Memo<String, CommandTree>()
  private let testSuites = Memo<String, TestSuite?>()
  private let optionWords = Memo<String, OptionWords>()

  package init(
    pages: [Page], kind: @escaping @Sendable (String) -> Kind?,
    names: @escaping @Sendable (String) -> [String],
    hasFile: @escaping @Sendable (String) -> Bool,
    contract: @escaping @Sendable (String) -> PageContract? = { _ in nil },
    linkedFiles: LinkedFiles = LinkedFiles(),
    isIgnored: @escaping @Sendable (String) -> Bool,
    repository: (any RepositoryFacts)? = nil,
    sessionResult: @escaping @Sendable (SessionScript) -> SessionResult? = { _ in nil }
  ) {
    self.kind = kind
    self.names = names
    self.hasFile = hasFile
    self.contract = contract
    self.isIgnored = isIgnored
    self.repository = repository
    self.sessionResult = sessionResult
    let documents = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }
    index = RepositoryIndex(linkedFiles, documents: documents)
  }

  /// The headings of a Markdown file; an empty array if it cannot be read.
  func headings(of path: String) -> [Heading] { index.page(path)?.headings ?? [] }
}

extension ProjectContext {
  /// The nearest name in a folder to a misspelled one.
  func nearest(to name: String, in folder: String) -> String? {
    nearNames.value("/" + folder) { NearMissIndex(names(folder)) }.best(for: name)
  }

  /// The nearest name among the names of all Swift files.
  func nearestSource(to name: String, of code: CodeModel) -> String? {
    nearNames.value("") { NearMissIndex(code.fileNames) }.best(for: name)
  }

  /// The names of the Swift files directly in each folder, without examples and `A+B.swift`.
  func sourceNames(of code: CodeModel) -> [Substring: [Substring]] {
    sourceNames.value("") {
      var names: [Substring: [Substring]] = [:]
      for path in code.files {
        guard let slash = path.lastIndex(of: "/"), path.hasSuffix(".swift"),
          !path[slash...].contains("+"), !ExamplePath.isExample(path)
        else { continue }
        names[path[..<slash], default: []].append(path[slash...].dropFirst().dropLast(6))
      }
      return names
    }
  }

  /// The commands that the sources declare with ArgumentParser.
  func commands(of project: ProjectModel) -> CommandTree {
    commandTrees.value("") { CommandTree(project) }
  }

  /// The tests of some files; `nil` without any. A suite of that name is counted once.
  func testSuite(_ name: String, in files: some Sequence<String>) -> TestSuite? {
    testSuites.value(name) {
      var suite = TestSuite(name: name)
      for file in files { index.text(of: file).map { suite.add($0) } }
      return suite.count > 0 ? suite : nil
    }
  }

  /// Whether the sources have a word that may be the name of an option.
  func mentions(option: String, _ project: ProjectModel) -> Bool {
    optionWords.value("") { OptionWords(project.sources) }.contains(option)
      || repository?.contains(option.camelCase, in: .code) == true
  }

  /// The path of a target on a page, relative to the root; `nil` if it leaves the root.
  ///
  ///     path("../Sources/A.swift", from: "docs/a.md")  ->  "Sources/A.swift"
  static func path(_ target: String, from page: String) -> String? {
    var parts = target.utf8.first == UInt8(ascii: "/") ? [] : names(in: page).dropLast()
    for part in names(in: target) where part != "." {
      if part == ".." {
        if parts.isEmpty { return nil }
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// The target of a link on a page to a path relative to the root.
  ///
  ///     path(to: "Sources/A.swift", from: "docs/a.md")  ->  "../Sources/A.swift"
  static func path(to target: String, from page: String) -> String {
    var (parts, folders) = (
      names(in: target)[...], names(in: page).dropLast()
    )
    while let part = parts.first, parts.count > 1, part == folders.first {
      parts.removeFirst()
      folders.removeFirst()
    }
    return (folders.map { _ in ".." } + parts).joined(separator: "/")
  }

  /// The names of a path. A name may begin with a combining scalar, which forms one character with
  /// `/`.
  private static func names(in path: String) -> [Substring] {
    path.unicodeScalars.split(separator: "/").map { Substring($0) }
  }
}
