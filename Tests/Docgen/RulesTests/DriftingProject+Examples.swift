/// Three projects of different style: a program that uses ArgumentParser, a library with scripts, and a
/// program with a table of options of its own.
extension DriftingProject {
  static let all = [harbor, lantern, mill]

  private static func block(_ name: String, _ text: String, _ language: String = "sh") -> Claim {
    Claim(name: name, text: "```\(language)\n\(text)\n```")
  }

  private static func sentence(_ name: String, _ text: String) -> Claim {
    Claim(name: name, text: text)
  }

  // MARK: - A program with ArgumentParser, and a Makefile

  private static let harbor = DriftingProject(
    name: "Harbor",
    files: [
      "Package.swift": """
      // swift-tools-version: 6.1
      let package = Package(
        name: "Harbor", platforms: [.macOS(.v13), .iOS(.v16)],
        products: [.executable(name: "harbor", targets: ["HarborTool"])],
        dependencies: [.package(url: "https://example.com/swift-quay.git", from: "1.2.0")],
        targets: [.executableTarget(name: "HarborTool"), .testTarget(name: "HarborTests")])
      """,
      "Makefile": """
      LEVEL ?= 1
      TOOLS := tools
      .PHONY: build test lint
      build: $(TOOLS)/x ## build everything
      \tswift build
      test: build ## run the tests
      \tLEVEL=$(LEVEL) swift test
      lint:
      \tswift format lint
      $(TOOLS)/x: ; touch $@
      """,
      "Scripts/release.sh": """
      case "$1" in
        --draft) draft=1 ;;
        --tag) tag=$2 ;;
      esac
      """,
      "Sources/HarborTool/Main.swift": """
      @main struct HarborTool: ParsableCommand {
        static let configuration = CommandConfiguration(
          commandName: "harbor", subcommands: [Send.self, ListShips.self])
      }
      struct Send: ParsableCommand {
        @Option(name: .shortAndLong) var weight: Int = 3
        @Flag var dryRun = false
        @Option(name: .customLong("key-id")) var key: String
      }
      struct ListShips: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list")
        @Flag var all = false
      }
      let pier = ProcessInfo.processInfo.environment["HARBOR_PIER"]
      """,
      "Sources/HarborTool/Settings.swift": """
      struct Settings: Codable { var berths: Int; var color: String? }
      """,
      "Tests/HarborTests/HarborTests.swift": "final class HarborTests: XCTestCase {}",
      "Config/example.json": "{}",
    ],
    tags: ["1.3.0", "1.4.0"],
    claims: [
      block("lint", "make lint"), block("level", "make test LEVEL=2"),
      block("all", "$ make build test", "console"),
      block("draft", "./Scripts/release.sh --draft"),
      block("tag", "bash Scripts/release.sh --tag 1.0"), block("send", "harbor send --weight 3"),
      block("dry", "swift run harbor send --dry-run"),
      block("key", "$ .build/release/harbor send --key-id a", "console"),
      block("list", "harbor list --all"), block("product", "swift build --product harbor"),
      block("filter", "swift test --filter HarborTests"),
      block("config", "cat Config/example.json"),
      block("pier", "HARBOR_PIER=2 harbor list"),
      sentence("pier2", "Set `HARBOR_PIER` to a number."),
      sentence("swift", "Harbor requires Swift 6.1 or newer."),
      sentence("macos", "## Requirements\n\n- macOS 13+\n"),
      block(
        "from", ".package(url: \"https://example.com/harbor.git\", from: \"1.4.0\")", "swift"),
      sentence("latest", "The latest version is 1.4.0."),
      block(
        "quay", ".package(url: \"https://example.com/swift-quay.git\", from: \"1.2.0\")", "swift"),
      sentence(
        "json",
        "<!-- docgen:verify json type=Settings -->\n```json\n{\"berths\": 2, \"color\": \"red\"}\n```"
      ),
      sentence(
        "targets",
        "<!-- docgen:verify table rows=make-targets -->\n| Target |\n|---|\n| `build` |\n| `test` |"
      ),
    ],
    changes: [
      Change("rename lint", "Makefile", [("lint", "check")], breaks: ["lint"]),
      Change(
        "remove test", "Makefile",
        [("test: build ## run the tests\n", ""), (" test lint", " lint")],
        breaks: ["level", "all", "targets"]),
      Change("rename level", "Makefile", [("LEVEL", "DEPTH")], breaks: ["level"]),
      Change("rename draft", "Scripts/release.sh", [("draft", "preview")], breaks: ["draft"]),
      Change("remove tag", "Scripts/release.sh", [("  --tag) tag=$2 ;;\n", "")], breaks: ["tag"]),
      Change(
        "move script", "Scripts/release.sh", movesTo: "Scripts/publish.sh",
        breaks: ["draft", "tag"]),
      Change(
        "rename weight", "Sources/HarborTool/Main.swift", [("weight", "mass")], breaks: ["send"]),
      Change(
        "rename dry run", "Sources/HarborTool/Main.swift", [("dryRun", "rehearse")], breaks: ["dry"]
      ),
      Change("rename key", "Sources/HarborTool/Main.swift", [("key-id", "key")], breaks: ["key"]),
      Change(
        "rename list", "Sources/HarborTool/Main.swift", [("\"list\"", "\"ships\"")],
        breaks: ["list", "pier"]),
      Change(
        "rename send", "Sources/HarborTool/Main.swift", [("Send", "Ship")],
        breaks: ["send", "dry", "key"]),
      Change(
        "rename variable", "Sources/HarborTool/Main.swift", [("HARBOR_PIER", "HARBOR_QUAY")],
        breaks: ["pier", "pier2"]),
      Change(
        "rename product", "Package.swift", [("\"harbor\"", "\"port\"")], breaks: ["product", "dry"]),
      Change(
        "rename tests", "Tests/HarborTests/HarborTests.swift", [("HarborTests", "PortTests")],
        movesTo: "Tests/PortTests/PortTests.swift", breaks: []),
      Change("delete example", "Config/example.json", movesTo: "-", breaks: ["config"]),
      Change("raise Swift", "Package.swift", [("version: 6.1", "version: 6.2")], breaks: ["swift"]),
      Change("raise macOS", "Package.swift", [(".v13", ".v14")], breaks: ["macos"]),
      Change("release 2", "Makefile", tags: ["1.4.0", "2.0.0"], breaks: ["from", "latest"]),
      Change("release 1.5", "Makefile", tags: ["1.4.0", "1.5.0"], breaks: ["latest"]),
      Change("raise quay", "Package.swift", [("1.2.0", "3.0.0")], breaks: ["quay"]),
      Change(
        "rename key of JSON", "Sources/HarborTool/Settings.swift", [("color", "paint")],
        breaks: ["json"]),
      Change(
        "change type of JSON", "Sources/HarborTool/Settings.swift", [("Int", "String")],
        breaks: ["json"]),
      Change(
        "require key of JSON", "Sources/HarborTool/Settings.swift",
        [("String?", "String?; var depth: Int")], breaks: ["json"]),
    ])

