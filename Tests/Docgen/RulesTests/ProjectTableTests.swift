import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Tables about the package, its programs and its settings.
@Suite struct ProjectTableTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "harbor",
      platforms: [.macOS(.v13), .iOS("16.4")],
      products: [
        .library(name: "Harbor", targets: ["Harbor"]),
        .executable(name: "harbor", targets: ["HarborTool"]),
      ],
      dependencies: [
        .package(url: "https://example.com/quay/swift-quay.git", from: "1.2.0")
      ],
      targets: [
        .target(name: "Harbor", dependencies: ["Quay"]),
        .executableTarget(name: "HarborTool", dependencies: ["Harbor"], path: "Tool"),
      ])
    """

  private static let makefile = """
    LEVEL ?= 1
    .PHONY: build lint
    build: deps ## build everything
    \tswift build
    lint: ## look for mistakes
    \tswift format lint
    deps: Package.swift
    .build/x.o: ; touch $@
    """

  private static let source = """
    struct Settings: Codable {
      var berths: Int
      var flagColor: String?

      enum CodingKeys: String, CodingKey {
        case berths
        case flagColor = "flag-color"
      }
    }

    let pier = ProcessInfo.processInfo.environment["HARBOR_PIER"] ?? "1"
    let isQuiet = getenv("HARBOR_QUIET") != nil

    @main struct HarborTool: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "harbor", subcommands: [Send.self])
    }

    extension HarborTool {
      struct Send: ParsableCommand {
        @Option(name: .shortAndLong) var weight: Int = 3
        @Flag var dryRun = false
        @Option(name: .customLong("key-id")) var key: String
      }
    }
    """

  private static let project: ProjectModel = {
    let bytes = Array(source.utf8)
    return ProjectModel(
      code: CodeModel(reading: [SourceInput(path: "Tool/main.swift", bytes: bytes)]), traces: [],
      sources: ["Tool/main.swift": SourceText(bytes: bytes)],
      manifests: [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))],
      makefile: Makefile(path: "Makefile", makefile))
  }()

  private func findings(_ arguments: String, _ table: String) -> [String] {
    let text = "<!-- docgen:verify table \(arguments) -->\n\(table)\n"
    let page = CheckedPage(
      Page(path: "docs/a.md", bytes: Array(text.utf8)), project: Self.project,
      templates: TemplateSource(texts: [:]))
    return page.findings().map { finding in
      let line = finding.location.range?.start.line ?? 0
      return "\(line) \(finding.rule) \(finding.summary)"
    }
  }

  @Test func `targets of make`() {
    let table = "| Target | Help |\n|---|---|\n| `build` | build everything |\n"
    #expect(findings("rows=make-targets", table + "| `make lint` | look for mistakes |") == [])
    #expect(
      findings("rows=make-targets", table + "| `lint` | x |\n| `deps` | |\n| `test` | |")
        == [
          "5 wrong-cell `Help` is not `x`",
          "7 unknown-row the row is about `test`, which does not exist",
        ])
    #expect(findings("rows=make-targets", table) == ["2 missing-row no row is about `lint`"])
  }

  @Test func `products`() {
    #expect(findings("rows=products", "| Product |\n|---|\n| `Harbor` |\n| `harbor` |") == [])
    #expect(
      findings("rows=products", "| Product |\n|---|\n| `Harbor` |\n| `harbour` |") == [
        "2 missing-row no row is about `harbor`",
        "5 unknown-row the row is about `harbour`, which does not exist",
      ])
  }

  @Test func `targets with kind, folder and dependencies`() {
    let table = """
      | Target | Kind | Folder | Depends on |
      |---|---|---|---|
      | Harbor | library | – | Quay |
      | HarborTool | executable | `Tool` | `Harbor` |
      """
    #expect(findings("rows=targets", table) == [])
    #expect(
      findings("rows=targets", table.replacing("`Tool`", with: "`Tools`")) == [
        "5 wrong-cell `Folder` is not `Tools`"
      ])
  }

  @Test(arguments: ["13", "13.0", "13+", "13.0+", "≥ 13"])
  func `platforms with their minimum`(version: String) {
    let table = "| Platform | Minimum |\n|---|---|\n| macOS | \(version) |\n| iOS | 16.4 |"
    #expect(findings("rows=platforms", table) == [])
    #expect(
      findings("rows=platforms", table.replacing("16.4", with: "15")) == [
        "5 wrong-cell `Minimum` is not `15`"
      ])
    #expect(findings("rows=platforms", table + "\n| Swift | 6.0 |") == [])
  }

  @Test func `dependencies`() {
    #expect(findings("rows=dependencies", "| Package |\n|---|\n| swift-quay |") == [])
    #expect(
      findings("rows=dependencies", "| Package |\n|---|\n| swift-key |") == [
        "2 missing-row no row is about `swift-quay`",
        "4 unknown-row the row is about `swift-key`, which does not exist",
      ])
  }

  @Test func `environment variables that the sources read`() {
    let table =
      "| Variable | Meaning |\n|---|---|\n| `HARBOR_PIER` | where |\n| `$HARBOR_QUIET` | |"
    #expect(findings("rows=environment", table) == [])
    #expect(
      findings("rows=environment", table.replacing("QUIET", with: "LOUD")) == [
        "2 missing-row no row is about `HARBOR_QUIET`",
        "5 unknown-row the row is about `$HARBOR_LOUD`, which does not exist",
      ])
  }

  @Test func `options of a command`() {
    let table = """
      | Option | Default |
      |---|---|
      | `-w`, `--weight WEIGHT` | 3 |
      | `--dry-run` | false |
      | `--key-id=ID` | |
      """
    #expect(findings("rows=options command=\"harbor send\"", table) == [])
    #expect(
      findings(
        "rows=options command=\"harbor send\"",
        table.replacing("| 3 |", with: "| 5 |").replacing("--dry-run", with: "--dry")) == [
          "2 missing-row no row is about `--dry-run`",
          "4 wrong-cell `Default` is not `5`",
          "5 unknown-row the row is about `--dry`, which does not exist",
        ])
    #expect(
      findings("rows=options command=\"harbor sent\"", table) == [
        "1 region-source the sources declare no command `harbor sent`"
      ])
    #expect(
      findings("rows=options", table) == [
        "1 missing-argument `rows=options` needs the command that has them"
      ])
  }

  @Test func `keys of a Codable type`() {
    let table = """
      | Key | Type | Required |
      |---|---|---|
      | `berths` | Int | yes |
      | `flag-color` | `String?` | no |
      """
    #expect(findings("rows=keys type=Settings", table) == [])
    #expect(
      findings("rows=keys type=Settings", table.replacing("flag-color", with: "flagColor")) == [
        "2 missing-row no row is about `flag-color`",
        "5 unknown-row the row is about `flagColor`, which does not exist",
      ])
    #expect(
      findings("rows=keys", table) == [
        "1 missing-argument `rows=keys` needs the type that has them"
      ])
  }
}
