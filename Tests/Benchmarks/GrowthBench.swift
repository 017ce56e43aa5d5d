import Foundation

/// The growth of docgen's time with the number of elements of each construct that a repository can
/// contain: from 10 to 1,000,000, printed as the exponent between the two largest sizes.
///
/// A row ends at the size that takes longer than its time limit. It also ends at a limit of docgen,
/// beyond which the time is that of the finding.
struct GrowthBench: Bench {
  let name = "growth"

  private struct Construct: Sendable {
    var name: String
    var arguments: [String]
    /// The file with this number of elements.
    var file: String
    var text: @Sendable (Int) -> String
    /// The source that it is about.
    var source: @Sendable (Int) -> String = { _ in "struct A {}\n" }
    var sourceFile = "A.swift"
  }

  private static let longest = 60.0
  /// The shortest usable time; below it, the start of the program dominates.
  private static let shortest = 0.02

  func run() {
    for construct in Self.constructs { measure(construct) }
  }

  private func measure(_ construct: Construct) {
    do {
      let folder = try ScratchFolder()
      try Self.write(Self.configuration, to: folder.path(".docgen.json"))
      try Self.write("# Page\n", to: folder.path("page.md"))
      let start = try Self.seconds(["--version"], in: folder) ?? 0
      var times: [(count: Int, seconds: Double)] = []
      var isEnded = false
      for count in [10, 100, 1_000, 10_000, 100_000, 1_000_000] where !isEnded {
        try Self.write(construct.source(count), to: folder.path(construct.sourceFile))
        try Self.write(construct.text(count), to: folder.path(construct.file))
        guard let seconds = try Self.seconds(construct.arguments, in: folder) else {
          isEnded = true
          continue
        }
        times.append((count, max(seconds - start, 0)))
        isEnded = seconds > Self.longest / 10
      }
      let long = times.filter { $0.seconds > Self.shortest }.suffix(2)
      let largest = times.last.map { "\($0.count) in \(Report.number($0.seconds)) s" } ?? "none"
      guard long.count == 2, let first = long.first, let last = long.last else {
        return Report.line(construct.name, "too fast", beside: "\(largest)")
      }
      let exponent =
        log(last.seconds / first.seconds) / log(Double(last.count) / Double(first.count))
      Report.line(
        construct.name, "n^\(Report.number(exponent))",
        beside: "\(largest); promised: at most n^1.15")
    } catch {
      Report.failed(construct.name, error)
    }
  }

  private static let configuration =
    #"{"documents": ["*.md"], "sources": ["*.swift"], "severities": {"*": "error"}}"#

  private static func page(
    _ name: String, about source: @escaping @Sendable (Int) -> String = { _ in "struct A {}\n" },
    _ text: @escaping @Sendable (Int) -> String
  ) -> Construct {
    Construct(
      name: name, arguments: ["check", "--no-cache", "-q"], file: "page.md",
      text: { "# Page\n\n" + text($0) }, source: source)
  }

  private static func block(
    _ name: String, about source: @escaping @Sendable (Int) -> String = { _ in "struct A {}\n" },
    _ line: @escaping @Sendable (Int) -> String
  ) -> Construct {
    page(name, about: source) { "```swift\nlet a = A()\n" + lines($0, line) + "```\n" }
  }

  @Sendable private static func methods(_ count: Int) -> String {
    "struct A {\n" + lines(count) { "  func f\($0)(x: Int) -> Int { x }\n" } + "}\n"
  }

  @Sendable private static func overloads(_ count: Int) -> String {
    "struct A {\n" + lines(count) { "  func f(a\($0): Int) {}\n" } + "}\n"
  }

  @Sendable private static func types(_ count: Int) -> String {
    lines(count) { "struct T\($0) { var next: [T\($0 + 1)] = [] }\n" }
  }

  @Sendable private static func machines(_ count: Int) -> String {
    lines(count) {
      "enum E\($0) { case a, b }\nclass M\($0) { var s\($0) = E\($0).a\n  func go() { s\($0) = .b } }\n"
    }
  }

  private static func diagram(
    _ name: String, _ text: @escaping @Sendable (Int) -> String
  ) -> Construct {
    Construct(
      name: "fmt: \(name)", arguments: ["mermaid", "fmt", "--check", "--diff", "a.mmd"],
      file: "a.mmd", text: text)
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined()
  }

