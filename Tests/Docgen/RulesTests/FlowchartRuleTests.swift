import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Verified flowcharts of a project of three modules: true ones have no finding, false ones are
/// reported.
@Suite struct FlowchartRuleTests {
  private static let files = [
    "Sources/App/Screen.swift": """
    import Core

    struct HomeScreen {
      let store: RowStore
      func show() { NetworkClient.shared.load() }
    }
    """,
    "Sources/Core/RowStore.swift": """
    import Tools

    /// Holds rows.
    final class RowStore: RowSource {
      var rows: [Row] = []
    }

    struct Row {}
    protocol RowSource {}
    """,
    "Sources/Core/NetworkClient.swift": """
    import GRDB

    final class NetworkClient {
      static let shared = NetworkClient()
      func load() {}
    }

    extension NetworkClient {
      func save(_ row: Row) {}
    }
    """,
    "Sources/Tools/Log.swift": "enum LogLevel { case low }\n",
    "Extra/Feature.swift": "struct FeatureFlag {}\n",
  ]

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Shop",
      dependencies: [.package(url: "https://example.com/Charts.git", from: "1.0.0")],
      targets: [
        .executableTarget(name: "App", dependencies: ["Core", .target(name: "Features")]),
        .target(name: "Core", dependencies: ["Tools", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "Tools"),
        .target(name: "Features", path: "Extra"),
      ]
    )
    """

  private static let model: ProjectModel = {
    let manifests = [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))]
    let modules = ModuleMap(manifests)
    let inputs = files.sorted { $0.key < $1.key }.map { path, text in
      SourceInput(path: path, module: modules.module(ofFile: path), text)
    }
    return ProjectModel(
      code: CodeModel(reading: inputs), traces: [], sources: files.mapValues { SourceText($0) },
      manifests: manifests)
  }()

  private func findings(_ lines: String, marker: String = "flowchart") -> [String] {
    let text = "<!-- docgen:verify \(marker) -->\n```mermaid\nflowchart LR\n\(lines)\n```\n"
    return Door.findings(on: text, model: Self.model)
  }

  @Test(arguments: [
    "App --> Core", "App -->|imports| Core --> Tools", "a[App] --> c[\"`Core`\"]",
    "App --> Features", "App ==> Core & Features", "Core --> GRDB", "Core --- App",
    "Core ~~~ App", "Core <--> App", "subgraph Core\nRowStore\nend\nApp --> Core",
    "Core --> RowStore", "app[App target] --> core[Core package]",
  ])
  func `dependencies of modules are accepted`(lines: String) {
    #expect(findings(lines) == [])
  }

  @Test(arguments: [
    "HomeScreen --> RowStore", "HomeScreen -.-> NetworkClient", "RowStore --> Row",
    "RowStore -->|implements| RowSource", "NetworkClient --> Row",
    "Screen.swift --> NetworkClient.swift", "A[Sources/App] --> B[Sources/Core/]",
    "HomeScreen --> s[RowStore<br/>class]", "HomeScreen --> s[\"RowStore (class)\"]",
    "App --> RowStore", "HomeScreen --> Core",
  ])
  func `dependencies of types, files and folders are accepted`(lines: String) {
    #expect(findings(lines) == [])
  }

  @Test(arguments: [
    "A[User taps] --> B{Is it loaded?}", "User --> Database", "Start((Start)) --> End[End of it]",
    "URLSession --> Charts", "A[SwiftUI] --> B[UserDefaults]", "User -->|taps| HomeScreen",
    "core[The core of the matter] --> App", "A[GitHub] --> B[iPhone]",
    "MockRowStore --> RowStore", "A[Sources/Tools] --> RowStore.swift",
  ])
  func `prose and foreign names are ignored`(lines: String) {
    #expect(findings(lines) == [])
  }

  @Test func `an arrow against the imports is reported at its place`() {
    #expect(
      findings("  Core --> App")
        == ["4:8 reversed-dependency `App` depends on `Core`, not the reverse"])
  }

  @Test func `an arrow without an import is reported`() {
    #expect(
      findings("  App --> Core\n  App --> Tools")
        == ["5:7 unknown-dependency `App` does not depend on `Tools`"])
  }

  @Test func `arrows of types are compared with the sources`() {
    #expect(
      findings("Row --> RowStore\nRow --> HomeScreen\nRow --> LogLevel")
        == [
          "4:5 reversed-dependency `RowStore` depends on `Row`, not the reverse",
          "5:5 unknown-dependency `Row` does not depend on `HomeScreen`",
          "6:5 unknown-dependency `Row` does not depend on `LogLevel`",
        ])
  }

  @Test func `names that are almost right are reported`() {
    #expect(
      findings("HomeScren --> RowStore\nA[RowStor.swift] --> B")
        == [
          "4:1 unknown-node no type, module or folder is called `HomeScren`",
          "5:1 unknown-node no file is called `RowStor.swift`",
        ])
  }

  @Test func `a complete flowchart shows all dependencies between its elements`() {
    #expect(
      findings("App --> Core\nTools", marker: "flowchart complete")
        == ["4:9 missing-dependency no arrow shows that `Core` depends on `Tools`"])
    #expect(findings("App --> Core --> Tools", marker: "flowchart complete=yes") == [])
    #expect(findings("App --> Core\nTools") == [])
  }

  @Test func `severity follows certainty`() throws {
    let lines = "Core --> App\nApp --> Tools\nRow --> HomeScreen\nHomeScren --> Row"
    let text = "<!-- docgen:verify flowchart -->\n```mermaid\nflowchart LR\n\(lines)\n```\n"
    let page = Page(path: "a.md", bytes: Array(text.utf8))
    let templates = TemplateSource(texts: [:])
    let found = CheckedPage(page, project: Self.model, templates: templates).findings()
    #expect(found.map(\.severity) == [.error, .error, .warning, .warning])
  }

  @Test func `another diagram below the marker is refused`() {
    let text = "<!-- docgen:verify flowchart -->\n```mermaid\nclassDiagram\n  A --> B\n```\n"
    #expect(
      Door.findings(on: text, model: Self.model)
        == ["1:20 region-source the block below is not a flowchart that docgen can prove"])
  }

  @Test func `modules and types are drawn as flowcharts`() {
    #expect(
      Door.generated("module-diagram style=flowchart direction=LR", model: Self.model) == """
        ```mermaid
        flowchart LR
            App
            Core
            Features
            Tools
            App -.-> Core
            Core -.-> Tools
        ```