  // MARK: - A library with scripts

  private static let lantern = DriftingProject(
    name: "Lantern",
    files: [
      "Package.swift": """
      // swift-tools-version:5.9
      let package = Package(
        name: "lantern", platforms: [.iOS("15.0")],
        products: [.library(name: "Lantern", targets: ["Lantern"])],
        targets: [.target(name: "Lantern"), .testTarget(name: "LanternTests")])
      """,
      "Makefile": "include make/common.mk\nall: docs\n\t@echo $(WICK)\n",
      "make/common.mk": "docs:\n\tpython3 tools/docs.py $(FLAGS)\nformat:\n\techo format\n",
      "tools/docs.py": "parser.add_argument('--theme')\nparser.add_argument('--open')\n",
      "tools/setup.sh": "echo \"${LANTERN_HOME:-/tmp}\"\n",
      "tools/lib/colors.txt": "red\n",
      "Sources/Lantern/Lantern.swift": "public struct Lantern { public var isLit = false }",
      "Tests/LanternTests/LanternTests.swift": "@Suite struct LanternTests {}",
      "Lantern.xcodeproj/project.pbxproj": "name = Lantern;",
    ],
    tags: ["v0.9.0", "v0.9.1"],
    claims: [
      block("docs", "make docs WICK=short"), block("format", "$ make format", "console"),
      sentence("inline", "Run `make all` first."),
      block("theme", "python3 tools/docs.py --theme dark"),
      block("open", "tools/docs.py --theme dark --open"), block("setup", "./tools/setup.sh"),
      block("sourced", "cd tools && source setup.sh"), block("home", "export LANTERN_HOME=/opt"),
      block("filter", "swift test --filter LanternTests/lights"),
      block("target", "swift build --target Lantern"),
      block("scheme", "xcodebuild -scheme Lantern test"),
      block("colors", "cat tools/lib/colors.txt"),
      sentence("ios", "Lantern requires iOS 15+."),
      sentence("badge", "![](https://img.shields.io/badge/Swift-5.9+-orange)"),
      block(
        "from", ".package(url: \"https://example.com/lantern\", from: \"0.9.0\")", "swift"),
      block("flags", "make docs FLAGS=--open"), block("other", "brew install wick && wick --burn"),
    ],
    changes: [
      Change("rename docs", "make/common.mk", [("docs:", "site:")], breaks: ["docs", "flags"]),
      Change("rename format", "make/common.mk", [("format", "tidy")], breaks: ["format"]),
      Change("rename all", "Makefile", [("all:", "everything:")], breaks: ["inline"]),
      Change("rename wick", "Makefile", [("WICK", "FLAME")], breaks: ["docs"]),
      Change("rename flags", "make/common.mk", [("FLAGS", "OPTIONS")], breaks: ["flags"]),
      Change("rename theme", "tools/docs.py", [("--theme", "--style")], breaks: ["theme", "open"]),
      Change("remove open", "tools/docs.py", [("--open", "--show")], breaks: ["open"]),
      Change("move script", "tools/docs.py", movesTo: "tools/site.py", breaks: ["theme", "open"]),
      Change("delete setup", "tools/setup.sh", movesTo: "-", breaks: ["setup", "sourced", "home"]),
      Change("rename home", "tools/setup.sh", [("LANTERN_HOME", "LANTERN_ROOT")], breaks: ["home"]),
      Change("delete colors", "tools/lib/colors.txt", movesTo: "-", breaks: ["colors"]),
      Change("raise iOS", "Package.swift", [("15.0", "17.0")], breaks: ["ios"]),
      Change("raise Swift", "Package.swift", [("5.9", "6.0")], breaks: ["badge"]),
      Change("release 1", "Makefile", tags: ["v0.9.1", "v1.0.0"], breaks: ["from"]),
      Change("release 0.9.2", "Makefile", tags: ["v0.9.1", "v0.9.2"], breaks: []),
      Change("change code", "Sources/Lantern/Lantern.swift", [("isLit", "isOn")], breaks: []),
    ])

