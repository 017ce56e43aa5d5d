import Foundation

/// Files that make docgen report a rule, in addition to those of `ExampleDoor`.
struct MessageExample {
  var rule: String
  var files: [(path: String, bytes: [UInt8])]
  var command: [String]

  init(_ rule: String, _ files: [String: String], _ command: String = "check --hints") {
    self.rule = rule
    self.files = files.map { ($0, Array($1.utf8)) }
    self.command = command.split(separator: " ").map(String.init)
  }

  static let all = documents + traces + [notUTF8]

  private static let page = "docs/a.md"
  private static let trace = "traces/visit.jsonl"

  private static let notUTF8: MessageExample = {
    var example = MessageExample("not-utf8", [:])
    example.files = [(page, [0x23, 0x20, 0xFC, 0x0A])]
    return example
  }()

  private static let documents = [
    MessageExample(
      "deprecated-symbol",
      [
        page: "Show it in a `BoxView`.\n",
        "Sources/App/Box.swift": """
        @available(*, deprecated, renamed: "Crate") public struct BoxView {}
        public struct Crate {}

        """,
      ]),
    MessageExample(
      "incomplete-list",
      [
        page: "These are all cases of `Mood`:\n\n- `calm`\n- `merry`\n- `gloomy`\n",
        "Sources/App/Mood.swift": "enum Mood { case calm, merry, gloomy, furious }\n",
      ]),
    MessageExample(
      "stale-picture",
      [
        page: "<!-- docgen:begin picture of=docs/b.md:1 file=docs/b.png alt=\"The door\" -->\n"
          + "![The door](b.png)\n<!-- docgen:end -->\n",
        "docs/b.md": "```mermaid\nstateDiagram-v2\n  closed --> open\n```\n",
        "docs/b.png": "docgen:picture 00000000",
      ]),
    MessageExample(
      "missing-likely-transition",
      [
        page: verified("Window.state", "closed --> open"),
        "Sources/App/Window.swift": """
        final class Window {
          enum State { case closed, open }
          var state = State.closed
          func open() { if state == .closed { state = .open } }
          func close() { state = .closed }
        }

        """,
      ]),
    MessageExample(
      "missing-state",
      [
        page: """
        The states of `Window`:

        ```mermaid
        stateDiagram-v2
            closed --> open
            open --> tilted
        ```

        """,
        "Sources/App/Window.swift": "enum Window { case closed, open, tilted, broken }\n",
      ]),
    MessageExample("nul-byte", [page: "# Door\0\n"]),
    MessageExample(
      "other-diagram", [page: "```mermaid\npie\n  \"a\": 1\n```\n"], "mermaid lint docs/a.md"),
    MessageExample(
      "oversized-diagram",
      [
        page: "```mermaid\nflowchart LR\n"
          + (0...500).map { "    a\($0) --> a\($0 + 1)\n" }.joined() + "```\n"
      ]),
    MessageExample(
      "page-contract",
      [
        page: "---\ncontract:\n  sections: [States]\n---\n# Door\n"
      ]),
    MessageExample(
      "stray-fence", [page: "~~~\n## Install\n~~~swift\nlet door = 1\n~~~\n"]),
    MessageExample(
      "swift-syntax", ["Sources/App/Bell.swift": "struct Bell {\n  func ring( {\n}\n"]),
    MessageExample(
      "template-syntax",
      ["templates/states.mustache": "{{#states}}\n{{nmae}}\n{{/states}}\n"]
        .merging(table) { $1 }),
    MessageExample(
      "unknown-template", ["templates/states.mustache": "{{> hedaer}}\n"].merging(table) { $1 }),
    MessageExample(
      "unsafe-write", ["templates/states.mustache": "```\nnever closed\n"].merging(table) { $1 },
      "fix"),
    MessageExample(
      "unknown-command",
      [page: "```sh\nmake lint\n```\n", "Makefile": "test:\n\tswift test\n"]),
    MessageExample(
      "wrong-output",
      [page: "<!-- docgen:verify console -->\n```console\n$ echo hello\ngoodbye\n```\n"],
      "check --hints --run"),
    MessageExample(
      "unknown-convention",
      [page: (1...8).map { "[page \($0)](pages/\($0).md)\n" }.joined()]),
    MessageExample(
      "unresolved-doc-link",
      [
        "Sources/App/Bell.swift": """
        /// Opens the door, see ``DoorMachine/hinges``.
        struct Bell {}

        """
      ]),
    MessageExample(
      "wrong-kind",
      [page: "The `Gate` class opens.\n", "Sources/App/Gate.swift": "actor Gate {}\n"]),
    MessageExample(
      "wrong-version",
      [
        page: "# Harbor\n\nHarbor requires iOS 13+.\n",
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Harbor", platforms: [.iOS(.v15)], targets: [.target(name: "App")])

        """,
      ]),
    MessageExample("configuration", [".docgen.json": #"{ "document": ["docs/*.md"] }"# + "\n"]),
    MessageExample(
      "baseline",
      [".docgen-baseline.json": #"{"machines": {"Door": {"coverage": 1}}}"# + "\n"]),
  ]

  private static let traces = [
    MessageExample("duplicate-scenario", ["traces/visit (copy).jsonl": ExampleDoor.trace]),
    MessageExample(
      "no-traces",
      [
        ".docgen.json": ExampleDoor.configuration.replacing("traces/*", with: "records/*"),
        page: "<!-- docgen:begin sequence scenarios=visit -->\n<!-- docgen:end -->\n",
      ]),
    MessageExample(
      "outdated-trace", [trace: edited(#""events":["#, #""events":["kicked","#)]),
    MessageExample(
      "outdated-transition",
      [
        trace: edited(#""edges":["#, #""edges":[{"from":"locked","event":"pushed","to":"open"},"#),
        page: verified(
          "Door partial", "closed --> open: pushed", "locked --> open: pushed"),
      ]),
    MessageExample(
      "stale-trace",
      [
        trace: edited(
          #""dropped":0"#,
          #""dropped":0,"sources":[{"file":"Sources/App/Door.swift","digest":"0123456789abcdef"}]"#)
      ]),
    MessageExample(
      "trace-syntax",
      [
        "traces/cut.jsonl": String(ExampleDoor.trace.prefix { $0 != "\n" })
          + #"\#n{"type":"call","seq":0,"# + "\n"
      ]),
    MessageExample("undeclared-transition", [:]),
    MessageExample(
      "unreachable-state",
      [trace: edited(#"{"name":"locked"}]"#, #"{"name":"locked"},{"name":"burnt"}]"#)]),
  ]

  /// A page with a table from the template `states`.
  private static let table = [
    page: "<!-- docgen:begin table template=states machine=Door -->\n<!-- docgen:end -->\n"
  ]

  /// The recorded scenario with one change.
  private static func edited(_ old: String, _ new: String) -> String {
    ExampleDoor.trace.replacing(old, with: new)
  }

  /// A page with a verified state diagram.
  private static func verified(_ machine: String, _ arrows: String...) -> String {
    """
    <!-- docgen:verify state-diagram machine=\(machine) -->
    ```mermaid
    stateDiagram-v2
        [*] --> closed
    \(arrows.map { "    \($0)" }.joined(separator: "\n"))
    ```

    """
  }
}