        """)
    #expect(
      Door.generated(
        "class-diagram style=flowchart types=\"RowStore Row RowSource\"", model: Self.model) == """
          ```mermaid
          flowchart TB
              RowStore
              Row
              RowSource
              RowStore -.-> RowSource
              RowStore --> Row
          ```

          """)
  }
}

/// `Package.swift` without running it.
@Suite struct PackageManifestTests {
  @Test func `targets, dependencies, paths and products are read`() {
    let manifest = PackageManifest(
      file: "Kit/Package.swift",
      bytes: Array(
        """
        let package = Package(
          name: "Kit",
          products: [.library(name: "KitUI", targets: ["Kit"])],
          dependencies: [.package(url: "https://example.com/swift-log.git", from: "1.0.0")],
          targets: [
            .target(
              name: "Kit", dependencies: ["Base", .product(name: "Logging", package: "swift-log")],
              path: "Code"),
            .target(name: "Base"),
            .testTarget(name: "KitTests", dependencies: [.target(name: "Kit")]),
          ])
        """.utf8))
    #expect(manifest.folder == "Kit")
    #expect(manifest.targets.map(\.name) == ["Kit", "Base", "KitTests"])
    #expect(manifest.targets.map(\.dependencies) == [["Base", "Logging"], [], ["Kit"]])
    #expect(manifest.targets.map(\.path) == ["Code", nil, nil])
    #expect(manifest.products == ["KitUI", "swift-log", "Logging"])
  }

  @Test func `kinds of targets, own products and required versions are read`() {
    let manifest = PackageManifest(
      file: "Package.swift",
      bytes: Array(
        """
        // swift-tools-version: 5.9
        let package = Package(
          name: "Kit", platforms: [.iOS(.v15), .macOS(.v10_15), .tvOS("16.4.1")],
          products: [.library(name: "KitUI", targets: ["Kit"]), .executable(name: "kit", targets: [])],
          targets: [.target(name: "Kit"), .executableTarget(name: "kit"), .macro(name: "KitMacros")])
        """.utf8))
    #expect(manifest.targets.map(\.kind) == [.target, .executableTarget, .macro])
    #expect(manifest.ownProducts.map(\.name) == ["KitUI", "kit"])
    let required = manifest.requirements.map { "\($0.name) \($0.version.text) \($0.line)" }
    #expect(required == ["iOS 15 3", "macOS 10.15 3", "tvOS 16.4 3", "Swift 5.9 1", "Xcode 15 1"])
  }

  @Test func `non-literals are ignored`() {
    let manifest = PackageManifest(
      file: "Package.swift",
      bytes: Array("let t: [Target] = names.map { .target(name: $0) } // [(]{\n".utf8))
    #expect(manifest.targets == [])
  }
}
