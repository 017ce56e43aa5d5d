import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Versions of platforms and of Swift that a page requires, and other versions.
@Suite struct WrongVersionTests {
  private static let manifest = """
    // swift-tools-version: 5.9
    let package = Package(
      name: "Harbor", platforms: [.iOS(.v15), .macOS("12.3"), .watchOS(.v8_4)],
      targets: [.target(name: "Piers")])
    """

  private func findings(
    _ text: String, path: String = "README.md", manifest: String = manifest,
    file: String = "Package.swift"
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array((text + "\n").utf8))
    let project = ProjectModel(
      code: CodeModel(reading: []), traces: [],
      manifests: [PackageManifest(file: file, bytes: Array(manifest.utf8))])
    return CheckedPage(page, project: project, templates: TemplateSource(texts: [:]))
      .findings().filter { $0.rule.rawValue == "wrong-version" }
  }

  @Test(arguments: [
    ("Harbor requires iOS 13+.", "the package requires iOS 15, the page says iOS 13"),
    ("Make sure Xcode 13 is installed.", "the package requires Xcode 15, the page says Xcode 13"),
    // The Swift version of the manifest needs this Xcode.
    // Other sentences of the line are about something else.
    (
      "The latest version requires **Swift 5.0** or newer. Compatibility with other versions is open.",
      "the package requires Swift 5.9, the page says Swift 5.0"
    ),
    (
      "## Requirements\n\n| Environment | details |\n|---|---|\n| Language | Swift 5.0 |",
      "the package requires Swift 5.9, the page says Swift 5.0"
    ),
    ("You'll need Xcode 13.", "the package requires Xcode 15, the page says Xcode 13"),
    (
      "## Requirements\n\n- iOS 13.0+\n- macOS 12.3+",
      "the package requires iOS 15, the page says iOS 13.0"
    ),
    (
      "The minimum is macOS 12 or later.",
      "the package requires macOS 12.3, the page says macOS 12"
    ),
    (
      "Supports watchOS 7 and later.", "the package requires watchOS 8.4, the page says watchOS 7"
    ),
    ("## Requirements\n\nSwift 5.7+", "the package requires Swift 5.9, the page says Swift 5.7"),
    (
      "| Platform | Minimum version |\n|---|---|\n| iOS | 13.0 |\n| macOS | 12.3 |",
      "the package requires iOS 15, the page says iOS 13.0"
    ),
    (
      "[![iOS](https://img.shields.io/badge/iOS-13.0%2B-blue)](https://apple.com)",
      "the package requires iOS 15, the page says iOS 13.0"
    ),
  ])
  func `a lower version than the package requires is a warning`(text: String, summary: String) {
    let found = findings("# Harbor\n\n" + text)
    #expect(found.map(\.summary) == [summary])
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(found.first?.evidence.first?.location?.file == "Package.swift")
  }

  @Test(arguments: [("**v1.1.x**", 0), ("v2.0", 0), ("Harbor", 1)])
  func `a row about a release is about that release`(cell: String, count: Int) {
    let table = "| | OS |\n|---|---|\n| \(cell) | iOS 9+, macOS 12.3+ |"
    #expect(findings("## Requirements\n\n\(table)").count == count)
  }

  @Test func `a higher version than the package requires is a hint`() {
    #expect(findings("Harbor requires iOS 17+.").map(\.severity) == [.note])
    #expect(findings("## Requirements\n\nSwift 6.0+").map(\.severity) == [.note])
  }

  @Test func `a higher version that another package of the project declares is silent`() {
    let project = ProjectModel(
      code: CodeModel(reading: []), traces: [],
      manifests: ["": ".v15", "App/": ".v17"].map { folder, version in
        let text = "let package = Package(name: \"Harbor\", platforms: [.iOS(\(version))])"
        return PackageManifest(file: folder + "Package.swift", bytes: Array(text.utf8))
      })
    for (version, count) in [(16, 1), (17, 0)] {
      let page = Page(path: "README.md", bytes: Array("Harbor requires iOS \(version)+.\n".utf8))
      let checked = CheckedPage(page, project: project, templates: TemplateSource(texts: [:]))
      #expect(checked.findings().count { $0.rule.rawValue == "wrong-version" } == count)
    }
  }

  @Test(arguments: [
    "Harbor requires iOS 15+, macOS 12.3+ and Swift 5.9.", "Harbor requires iOS 15.0+.",
    "`Pier` is available on iOS 13+.", "`Pier` requires iOS 17+.", "It was made for iOS 13.",
    "Notarization is required for distribution on macOS 10.15+.",
    "## Platforms\n\n| | Other | Harbor |\n|---|---|---|\n| iOS | 8.4+ | 15+ |",
    "## Requirements\n\n- macOS 15 and later: open the settings", "Requires Xcode 15.2.",
    "Requires Xcode 15.",
    "Requires tvOS 13+.", "Supports Swift 5 mode.",
    "## Requirements\n\n| Harbor | Platforms |\n|---|---|\n| 3.0 | iOS 15+ |\n| 2.0 | iOS 13+ |",
    "## Requirements\n\n- Harbor 3: iOS 15+\n- Harbor 2: iOS 13+",
    "## Migration\n\nHarbor requires iOS 13+.", "The sample app requires iOS 17+.",
    "## Requirements\n\n### Harbor 3\n\n- iOS 15+\n\n### Harbor 2\n\n- iOS 13+",
    "Usage of Swift SDKs requires Swift 5.7.",
    "Version 2 requires iOS 13+.", "```\nrequires iOS 13+\n```",
  ])
  func `other versions are silent`(text: String) {
    #expect(findings("# Harbor\n\n" + text) == [])
  }

  @Test func `without platforms, or on the page of another package, nothing is reported`() {
    let text = "Harbor requires iOS 13+."
    #expect(findings(text, manifest: "let package = Package(name: \"Harbor\")") == [])
    #expect(findings(text, file: "Tools/Package.swift") == [])
    #expect(findings(text, path: "Tools/README.md", file: "Tools/Package.swift").count == 1)
  }

  @Test(
    arguments: [
      (#".package(url: "https://example.com/Harbor.git", from: "2.0.0")"#, "1.4.0", "2.0.0"),
      (#".package(url: "https://example.com/harbor", exact: "3.1.0")"#, "1.4.0", "3.1.0"),
      (#".package(url: "https://example.com/Harbor", from: "0.3.0")"#, "1.4.0", "0.3.0"),
      (#".package(\n  url: "https://example.com/Harbor",\n  from: "2.0.0"\n)"#, "1.4.0", "2.0.0"),
      ("pod 'Harbor', '~> 0.3'", "1.4.0", "0.3"), ("pod 'Harbor', '~> 1.2'", nil, ""),
      ("github \"example/Harbor\" ~> 2.0", "1.4.0", "2.0"), ("pod 'Other', '~> 9.0'", nil, ""),
      (#".package(url: "https://example.com/Harbor", from: "1.0.0")"#, nil, ""),
      (#".package(url: "https://example.com/Other", from: "9.0.0")"#, nil, ""),
      (#".package(url: "https://example.com/Harbor", branch: "main")"#, nil, ""),
    ] as [(String, String?, String)])
  func `the version of the package itself exists, and is not of an older major one`(
    code: String, newest: String?, written: String
  ) {
    let found = findings("```swift\n\(code)\n```", in: Self.repository)
    let message = newest.map {
      "the newest version of the package is \($0), the page says \(written)"
    }
    #expect(found.map(\.summary) == [message].compactMap(\.self))
    // The line is older than the newest tag.
    #expect(found.allSatisfy { $0.severity == .error })
  }

  private static let repository: KnownRepository = {
    var repository = KnownRepository()
    repository.tags = ["v1.4.0", "1.10.0-beta.1", "1.3.9", "0.9"]
    return repository
  }()

  private func findings(
    _ text: String, in repository: KnownRepository, files: [String: String] = [:]
  ) -> [Diagnostic] {
    let page = Page(path: "README.md", bytes: Array("# A\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { Array(files.keys) }, read: { path in files[path].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: repository)
    let manifest = Self.manifest.replacing(
      "targets:",
      with: "dependencies: [.package(url: \"https://a.org/quay\", from: \"3.0.0\")], targets:")
    let project = ProjectModel(
      code: CodeModel(reading: []), traces: [],
      manifests: [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))])
    return CheckedPage(
      page, project: project, templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.rule.rawValue == "wrong-version" }
  }

  private static func recommended(_ name: String, _ version: String) -> String {
    "```swift\n.package(url: \"https://example.com/\(name)\", from: \"\(version)\")\n```"
  }

  @Test func `a version of the package is a warning if its line is newer than the newest tag`() {
    var repository = Self.repository
    repository.isLineOlder = false
    #expect(
      findings(Self.recommended("Harbor", "2.0.0"), in: repository).map(\.severity) == [.warning])
  }

  @Test
  func `an older major version next to the current one is a warning, on its own branch silent`() {
    var repository = Self.repository
    let old = Self.recommended("Harbor", "0.9.0")
    let both = Self.recommended("Harbor", "1.4.0") + "\n\n" + old
    #expect(findings(both, in: repository).map(\.severity) == [.warning])
    repository.tagsOfBranch = ["0.9"]
    #expect(findings(old, in: repository) == [])
  }

  @Test(arguments: [
    ("Use \"Up to Next Major Version\" starting from 2.0.0", 1),
    ("Choose Up to Next Major from \"1.4.0\".", 0), ("It came up to next 2.0.0.", 0),
  ])
  func `the version that Xcode asks for is a tag`(text: String, count: Int) {
    #expect(findings(text, in: Self.repository).count == count)
  }

  @Test func `the latest version in a sentence is the newest tag`() {
    #expect(
      findings("The latest release is **v1.3.9**.", in: Self.repository).map(\.summary)
        == ["the newest version of the package is 1.4.0, the page says 1.3.9"])
    for text in ["The latest version is 1.4.0.", "The latest version of Swift is 1.0."] {
      #expect(findings(text, in: Self.repository) == [])
    }
  }

  @Test func `a version that the manifest had when the line was written is an error`() {
    var repository = Self.repository
    repository.oldTexts["Package.swift"] = "let package = Package(platforms: [.iOS(.v13)])"
    #expect(findings("Harbor requires iOS 13+.", in: repository).map(\.severity) == [.error])
    #expect(findings("Harbor requires iOS 14+.", in: repository).map(\.severity) == [.warning])
  }

  @Test func `a dependency that the manifest has raised is a warning`() {
    var repository = Self.repository
    let text = Self.recommended("quay", "2.0.0")
    #expect(findings(text, in: repository) == [])
    repository.oldTexts["Package.swift"] = ".package(url: \"https://a.org/quay\", from: \"2.0.0\")"
    #expect(
      findings(text, in: repository).map(\.summary)
        == ["the manifest requires `quay` 3.0.0, the page says 2.0.0"])
  }

  @Test(arguments: [
    "Harbor uses quay 2.4.1.", "It is built with [`Quay`](https://a.org/quay) 2.4.1",
    "| Package | Version |\n|---|---|\n| quay | 2.4.1 |", "- **quay**: v2.4.1",
    "```swift\n.package(url: \"https://example.com/quay\", exact: \"2.4.1\")\n```",
  ])
  func `a version that Package.resolved had when the line was written is a warning`(text: String) {
    var repository = Self.repository
    #expect(findings(text, in: repository) == [])
    repository.oldTexts["Package.resolved"] = Self.resolved("2.4.1")
    let found = findings(text, in: repository, files: ["Package.resolved": Self.resolved("3.1.0")])
    #expect(
      found.map(\.summary) == ["the manifest requires `quay` 3.0.0, the page says 2.4.1"])
    #expect(found.allSatisfy { $0.severity == .warning })
    // The current version.
    let agreeing = findings(
      text, in: repository, files: ["Package.resolved": Self.resolved("2.4.1")])
    #expect(agreeing == [])
  }

  @Test(arguments: [
    "quay2 2.4.1", "my-quay 2.4.1", "quay needs 2.4.1", "quay 2.4", "quay 2.4.1-beta",
  ])
  func `other versions and names are not those of a dependency`(text: String) {
    var repository = Self.repository
    repository.oldTexts["Package.resolved"] = Self.resolved("2.4.1")
    #expect(findings(text, in: repository) == [])
  }

  private static func resolved(_ version: String) -> String {
    """
    { "pins" : [ { "identity" : "quay", "kind" : "remoteSourceControl", "location" : "https://a.org/quay",
      "state" : { "revision" : "8d6d33a", "version" : "\(version)" } } ], "version" : 2 }
    """
  }
}
