import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Files named in plain text, outside code and links.
@Suite struct PlainFileTests {
  private static let repository: KnownRepository = {
    var repository = KnownRepository(paths: ["Sources/House/Door.swift"])
    for name in ["HouseLog.h", "Old.swift"] {
      repository.deletions[name] = FileDeletion(
        path: "Sources/House/\(name)", commit: KnownRepository.commit)
    }
    return repository
  }()

  @Test(arguments: [
    "The macros are in HouseLog.h. They print.", "See Old.swift, which opens it.",
    "| (Old.swift) | opens |",
  ])
  func `a source file that a commit deleted is a warning`(text: String) {
    #expect(findings(text).map(\.severity) == [.warning])
  }

  @Test(arguments: [
    "See Door.swift.", "See Never.swift.", "[Old.swift](https://example.com/Old.swift)",
    "Use old.swift.", "Old.swift is a library: <https://example.com/Old.swift>.",
    "Sources/House/Old.swift.bak", "```\nOld.swift\n```",
  ])
  func `a file that exists, never existed, or is a part of something else is silent`(text: String) {
    #expect(findings(text).isEmpty, "\(findings(text))")
  }

  @Test func `a line that is newer than the deletion, or about the past, is silent`() {
    var repository = Self.repository
    repository.isLineOlder = false
    #expect(findings("See Old.swift.", repository).isEmpty)
    #expect(findings("Old.swift was removed.").map(\.severity) == [.note])
  }

  @Test func `a folder whose files a commit deleted is an error, any other is silent`() {
    let repository = Self.repository.deleting("Sources/House/Cellar/Wine.swift")
    #expect(
      findings("Look into `Sources/House/Cellar/`.", repository).map(\.summary) == [
        "`Sources/House/Cellar/` does not exist"
      ])
    #expect(findings("`House/Cellar/` is dark.", repository).map(\.severity) == [.error])
    #expect(findings("Look into `Sources/House/Attic/`.", repository).isEmpty)
    #expect(findings("[`Cellar/Wine.swift`](../Cellar/Wine.swift)", repository).isEmpty)
    #expect(findings("[`House/Cellar/`](Other.md)", repository).map(\.severity) == [.error])
    let moved = findings("`House/Cellar/`", repository, files: ["Other/House/Cellar/Wine.swift"])
    #expect(moved.isEmpty)
  }

  @Test func `a name is explained by an example, but not by a file tree`() {
    let name = "`Old.swift`\n\n"
    #expect(findings(name + "```\n└── Old.swift\n```").map(\.severity) == [.error])
    #expect(findings(name + "```sh\ntouch Old.swift\n```").isEmpty)
  }

  @Test func `the license that a README names exists`() {
    #expect(
      findings("See the LICENSE file.", path: "README.md").map(\.summary) == [
        "no file is called `LICENSE`"
      ])
    #expect(findings("See the LICENSE file.", path: "README.md", files: ["License.txt"]).isEmpty)
    #expect(findings("The license file is short.", path: "README.md").isEmpty)
    #expect(findings("See the LICENSE file.").isEmpty)
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = repository, path: String = "docs/a.md",
    files: [String] = []
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { ["Sources/House/Door.swift"] + files }, read: { _ in nil }),
      isIgnored: { _ in false }, repository: repository)
    return CheckedPage(
      page, project: ProjectModel(code: CodeModel(reading: []), traces: []),
      templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.rule == UnknownFile.id }
  }
}
