import Foundation
import Testing

/// Compiles and runs the Swift blocks of documents.
@Suite struct SwiftBlockTests {
  // MARK: - A corpus with known outcomes

  /// A block of the corpus and the finding that it must have.
  private struct Expectation {
    var page: String
    var lines: ClosedRange<Int>
    /// The rule and the start of its message; `nil` if the block agrees.
    var finding: (rule: String, text: String)?
  }

  private static let corpus = Tool.package
    .appendingPathComponent("Tests/Docgen/ProjectTests/BlockCorpus")

  private static func project() throws -> SmallProject {
    let project = try SmallProject()
    for path in ["docs", "traces", "Sources", ".docgen.json"] { try project.remove(path) }
    let files = [
      "Package.swift.txt": "Package.swift", "Doors.swift.txt": "Sources/Doors/Doors.swift",
      "Locks.swift.txt": "Sources/Locks/Key.swift",
    ]
    for (name, path) in files {
      try project.write(Data(contentsOf: corpus.appendingPathComponent(name)), to: path)
    }
    try project.write(#"{"documents": ["docs/*.md"]}"#, to: ".docgen.json")
    return project
  }

  /// The blocks of a page. `<!-- expect RULE text -->` precedes a block that has a finding.
  private static func expectations(_ text: String, page: String) -> [Expectation] {
    var found: [Expectation] = []
    var (expected, start): ((String, String)?, Int?) = (nil, nil)
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let line = line.drop { " >".contains($0) }
      if let match = line.firstMatch(of: /<!-- expect (\S+) (.*) -->/) {
        expected = (String(match.1), String(match.2))
      } else if let first = start, line.hasPrefix("```") {
        let finding = expected.map { (rule: $0.0, text: $0.1) }
        found.append(Expectation(page: page, lines: first...index + 1, finding: finding))
        (expected, start) = (nil, nil)
      } else if line.hasPrefix("```swift") {
        start = index + 1
      }
    }
    return found
  }

  @Test func `no verdict on 170 blocks is wrong`() throws {
    let project = try Self.project()
    var expectations: [Expectation] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    where name.hasSuffix(".md") {
      let text = try String(contentsOf: Self.corpus.appendingPathComponent(name), encoding: .utf8)
      try project.write(text, to: "docs/\(name)")
      expectations += Self.expectations(text, page: "docs/\(name)")
    }
    #expect(expectations.count >= 170)
    let outcome = try project.docgen("check", "--run", "--format", "json")
    let findings = try Finding.all(in: outcome)
    for one in expectations {
      let own = findings.filter { $0.file == one.page && one.lines.contains($0.line) }
      let place: Comment = "\(one.page):\(one.lines.lowerBound)\n\(own)"
      guard let expected = one.finding else {
        #expect(own.isEmpty, place)
        continue
      }
      #expect(own.map(\.rule) == [expected.rule], place)
      #expect(own.first?.message.hasPrefix(expected.text) == true, place)
    }
    let inBlocks = findings.filter { finding in
      expectations.contains { $0.page == finding.file && $0.lines.contains(finding.line) }
    }
    #expect(inBlocks.count == findings.count, "\(findings)")
  }

  // MARK: - Results

  @Test func `fix writes the actual results, and keeps wildcards`() throws {
    let project = try Self.project()
    try project.write(
      """
      # Page

      > <!-- docgen:verify swift -->
      > ```swift
      > let door = Door()
      > door.width  // =>
      > door  // => Door(width: 80, isOpen: …)
      > for number in 1...2 {
      >   print(number)
      > }
      > // prints: 1
      > ```

      """, to: "docs/a.md")
    #expect(try project.docgen("check", "--run").code == 1)
    #expect(try project.docgen("fix").contains("nothing to change"))
    let fixed = try project.docgen("fix", "--run", "--check")
    #expect(fixed.code == 0, "\(fixed)")
    let text = try project.text("docs/a.md")
    #expect(text.contains("> door.width  // => 90\n"), "\(text)")
    #expect(text.contains("> door  // => Door(width: 90, isOpen: …)\n"), "\(text)")
    #expect(text.contains("> // prints: 1\n> // 2\n> ```"), "\(text)")
  }