  private static let constructs: [Construct] = [
    page("links") { lines($0) { "[a](none-\($0).md)\n\n" } },
    page("links in a paragraph") { lines($0) { "[a](none-\($0).md)\n" } },
    page("links to headings") { lines($0) { "[a](#none-\($0))\n\n## H\($0)\n\n" } },
    page("names") { lines($0) { "`A.none\($0)`\n\n" } },
    page("names in a paragraph") { lines($0) { "`A.none\($0)`\n" } },
    page("Swift blocks without sense") { lines($0) { "```swift\nlet a\($0) = = b)\n```\n\n" } },
    page("code spans in a line") { lines($0) { _ in "`a` b " } },
    page("lists in a line") { lines($0) { _ in "- " } + "x\n" },
    page("quotes in a line") { lines($0) { _ in "> " } + "x\n" },
    page("markers") { lines($0) { _ in "<!-- docgen:end -->\n\n" } },
    page("tables") { lines($0) { "| a | b |\n|---|---|\n| `x\($0)` | 1 |\n\n" } },
    page("relations") {
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\n"
        + lines($0) { "A\($0) --> B\($0)\n" } + "```\n"
    },
    page("states") {
      "```mermaid\nstateDiagram-v2\n" + lines($0) { "s\($0) --> s\($0 + 1): e\n" } + "```\n"
    },
    block("calls in a Swift block") { "a.f\($0)(y: 1)\n" },
    block("variables in a Swift block") { "let b\($0) = A()\nb\($0).g()\n" },
    block("methods in a Swift block", about: methods) { "a.f\($0)(y: 1)\n" },
    block("types in a Swift block", about: types) { "struct T\($0) { func g() }\n" },
    page("Swift blocks") { lines($0) { "```swift\nlet a\($0) = A()\na\($0).f()\n```\n\n" } },
    page("names of members", about: methods) { lines($0) { "`A.g\($0)`\n\n" } },
    page("members of a class", about: methods) {
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\nclass A {\n"
        + lines($0) { "+f\($0)(x: Int) Int\n" } + "}\n```\n"
    },
    page("classes without a marker", about: types) {
      "```mermaid\nclassDiagram\n" + lines($0) { "T\($0) --> T\($0 + 1)\n" } + "```\n"
    },
    page("messages to a type", about: methods) {
      "```mermaid\nsequenceDiagram\n" + lines($0) { "B->>A: f\($0)()\n" } + "```\n"
    },
    page("calls of as many overloads", about: overloads) {
      "```swift\nlet a = A()\n" + lines($0) { "a.f(c\($0): 1)\n" } + "```\n"
    },
    page("members of as many overloads", about: overloads) {
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\nclass A {\n"
        + lines($0) { "+f(b\($0): Int)\n" } + "}\n```\n"
    },
    page("snippets", about: methods) {
      lines($0) { "<!-- docgen:begin snippet symbol=A.f\($0) -->\n<!-- docgen:end -->\n\n" }
    },
    page("class diagrams", about: types) {
      lines($0) { "<!-- docgen:begin class-diagram types=T\($0) -->\n<!-- docgen:end -->\n\n" }
    },
    page("class diagrams around types", about: types) {
      lines($0) { "<!-- docgen:begin class-diagram around=T\($0) -->\n<!-- docgen:end -->\n\n" }
    },
    page(
      "guards of a machine",
      about: { count in
        "enum E { case a, b }\nclass M { var e = E.a\n  func f() {\n"
          + lines(count) { "guard x\($0) else { e = .b; return }\n" } + "} }\n"
      }
    ) { _ in "<!-- docgen:begin state-diagram machine=E -->\n<!-- docgen:end -->\n" },
    page(
      "methods that call one another",
      about: { count in
        "enum E { case a, b }\nclass M { var e = E.a\n"
          + lines(count) { "func f\($0)() { f\($0 + 1)() }\n" } + "func f\(count)() { e = .b } }\n"
      }
    ) { _ in "<!-- docgen:begin state-diagram machine=E -->\n<!-- docgen:end -->\n" },
    page("state machines", about: machines) {
      lines($0) { "<!-- docgen:begin state-diagram machine=E\($0) -->\n<!-- docgen:end -->\n\n" }
    },
    page(
      "cases of a machine",
      about: { count in
        "enum E { " + lines(count) { "case c\($0)\n" } + "}\nclass M { var e = E.c0\n"
          + lines(count) { "  func g\($0)() { e = .c\($0) }\n" } + "}\n"
      }
    ) { _ in "<!-- docgen:begin state-diagram machine=E -->\n<!-- docgen:end -->\n" },
    Construct(
      name: "targets of make", arguments: ["check", "--no-cache", "-q"], file: "page.md",
      text: { "# Page\n\n" + lines($0) { "`make v\($0)`\n\n" } },
      source: { lines($0) { "t\($0): u\($0)\n\techo\n" } }, sourceFile: "Makefile"),
    diagram("messages") { "sequenceDiagram\n" + lines($0) { "A->>B: m\($0)\n" } },
    diagram("relations") { "classDiagram\n" + lines($0) { "A\($0) --> B\($0)\n" } },
    diagram("members") { "classDiagram\nclass A {\n" + lines($0) { "+f\($0)()\n" } + "}\n" },
    diagram("notes") { "sequenceDiagram\n" + lines($0) { "Note over A: n\($0)\n" } },
    diagram("participants") { "sequenceDiagram\n" + lines($0) { "participant P\($0)\n" } },
    diagram("one line") { "sequenceDiagram\nA->>B: " + lines($0) { _ in "x " } + "\n" },
    Construct(name: "members in Swift", arguments: ["check", "--no-cache", "-q"], file: "A.swift") {
      "struct A {\n" + lines($0) { "  func f\($0)(x: Int) -> Int { x + \($0) }\n" } + "}\n"
    },
    Construct(
      name: "statements in a type", arguments: ["check", "--no-cache", "-q"], file: "A.swift"
    ) { "struct A {\n" + lines($0) { "a.f\($0)(x: 1)\n" } + "}\n" },
    Construct(
      name: "findings in a baseline", arguments: ["check", "--no-cache", "-q"],
      file: ".docgen-baseline.json"
    ) { count in
      let findings = (0..<count).map {
        #"{"rule": "unknown-symbol", "summary": "s", "fingerprint": "\#($0)"}"#
      }
      return #"{"version": 1, "findings": {"page.md": ["# + findings.joined(separator: ",") + "]}}"
    },
  ]

  private static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// The duration of a call; `nil` if it takes too long.
  private static func seconds(_ arguments: [String], in folder: borrowing ScratchFolder) throws
    -> Double?
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ".build/release/docgen")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path(""))
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    while process.isRunning {
      if ContinuousClock.now - start > .seconds(longest) {
        process.terminate()
        process.waitUntilExit()
        return nil
      }
      usleep(2_000)
    }
    return (ContinuousClock.now - start).nanoseconds / 1e9
  }
}
