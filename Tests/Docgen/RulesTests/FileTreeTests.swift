import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// File trees in code blocks.
@Suite struct FileTreeTests {
  private static let files = [
    "Package.swift", "Sources/House/Door.swift", "Sources/House/Window.swift",
    "Sources/House/Roof.swift", "Sources/House/Rooms/Kitchen.swift", "docs/a.md",
  ]
  private static let repository = KnownRepository(paths: files).deleting(
    "Sources/House/Cellar.swift")

  @Test(
    arguments: [
      (
        """
        Sources/House/
        ├── Door.swift
        ├── Window.swift      // light
        ├── Cellar.swift      # potatoes
        └── Roof.swift
        """, "error: `Sources/House/Cellar.swift` does not exist"
      ),
      (
        """
        my-house/
        ├── Package.swift
        └── Sources/
            └── House/
                ├── Door.swift
                ├── Rooms/
                └── Garage.swift
        """, "warning: `Sources/House/Garage.swift` does not exist"
      ),
      (
        """
        House
        |-- Door
        |-- Window
        |-- Gardens/
        |   `-- Pond.swift
        `-- Roof.swift
        """, "warning: `Sources/House/Gardens` does not exist"
      ),
      (
        """
        Sources/House/
        ├── Door.swift
        ├── Window.swift
        ├── Cellar.swift      # new: potatoes
        └── Roof.swift
        """, "error: `Sources/House/Cellar.swift` does not exist"
      ),
      (
        """
        docs - describes it
        Sources - has the code
        Attic - is dark
        Package.swift - lists the targets
        """, "warning: `Attic` does not exist"
      ),
    ])
  func `an entry whose folder exists must exist; a deleted file is an error`(
    tree: String, expected: String
  ) {
    #expect(findings(tree).map { "\($0.severity.rawValue): \($0.summary)" } == [expected])
  }

  @Test(arguments: [
    "Sources/House/\n├── Door.swift\n├── Window.swift\n└── Roof.swift",
    // Most of the tree belongs to another project.
    "docs - describes it\nAttic - is dark\nCellar - is cold\nGarden - is green",
    "docs - describes it\nSources - has the code\nTools: none\nAttic - is dark",
    "App/\n├── Door.swift\n├── Main.swift\n├── Screen.swift\n└── Start.swift",
    "Sources/House/\n├── Door.swift\n├── Window.swift\n├── Tree.swift  # generated\n└── Roof.swift",
    "Sources/House/\n├── Door.swift\n├── Window.swift\n├── MyView.swift\n└── Roof.swift",
    "Sources/House/\n├── Door.swift\n├── Window.swift\n├── *.generated.swift\n└── Roof.swift",
    "Sources/House/\n├── Door.swift\n├── Window.swift\n├── Notes about doors\n└── Roof.swift",
  ])
  func `a tree of something else, a plan and an illustration are silent`(tree: String) {
    #expect(findings(tree).isEmpty, "\(findings(tree))")
  }

  @Test func `a file that is newer than the tree is missing from it`() {
    let tree = "Sources/House/\n├── Door.swift\n├── Window.swift\n├── Rooms/\n└── Old.swift"
    let short = "Sources/House/\n├── Door.swift\n├── Window.swift\n└── Roof.swift"
    #expect(findings(tree, rule: RuleID("incomplete-list")).isEmpty)
    var repository = Self.repository
    repository.newWords = ["Porch"]
    repository.paths.append("Sources/House/Porch.swift")
    #expect(
      findings(short, repository, rule: RuleID("incomplete-list")).map(\.summary) == [
        "the tree leaves out 1 newer file of `Sources/House`: `Porch.swift`"
      ])
    repository.newWords = []
    #expect(findings(short, repository, rule: RuleID("incomplete-list")).isEmpty)
  }

  @Test func `numbers of lines in a tree are those of the files, if most of them are`() {
    let tree =
      "Sources/House/\n├── Door.swift (~100)\n├── Window.swift (~99) light\n└── Roof.swift (~50)"
    #expect(
      findings(tree, rule: RuleID("wrong-count")).map(\.summary) == [
        "`Sources/House/Roof.swift` has 100 lines, the page says 50"
      ])
    let years = tree.replacing("~100", with: "~1900").replacing("~99", with: "~1950")
    #expect(findings(years, rule: RuleID("wrong-count")).isEmpty)
    #expect(
      findings(years.replacing("~50)", with: "50 lines)"), rule: RuleID("wrong-count")).count == 1)
  }

  @Test func `a tree in the section of a plan is a hint`() {
    let tree = "Sources/House/\n├── Door.swift\n├── Window.swift\n├── Loft.swift\n└── Roof.swift"
    #expect(findings(tree, heading: "Roadmap").map(\.severity) == [.note])
  }

  private func findings(
    _ tree: String, _ repository: KnownRepository = repository, rule: RuleID = UnknownFile.id,
    heading: String = "Layout"
  ) -> [Diagnostic] {
    let text = "# The house\n\n## \(heading)\n\n```text\n\(tree)\n```\n"
    let page = Page(path: "docs/a.md", bytes: Array(text.utf8))
    let paths = repository.paths
    let context = ProjectContext(
      pages: [page],
      kind: { path in
        paths.contains(path) ? .file : paths.contains { $0.hasPrefix(path + "/") } ? .folder : nil
      },
      names: { folder in
        let prefix = folder.isEmpty ? "" : folder + "/"
        return Set(
          paths.filter { $0.hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) }
        ).sorted()
      }, hasFile: { name in paths.contains { $0.hasSuffix("/" + name) } },
      linkedFiles: LinkedFiles(files: { paths }, read: { _ in nil }),
      isIgnored: { _ in false }, repository: repository)
    return CheckedPage(
      page,
      project: ProjectModel(
        code: CodeModel(
          reading: paths.filter { $0.hasSuffix(".swift") }.map {
            SourceInput(path: $0, String(repeating: "\n", count: 100))
          }), traces: []),
      templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.rule == rule }
  }
}
