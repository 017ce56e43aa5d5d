import Diagnostics
import DocgenKit
import Foundation
import Testing

/// Constructs that multiply end at a limit, and a finding names it.
@Suite struct LimitTests {
  private let project: SmallProject

  init() throws { project = try SmallProject() }

  private func check(_ limit: Limit, _ arguments: [String] = ["check"]) throws {
    let start = ContinuousClock.now
    let outcome = try Tool.docgen.run(arguments, in: project.folder)
    #expect(outcome.code == 2 || outcome.code == 4, "\(outcome)")
    #expect(outcome.description.contains("the limit `\(limit.rawValue)`"), "\(outcome)")
    // Unbounded, each of them takes longer than a life.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `templates that include each other`() throws {
    try project.write(
      "<!-- docgen:begin table type=DoorMachine template=t0 -->\n<!-- docgen:end -->\n",
      to: "docs/a.md")
    for text in ["x\n", ""] {
      for level in 0..<12 {
        let next = String(repeating: "{{>t\(level + 1)}}", count: 10)
        try project.write(level == 11 ? text : next, to: "templates/t\(level).mustache")
      }
      try check(.templateSteps)
    }
    try project.write(String(repeating: "x", count: 100_000), to: "templates/t2.mustache")
    try project.write(
      String(repeating: "{{>t2}}", count: 100), to: "templates/t1.mustache")
    try check(.templateBytes)
  }