  // MARK: - A program with options of its own

  private static let mill = DriftingProject(
    name: "Mill",
    files: [
      "Package.swift": """
      // swift-tools-version: 6.0
      let package = Package(
        name: "mill", products: [.executable(name: "mill", targets: ["MillCommand"])],
        targets: [.executableTarget(name: "MillCommand"), .target(name: "MillKit")])
      """,
      "Tools/Makefile": "grind: flour\n\techo $(GRAIN)\nflour:\nclean:\n",
      "Tools/sift.sh": "for word in \"$@\"; do case $word in --fine) ;; --coarse) ;; esac; done\n",
      "Sources/MillCommand/main.swift": "MillProgram.run()",
      "Sources/MillKit/Options.swift": """
      enum Options {
        static let all = [flag("speed", "How fast"), flag("dry-run", "Grind nothing")]
        static let words = ["--verbose", "--output"]
        static let home = getenv("MILL_HOME")
      }
      struct Recipe: Codable {
        var grains: [Grain]
        var minutes: Double
        enum Grain: String, Codable { case rye, wheat }
      }
      """,
      "Data/rye.csv": "1\n",
    ],
    tags: ["2.0.0"],
    claims: [
      block("grind", "make -C Tools grind GRAIN=rye"), block("clean", "cd Tools\nmake clean"),
      block("fine", "sh Tools/sift.sh --fine"), block("coarse", "Tools/sift.sh --coarse --fine"),
      block("speed", "mill --speed=3 Data/rye.csv"),
      block("dry", "$ swift run mill --dry-run", "console"),
      block("verbose", "./.build/debug/mill --verbose"),
      sentence("inline", "Try `mill --output x`."),
      block("home", "export MILL_HOME=/tmp"), block("data", "head Data/rye.csv"),
      block("run", "swift run mill"), block("kit", "swift build --target MillKit"),
      sentence("swift", "## Requirements\n\n- Swift 6.0+\n"),
      sentence(
        "json",
        "<!-- docgen:verify json type=Recipe -->\n```json\n{\"grains\": [\"rye\"], \"minutes\": 1.5}\n```"
      ),
      block("valid", "{\"mill\": {\"stones\": 2}}", "json"),
      block("foreign", "npm run mill -- --fast"),
    ],
    changes: [
      Change("rename grind", "Tools/Makefile", [("grind", "mill")], breaks: ["grind"]),
      Change("remove clean", "Tools/Makefile", [("clean:\n", "")], breaks: ["clean"]),
      Change("rename grain", "Tools/Makefile", [("GRAIN", "SEED")], breaks: ["grind"]),
      Change("rename fine", "Tools/sift.sh", [("--fine", "--small")], breaks: ["fine", "coarse"]),
      Change("rename coarse", "Tools/sift.sh", [("--coarse", "--big")], breaks: ["coarse"]),
      Change(
        "move script", "Tools/sift.sh", movesTo: "Tools/sieve.sh", breaks: ["fine", "coarse"]),
      Change(
        "rename speed", "Sources/MillKit/Options.swift", [("\"speed\"", "\"pace\"")],
        breaks: ["speed"]),
      Change(
        "rename dry run", "Sources/MillKit/Options.swift", [("dry-run", "rehearse")],
        breaks: ["dry"]),
      Change(
        "remove verbose", "Sources/MillKit/Options.swift", [("\"--verbose\", ", "")],
        breaks: ["verbose"]),
      Change(
        "rename output", "Sources/MillKit/Options.swift", [("--output", "--out-file")],
        breaks: ["inline"]),
      Change(
        "rename home", "Sources/MillKit/Options.swift", [("MILL_HOME", "MILL_ROOT")],
        breaks: ["home"]),
      Change("delete data", "Data/rye.csv", movesTo: "-", breaks: ["data", "speed"]),
      Change(
        "rename product", "Package.swift",
        [("\"mill\", targets", "\"grinder\", targets"), ("name: \"mill\"", "name: \"grinder\"")],
        breaks: ["run", "dry"]),
      Change("rename target", "Package.swift", [("\"MillKit\"", "\"Millstone\"")], breaks: ["kit"]),
      Change("raise Swift", "Package.swift", [("6.0", "6.2")], breaks: ["swift"]),
      Change(
        "rename grains", "Sources/MillKit/Options.swift", [("grains", "seeds")], breaks: ["json"]),
      Change("remove rye", "Sources/MillKit/Options.swift", [("rye, ", "")], breaks: ["json"]),
      Change(
        "count minutes", "Sources/MillKit/Options.swift", [("Double", "Int")], breaks: ["json"]),
      Change("release 2.1", "Package.swift", tags: ["2.0.0", "2.1.0"], breaks: []),
    ])
}
