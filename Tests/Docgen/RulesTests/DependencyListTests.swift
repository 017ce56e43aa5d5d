import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Lists of packages with their addresses.
@Suite struct DependencyListTests {
  private static let manifest = """
    let package = Package(
      name: "Harbor",
      dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.0.0"),
        .package(url: "https://github.com/harbor/harbor-tides", from: "2.0.0"),
      ], targets: [.target(name: "Piers")])
    """
  private static let resolved = """
    { "pins": [ {"identity" : "swift-log"}, {"identity" : "harbor-tides"}, {"identity" : "harbor-moon"} ] }
    """

  private static let known = """
    - [log](https://github.com/apple/swift-log.git)
    - [tides](https://github.com/harbor/Harbor-Tides)
    - [moon](https://github.com/harbor/harbor-moon)

    """
  private static let unknown = "- [sun](https://github.com/harbor/harbor-sun)\n"

  @Test func `an entry that is neither a direct nor an indirect dependency is reported`() {
    let found = findings("Harbor depends on these packages:\n\n" + Self.known + Self.unknown)
    #expect(found.map(\.summary) == ["`Package.swift` does not depend on `harbor-sun`"])
    #expect(found.map(\.severity) == [.warning])
    #expect(findings("## Dependencies\n\n" + Self.known + Self.unknown).count == 1)
  }

  @Test func `other lists, and lists without resolved versions, are ignored`() {
    #expect(findings("Harbor depends on these packages:\n\n" + Self.known).isEmpty)
    #expect(findings("See also:\n\n" + Self.known + Self.unknown).isEmpty)
    #expect(findings("## Dependencies\n\n" + Self.unknown + Self.unknown).isEmpty)
    #expect(findings("## Dependencies\n\n" + Self.known + Self.unknown, nil).isEmpty)
  }

  @Test func `a list that had all dependencies leaves out a newer one`() {
    func found(_ text: String, before: String) -> [String] {
      var repository = KnownRepository()
      repository.oldTexts["Package.swift"] = Self.manifest.replacing(before, with: "old")
      return findings("## Dependencies\n\n" + text, repository: repository, IncompleteList.id)
        .map(\.summary)
    }
    let list =
      "- [log](https://github.com/apple/swift-log)\n- [m](https://github.com/harbor/harbor-moon)"
    let message = "the list leaves out 1 newer dependency: `harbor-tides`"
    #expect(found(list, before: "harbor-tides") == [message])
    #expect(found(list, before: "swift-log").isEmpty)
    #expect(found(Self.known, before: "harbor-tides").isEmpty)
  }

  private func findings(
    _ text: String, _ resolved: String? = resolved, repository: KnownRepository? = nil,
    _ rule: RuleID = UnknownDependency.id
  ) -> [Diagnostic] {
    let page = Page(path: "README.md", bytes: Array("# Harbor\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { ["Package.swift"] },
        read: { $0 == "Package.resolved" ? resolved.map { Array($0.utf8) } : nil }),
      isIgnored: { _ in false }, repository: repository)
    let project = ProjectModel(
      code: CodeModel(reading: []), traces: [],
      manifests: [PackageManifest(file: "Package.swift", bytes: Array(Self.manifest.utf8))])
    return CheckedPage(
      page, project: project, templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.rule == rule }
  }
}
