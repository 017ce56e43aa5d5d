import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Commands in shell blocks and inline code.
@Suite struct UnknownCommandTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    let package = Package(
      name: "House", products: [.executable(name: "house", targets: ["HouseTool"])],
      dependencies: [.package(url: "https://example.com/swiftlint.git", from: "1.0.0")],
      targets: [
        .executableTarget(name: "HouseTool"), .testTarget(name: "HouseTests"),
      ])
    """
  private static let makefile = """
    NAME := house
    .PHONY: all test
    all: build
    \techo lint: all
    build docs/out: Package.swift
    \tswift build
    """
  private static let paths = [
    "Package.swift", "Makefile", "Scripts/paint.sh", "tools/Makefile",
    "House.xcodeproj/project.pbxproj", "garden/Package.swift",
  ]

  @Test(arguments: [
    ("make lint", "warning: `Makefile` has no target `lint`"),
    ("swift build && make biuld", "warning: `Makefile` has no target `biuld`"),
    ("FAST=1 make -j4 tests", "warning: `Makefile` has no target `tests`"),
    ("./Scripts/sweep.sh --all", "error: `Scripts/sweep.sh` does not exist"),
    ("bash Scripts/wash.sh", "warning: `Scripts/wash.sh` does not exist"),
    ("swift run -c release garden", "warning: `Package.swift` has no target or product `garden`"),
    (
      "swift build --product garden", "warning: `Package.swift` has no target or product `garden`"
    ),
    (
      "swift package generate-xcodeproj",
      "warning: `swift package` has no subcommand `generate-xcodeproj` in Swift 6, "
        + "which the package requires"
    ),
    ("make -C tools sweep", "warning: `tools/Makefile` has no target `sweep`"),
    ("make test SPEED=2", "warning: `Makefile` does not use the variable `SPEED`"),
    ("swift biuld", "warning: `swift` has no subcommand `biuld`"),
    ("git comit -m x", "warning: `git` has no subcommand `comit`"),
    ("cat docs/old.md", "error: `docs/old.md` does not exist"),
    ("./Scripts/paint.sh --colour red", "note: `Scripts/paint.sh` has no option `--colour`"),
    ("swift test --filter RoofTests/leak", "warning: no test is called `RoofTests`"),
    ("xcodebuild -scheme Garden test", "warning: no scheme is called `Garden`"),
    (
      "git clone https://example.com/house\ncd house\nmake lint",
      "warning: `Makefile` has no target `lint`"
    ),
  ])
  func `a script, target or scheme that does not exist is reported`(
    command: String, expected: String
  ) {
    for text in [
      "```bash\n\(command)\n```",
      "```console\n$ " + command.replacing("\n", with: "\n$ ") + "\n```",
    ] {
      #expect(
        findings(text).map { "\($0.severity.rawValue): \($0.summary)" } == [expected], "\(text)")
    }
  }

  @Test(arguments: [
    "make", "make test docs/out", "make all # lint", "make -C tools paint", "make $TARGET",
    "./Scripts/paint.sh", "Scripts/paint.sh", "./build.sh", "bash <(curl -s https://x.org/a.sh)",
    "swift run house", "swift run HouseTool --help", "swift run swiftlint lint",
    "swift run MyTool", "swift package update",
    "swift test --filter HouseTests", "swift test --filter Leak",
    "swift build --package-path x --product y",
    "xcodebuild -scheme House test", "xcodebuild -scheme YOUR_SCHEME", "cd tools && make paint",
    "cat <<EOF\nmake lint\nEOF", "echo 'make lint'", "make NAME=lint", "make CC=clang",
    "git commit -m x", "swift bundler", "git lfs pull", "cat docs/new.md", "cp a.txt docs/old.md",
    "./Scripts/paint.sh --color red", "make -C tools paint", "make -C garden lint",
  ])
  func `what exists, what the reader chooses and what another folder has are silent`(
    command: String
  ) {
    #expect(findings("```sh\n\(command)\n```").isEmpty, "\(findings("```sh\n\(command)\n```"))")
  }

  @Test func `inline code is read as well, output and other languages are not`() {
    #expect(findings("Run `make lint` first.").count == 1)
    #expect(findings("Run `make the bed` first.").isEmpty)
    #expect(findings("```console\n$ make\nmake lint\n```").isEmpty)
    #expect(findings("```text\nmake lint\n```").isEmpty)
    #expect(findings("## Removed\n\nRun `make lint`.").map(\.severity) == [.note])
  }

  @Test func `the package nearest to the page counts, also if its manifest was not read`() {
    #expect(findings("Run `swift run garden`.").count == 1)
    #expect(findings("Run `swift run garden`.", path: "garden/README.md").isEmpty)
  }

  @Test func `a sentence may mean the Makefile of another folder, a block may not`() {
    #expect(findings("In the tools, run `make paint`.").isEmpty)
    #expect(findings("In the tools, run `make polish`.").count == 1)
    #expect(findings("```sh\nmake paint\n```").count == 1)
  }

  @Test func `a package without a program cannot be run`() {
    let library = Self.manifest.replacing(".executableTarget", with: ".target")
    let block = "```sh\nswift test\nswift run\n```"
    #expect(
      findings(block, manifest: library).map(\.summary) == [
        "`Package.swift` has no executable target to run"
      ])
    #expect(findings(block).isEmpty)
    // Without its tests, the package may be the reader's.
    #expect(findings("```sh\nswift run\n```", manifest: library).isEmpty)
    #expect(
      findings("```sh\nswift package init\nswift test\nswift run\n```", manifest: library).isEmpty)
  }

  private func findings(
    _ text: String, path: String = "README.md", manifest: String = manifest
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array("# House\n\n\(text)\n".utf8))
    var repository = KnownRepository(paths: Self.paths).deleting("Scripts/sweep.sh", "docs/old.md")
    repository.code = ["HouseTests"]
    let paths = Self.paths
    let context = ProjectContext(
      pages: [page],
      kind: { path in
        paths.contains(path) ? .file : paths.contains { $0.hasPrefix(path + "/") } ? .folder : nil
      }, names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { paths },
        read: { path in
          [
            "Makefile": Self.makefile, "tools/Makefile": "paint:\n",
            "Scripts/paint.sh": "case $1 in '--color') ;; esac\n",
          ][path].map { Array($0.utf8) }
        }),
      isIgnored: { _ in false }, repository: repository)
    let project = ProjectModel(
      code: CodeModel(reading: []), traces: [],
      manifests: [PackageManifest(file: "Package.swift", bytes: Array(manifest.utf8))])
    return CheckedPage(
      page, project: project, templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { $0.rule.rawValue == "unknown-command" }
  }
}