  @Test(arguments: ["{a,b}", "{a}", "{a,{b,c}}"])
  func `braces`(part: String) throws {
    let pattern = String(repeating: part, count: 2_000)
    for key in [#""documents": ["\#(pattern)"]"#, #""exclude": ["\#(pattern)"]"#] {
      try project.write("{\(key)}", to: ".docgen.json")
      try check(.patternAlternatives)
    }
    try project.write(#"{"contracts": {"\#(pattern)": {}}}"#, to: ".docgen.json")
    try check(.patternAlternatives)
  }

  @Test func `stars match folders`() throws {
    let pattern = String(repeating: "**/", count: 40)
    try project.write(#"{"documents": ["docs/*.md", "\#(pattern)x.md"]}"#, to: ".docgen.json")
    try project.write("x\n", to: String(repeating: "d/", count: 50) + "y.md")
    #expect(try project.docgen("check").contains("no file matches"))
    try project.write(#"{"documents": ["\#(pattern)\#(pattern)x.md"]}"#, to: ".docgen.json")
    try check(.patternParts)
  }

  @Test func `configurations that extend many`() throws {
    for level in 0..<20 {
      let next = Array(repeating: "\"c\(level + 1).json\"", count: 10).joined(separator: ", ")
      try project.write("{\"extends\": [\(next)]}", to: "c\(level).json")
    }
    try project.write("{}", to: "c20.json")
    try project.write(#"{"extends": "c0.json"}"#, to: ".docgen.json")
    try check(.extends)
  }

  @Test func `states of a machine`() throws {
    let cases = (0...Limit.machineStates.standard).map { "case c\($0)" }.joined(separator: "\n")
    try project.write(
      "enum Step {\n\(cases)\n}\nstruct Walk { var step = Step.c0 }\n", to: "Sources/Walk.swift")
    try project.write(
      "<!-- docgen:begin state-diagram machine=Step -->\n<!-- docgen:end -->\n", to: "docs/a.md")
    let outcome = try Tool.docgen.run(["check"], in: project.folder)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.description.contains("the limit `machine-states`"), "\(outcome)")
  }

  /// The steps after each of these are handled one level deeper.
  @Test(arguments: [
    "guard x# else { b.g(); return }", "guard x# else { throw E() }; b.g()", "Task { b.g() }",
    "if x { b.g() } else { b.g() }", "do { try b.g() } catch { b.g() }", "for x in y { b.g() }",
    "switch x { case .a: b.g(); return; default: b.g() }",
  ])
  func `branches of a flow`(statement: String) throws {
    try project.write(
      """
      <!-- docgen:begin sequence from="M.f()" -->
      <!-- docgen:end -->

      <!-- docgen:verify sequence from="M.f()" -->
      ```mermaid
      sequenceDiagram
      M->>C: h()
      C->>B: g()
      ```
      """, to: "docs/a.md")
    let limit = Limit.flowBranches.standard
    for count in [limit / 2 - 1, 3 * limit] {
      let statements = (0..<count).map { statement.replacing("#", with: "\($0)") }
        .joined(separator: "\n")
      try project.write(
        """
        class B { func g() {} }
        class C { let b = B()
        func h() { \(statements) } }
        class M { let c = C()
        func f() { c.h() } }
        """, to: "Sources/M.swift")
      let outcome = try Tool.docgen.run(["check"], in: project.folder)
      #expect(outcome.code == 1, "\(count) \(outcome)")
      let isReached = outcome.description.contains("the limit `flow-branches`")
      #expect(isReached == (count > limit), "\(count) \(outcome)")
    }
  }

  /// A recorded scenario `s` of calls from `A` to `B`, one after another or each in the one before.
  private func writeTrace(_ names: [String], areNested: Bool = false) throws {
    var lines = [
      #"{"type":"header","format":"docgen-trace","version":1,"scenario":"s","title":"t","#
        + #""epoch":"2026-01-05T09:00:00.000Z","participants":[{"name":"A","kind":"actor"},"#
        + #"{"name":"B","kind":"participant"}]}"#
    ]
    func place() -> String { "\"seq\":\(lines.count),\"t\":0,\"at\":\"a.swift:1\"" }
    func end(_ span: Int) { lines.append("{\"type\":\"return\",\"span\":\(span + 1),\(place())}") }
    for (span, name) in names.enumerated() {
      let parent = areNested && span > 0 ? "\"parent\":\(span)," : ""
      let (from, to) = areNested && span % 2 == 1 ? ("B", "A") : ("A", "B")
      lines.append(
        "{\"type\":\"call\",\"span\":\(span + 1),\(parent)\"from\":\"\(from)\",\"to\":\"\(to)\","
          + "\"name\":\"\(name)\",\(place())}")
      if !areNested { end(span) }
    }
    if areNested { for span in names.indices.reversed() { end(span) } }
    lines.append("{\"type\":\"end\",\"records\":\(lines.count - 1),\"dropped\":0}")
    try project.write(lines.joined(separator: "\n") + "\n", to: "traces/s.jsonl")
    try project.write(
      #"{"documents": ["docs/*.md"], "traces": ["traces/*.jsonl"]}"#, to: ".docgen.json")
  }

  private func verify(_ statements: String) throws -> Outcome {
    try project.write(
      "<!-- docgen:verify sequence scenarios=s -->\n```mermaid\nsequenceDiagram\n"
        + "participant A\nparticipant B\n\(statements)```\n", to: "docs/a.md")
    return try Tool.docgen.run(["check", "--hints"], in: project.folder)
  }

  @Test(arguments: [(20, true), (5_000, false)])
  func `a long diagram of a long scenario`(count: Int, isCompared: Bool) throws {
    try writeTrace((0..<count).map { "m\($0)" })
    let names = (0..<count).reversed().map { "A->>B: m\($0)()\n" }
    let outcome = try verify(names.joined())
    #expect(outcome.description.contains("unproven-sequence") != isCompared, "\(outcome)")
    #expect(outcome.description.contains("moved-message") == isCompared, "\(outcome)")
  }

  @Test(arguments: [(3, true), (200, false), (5_000, false)])
  func `many parallel parts`(count: Int, isCompared: Bool) throws {
    try writeTrace((0..<count).reversed().map { "m\($0)" })
    let parts = (1..<count).map { "and\nA->>B: m\($0)()\n" }.joined()
    let outcome = try verify("par\nA->>B: m0()\n\(parts)end\n")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.description.contains("unproven-sequence") != isCompared, "\(outcome)")
  }

  @Test(arguments: [(900, false), (20_000, true)])
  func `deeply nested calls of a trace`(count: Int, isRefused: Bool) throws {
    try writeTrace((0..<count).map { "m\($0)" }, areNested: true)
    try project.write(
      "<!-- docgen:begin sequence scenarios=s -->\n<!-- docgen:end -->\n", to: "docs/a.md")
    let outcome = try Tool.docgen.run(["check"], in: project.folder)
    #expect(outcome.code == (isRefused ? 4 : 1), "\(outcome)")
    #expect(outcome.description.contains("nested more than 1000 deep") == isRefused)
  }

  @Test func `overloads of a function`() throws {
    for count in [Limit.overloads.standard, Limit.overloads.standard + 1] {
      let functions = (0..<count).map { "func f(a\($0): Int) {}\n" }.joined()
      try project.write("struct T {\n\(functions)}\n", to: "Sources/T.swift")
      try project.write("# T\n\n```swift\nlet t = T()\nt.f(b: 1)\n```\n", to: "docs/a.md")
      let found = try Tool.docgen.run(["check", "--hints"], in: project.folder).description
      #expect(found.contains("outdated-example"), "\(found)")
      let isReached = found.contains("`T.f` exceeds the limit `overloads`")
      #expect(isReached == (count > Limit.overloads.standard), "\(found)")
    }
  }

  @Test func `a name of thousands of members is none`() throws {
    let types = (0..<5_000).map { "struct C\($0) { var n: C\($0 + 1) }\n" }.joined()
    try project.write(types, to: "Sources/C.swift")
    let chain = String(repeating: ".n", count: 5_000)
    try project.write(
      "# C\n\n`C0\(chain)`\n\n```swift\nlet c = C0()\nc\(chain)\n```\n", to: "docs/a.md")
    let outcome = try Tool.docgen.run(["check"], in: project.folder)
    #expect(outcome.code == 0, "\(outcome)")
  }

  /// Openings without an end, which a search would follow to the end of the text each time; lists and
  /// relations, each of which asked for everything before it.
  @Test(arguments: [
    ("](", ":\n\n- a\n- b\n- c\n", 4_000), ("```swift\n<#", "\n```\n", 2_000),
    ("```swift\n/*", "\n```\n", 2_000), ("<h1>\n", "\n", 4_000), ("- ", "x\n", 2_000),
    (
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\nA --> B\n", "```\n", 500
    ),
    (
      "<!-- docgen:verify class-diagram -->\n```mermaid\nclassDiagram\nclass DoorMachine {\n+g#()\n",
      "}\n```\n", 300
    ),
    ("```mermaid\nclassDiagram\nDoorMachine --> B#\n", "```\n", 300),
    ("```mermaid\nsequenceDiagram\nB->>DoorMachine: f#()\n", "```\n", 300),
    ("```swift\nDoorMachine().f#()\n", "```\n", 300),
    ("```swift\nstruct S# { func g() }\n", "```\n", 300),
    ("```swift\nlet let\nf#()\n", "```\n", 300),
  ])
  func `time grows in proportion`(start: String, end: String, count: Int) throws {
    let unit = start.split(separator: "\n").last.map(String.init) ?? start
    let isLine = start.hasSuffix("\n")
    func seconds(_ count: Int) throws -> Duration {
      let first = start.replacing("#", with: "0")
      let units = (0..<count).map { unit.replacing("#", with: "\($0)") + (isLine ? "\n" : "") }
        .joined()
      try project.write("# Page\n\n\(first)\(units)\(end)", to: "docs/a.md")
      return try ContinuousClock().measure { _ = try project.docgen("check", "--no-cache") }
    }
    let small = try seconds(count)
    // Ten times as long: quadratic work takes 100 times the time.
    #expect(try seconds(10 * count) < small * 40 + .seconds(1))
  }

  /// Large sources that a region describes.
  @Test(arguments: [
    ("state-diagram machine=M", "func f#() { f^() }\n", "func f0() { state = .b }\n", 200),
    ("state-diagram machine=M", "guard x# else { state = .b; return }\n", "func f() {\n", 100),
    ("class-diagram around=T#", "struct T# { var next: T^? }\n", "", 100),
  ])
  func `time grows in proportion to sources`(
    region: String, line: String, start: String, count: Int
  ) throws {
    func seconds(_ count: Int) throws -> Duration {
      func lines(_ text: String) -> String {
        (1...count).map {
          text.replacing("#", with: "\($0)").replacing("^", with: "\($0 - 1)")
        }.joined()
      }
      let body = start + lines(line) + (start.hasSuffix("{\n") ? "}\n" : "")
      try project.write(
        region.contains("#")
          ? body
          : "class Walk { enum M { case a, b }\nvar state = M.a\n\(body)}\n", to: "Sources/M.swift")
      let marker = "<!-- docgen:begin \(region) -->\n<!-- docgen:end -->\n\n"
      try project.write(
        "# Page\n\n" + (region.contains("#") ? lines(marker) : marker), to: "docs/a.md")
      return try ContinuousClock().measure {
        let outcome = try project.docgen("check", "--no-cache")
        #expect(outcome.code == 1, "\(outcome)")
      }
    }
    let small = try seconds(count)
    #expect(try seconds(10 * count) < small * 40 + .seconds(1))
  }

  @Test func `the environment can raise a limit but not lower it`() throws {
    let pattern = String(repeating: "{a,b}", count: 10) + "/*.md"
    try project.write(#"{"documents": ["docs/*.md", "\#(pattern)"]}"#, to: ".docgen.json")
    try check(.patternAlternatives)
    for (value, code) in [("10000", Int32(1)), ("1", 2), ("x", 2)] {
      let outcome = try Tool.docgen.run(
        ["check"], in: project.folder,
        environment: ["DOCGEN_LIMITS": "extends=7,pattern-alternatives=\(value)"])
      #expect(outcome.code == code, "\(value) \(outcome)")
    }
  }

  @Test(arguments: [
    ("**/a/**/b", "x/a/y/b", true), ("**/a/**/b", "a/b", true), ("**/a/**/b", "a/.y/b", false),
    ("**/**/b", "b", true), ("**", "", true), ("a/**", "a", true), ("**/.x/**/y", ".x/y", true),
    ("**/.x/**/y", "q/.x/r/y", true), ("{**/a,b}/c", "b/c", true), ("**/*/c", "c", false),
  ])
  func `patterns`(pattern: String, path: String, isMatch: Bool) {
    #expect(Glob(pattern).matches(path) == isMatch)
  }
}