  @Test func `comments of Swift files and listings of tutorials are verified, with their places`()
    throws
  {
    let project = try Self.project()
    try project.write(
      """
      /// A wall.
      ///
      /// ```swift
      /// Wall().height  // => 3
      /// ```
      ///
      /// ```swift
      /// Wall().width
      /// ```
      public struct Wall {
        public let height = 2
        public init() {}
      }

        /** A roof.

            ```swift
            Wall().height  // => 4
            ```
        */
      struct Roof {}

      /**
       * A floor.
       *
       * ```swift
       * Wall().height  // => 5
       * ```
       */
      struct Floor {}

      """, to: "Sources/Doors/Wall.swift")
    try project.write(
      "import Doors\n\nlet door = Door()\ndoor.opne()\n",
      to: "Sources/Doors/Doors.docc/Resources/first.swift")
    try project.write(
      #"{"documents": ["docs/*.md"], "verifySwift": ["Sources/**/*.swift"]}"#, to: ".docgen.json")
    try project.write("# Page\n", to: "docs/a.md")
    let manifest = try project.text("Package.swift")
      .replacing(
        #"dependencies: ["Locks"]"#, with: #"dependencies: ["Locks"], exclude: ["Doors.docc"]"#)
    try project.write(manifest, to: "Package.swift")
    let outcome = try project.docgen("check", "--run", "--format", "json")
    let findings = try Finding.all(in: outcome).map {
      "\($0.file):\($0.line):\($0.column) \($0.rule)"
    }
    #expect(
      findings.sorted() == [
        "Sources/Doors/Doors.docc/Resources/first.swift:4:6 swift-block-error",
        "Sources/Doors/Wall.swift:18:27 wrong-result",
        "Sources/Doors/Wall.swift:27:24 wrong-result",
        "Sources/Doors/Wall.swift:4:25 wrong-result",
        "Sources/Doors/Wall.swift:8:12 swift-block-error",
      ], "\(outcome)")
  }

  @Test func `blocks that did not run, or were not compiled, are counted at the cause`() throws {
    let project = try Self.project()
    func block(_ code: String) -> String {
      "<!-- docgen:verify swift -->\n```swift\n\(code)\n```\n\n"
    }
    try project.write(
      block("let numbers: [Int] = []\nprint(numbers[0])") + block("print(1)  // prints: 2")
        + block("print(3)"), to: "docs/a.md")
    try project.write(
      block("let width: String = 1") + block("print(width)") + block("print(1)"), to: "docs/b.md")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.contains("docs/a.md:4"), "\(outcome)")
    #expect(outcome.contains("2 later blocks of the page did not run"), "\(outcome)")
    #expect(!outcome.contains("docs/a.md:9"), "\(outcome)")
    #expect(
      outcome.contains("1 later block that uses its declarations was not checked"), "\(outcome)")
  }

  @Test func `a manifest is compiled, and can run`() throws {
    let project = try Self.project()
    let block = "```swift\nlet package = Package(name: \"House\", target: [])\n```\n"
    try project.write(
      "<!-- docgen:setup\nimport PackageDescription\n-->\n<!-- docgen:verify swift no-run -->\n"
        + block, to: "docs/a.md")
    try project.write(
      "<!-- docgen:verify swift -->\n```swift\nimport PackageDescription\n"
        + "Package(name: \"House\").name  // => \"Hose\"\n```\n", to: "docs/b.md")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.contains("docs/a.md:6:22: error: "), "\(outcome)")
    #expect(outcome.contains("the value is `\"House\"`, not `\"Hose\"`"), "\(outcome)")
    #expect(!outcome.contains("no such module"), "\(outcome)")
  }

  @Test func `the finished build can be modules of another build system`() throws {
    let project = try SmallProject()
    try project.write("public struct Wall {\n  public init() {}\n}\n", to: "Sources/Wall.swift")
    try project.write(
      #"{"documents": ["docs/*.md"], "sources": ["Sources/*.swift"], "buildFolder": "out"}"#,
      to: ".docgen.json")
    try project.write(
      "<!-- docgen:verify swift -->\n```swift\nWall()  // => Wal()\n```\n", to: "docs/a.md")
    let compiled = try Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "mkdir out && swiftc -c -wmo -parse-as-library -module-name Walls -emit-module "
          + "-emit-module-path out/Walls.swiftmodule -o out/Walls.o Sources/Wall.swift",
      ], in: project.folder)
    #expect(compiled.code == 0, "\(compiled)")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.contains("the value is `Wall()`, not `Wal()`"), "\(outcome)")
  }

  // MARK: - Permission

  /// Its manifest, its plugin and its blocks would write a file each.
  private static func hostile() throws -> SmallProject {
    let project = try Self.project()
    let mark = project.folder.appendingPathComponent("executed").path
    let manifest = try project.text("Package.swift")
    try project.write(
      manifest + """

        #if canImport(Glibc)
          import Glibc
        #elseif canImport(Darwin)
          import Darwin
        #endif
        _ = creat("\(mark)", 0o644)

        """, to: "Package.swift")
    try project.write(
      """
      <!-- docgen:verify swift -->
      ```swift
      import Foundation
      FileManager.default.createFile(atPath: "\(mark)", contents: nil)  // => false
      ```

      """, to: "docs/a.md")
    try project.write(
      #"{"documents": ["docs/*.md"], "run": true, "verifySwift": ["**/*.md"]}"#, to: ".docgen.json")
    return project
  }

  @Test(arguments: [
    ["check"], ["check", "--hints"], ["check", "docs/a.md"], ["fix"], ["fix", "--check"],
    ["report"], ["status"], ["review"], ["generate", "--dry-run"],
  ])
  func `nothing is executed without the option`(command: [String]) throws {
    let project = try Self.hostile()
    _ = try Tool.docgen.run(command, in: project.folder)
    #expect(throws: (any Error).self) { try project.text("executed") }
    #expect(!FileManager.default.fileExists(atPath: project.folder.path + "/.build"))
  }

  /// Proves that the traps of the test above work.
  @Test func `with the option, manifest and blocks are executed`() throws {
    let project = try Self.hostile()
    let outcome = try project.docgen("check", "--run")
    #expect(try project.text("executed").isEmpty, "\(outcome)")
  }

  @Test func `a package that does not build is one finding`() throws {
    let project = try Self.project()
    try project.write("public struct Wall { let x: Missing }\n", to: "Sources/Doors/Wall.swift")
    try project.write(
      "<!-- docgen:verify swift -->\n```swift\nDoor().width  // => 1\n```\n", to: "docs/a.md")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.contains("Package.swift: error: the package does not build"), "\(outcome)")
    #expect(outcome.contains("cannot find type 'Missing' in scope"), "\(outcome)")
    #expect(outcome.code == 4, "\(outcome)")
  }

  /// A finding in the JSON of a check.
  private struct Finding {
    var rule: String
    var file: String
    var line: Int
    var column: Int
    var message: String

    static func all(in outcome: Outcome) throws -> [Finding] {
      let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      let findings = try #require(root?["findings"] as? [[String: Any]], "\(outcome)")
      return findings.compactMap { finding in
        guard let rule = finding["rule"] as? String, let file = finding["file"] as? String else {
          return nil
        }
        let start = finding["start"] as? [String: Int]
        return Finding(
          rule: rule, file: file, line: start?["line"] ?? 0, column: start?["column"] ?? 0,
          message: finding["summary"] as? String ?? "")
      }
    }
  }
}
