import DocgenKit
import Foundation
import Testing

/// The configuration as users meet it: through the tool, and through its JSON Schema.
@Suite struct ConfigurationCommandTests {
  @Test func `severities decide which findings are shown and whether a check fails`() throws {
    let project = try SmallProject()
    try project.write("`Door.nothing` and [x](y.md)\n", to: "docs/b.md")
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.docgen("check").code == 1)
    func check(_ severities: String) throws -> Outcome {
      let own = #""unknown-symbol/medium": "error", "unknown-file/medium": "error""#
      try project.write(
        SmallProject.configuration.replacing(own, with: severities), to: ".docgen.json")
      return try project.docgen("check", "--hints")
    }
    let warned = try check(#""*": "warning""#)
    #expect(warned.code == 0)
    #expect(warned.contains("docs/b.md:1:24: warning: "), "\(warned)")
    let mixed = try check(#""broken-link": "off", "*": {"docs/b.md": "note"}"#)
    #expect(mixed.code == 0)
    #expect(!mixed.contains("broken-link"), "\(mixed)")
    #expect(try check(#""*": {"docs/a.md": "off"}"#).code == 1)
  }

  @Test func `a mistake in an extended file is shown with its line`() throws {
    let project = try SmallProject()
    try project.write(#"{"extends": "config/base.json"}"#, to: ".docgen.json")
    try project.write("{\n  \"documnts\": []\n}\n", to: "config/base.json")
    let outcome = try project.docgen("check")
    #expect(outcome.code == 2)
    #expect(outcome.contains("config/base.json:2:3: error: unknown key `documnts`"), "\(outcome)")
    #expect(outcome.contains("2 |   \"documnts\": []"), "\(outcome)")
  }

  /// Configurations, each with its expected validity.
  private static let cases: [(String, Bool)] = [
    ("{}", true), ("[]", false), (#"{"documents": ["a"], "sources": [], "traces": ["b"]}"#, true),
    (#"{"documents": "a"}"#, false), (#"{"documents": [1]}"#, false), (#"{"document": []}"#, false),
    (#"{"exclude": ["a"], "ignore": ["b"], "templates": "t", "record": "make"}"#, true),
    (#"{"templates": []}"#, false), (#"{"record": null}"#, false),
    (##"{"$schema": "x", "requires": "0.1"}"##, true), (#"{"requires": "a"}"#, false),
    (#"{"requires": 1}"#, false), (#"{"extends": []}"#, true), (#"{"extends": {}}"#, false),
    (#"{"extends": [1]}"#, false),
    (#"{"severities": {"stale-value": "off", "*": {"docs/**": "note"}}}"#, true),
    (#"{"severities": {"stale-value": "loud"}}"#, false),
    (#"{"severities": {"no-such-rule": "off"}}"#, false),
    (#"{"severities": {"configuration": "off"}}"#, false),
    (#"{"severities": {"*": {"docs/**": "loud"}}}"#, false), (#"{"severities": []}"#, false),
    (
      #"{"contracts": {"a": {"sections": ["b"], "diagrams": ["sequence"], "lines": 3}}}"#, true
    ),
    (#"{"contracts": {"a": {"lines": -1}}}"#, false), (#"{"contracts": {"a": []}}"#, false),
    (#"{"contracts": {"a": {"lines": 1.5}}}"#, false),
    (#"{"contracts": {"a": {"diagrams": ["flow"]}}}"#, false),
    (#"{"contracts": {"a": {"other": []}}}"#, false),
    (#"{"synonyms": {"a": {"b": "c"}}}"#, true), (#"{"synonyms": {"a": "b"}}"#, false),
    (#"{"synonyms": {"a": {"b": 1}}}"#, false),
    (#"{"mermaid": "a.js"}"#, true), (#"{"mermaid": 1}"#, false),
    (#"{"platforms": ["iOS", {"os": "Linux", "flags": ["DEBUG"], "modules": ["UIKit"]}]}"#, true),
    (#"{"platforms": ["linux"]}"#, false), (#"{"platforms": [1]}"#, false),
    (#"{"platforms": [{"os": "Amiga"}]}"#, false), (#"{"platforms": [{"flag": []}]}"#, false),
  ]

  @Test func `code that no platform compiles is ignored`() throws {
    let project = try SmallProject()
    try project.write(
      SmallProject.source + """
        #if os(Linux)
          let socket = "epoll"
        #elseif canImport(UIKit)
          let gesture = "swipe"
        #endif
        extension DoorMachine {
          #if DEBUG
            static let dump = 1
          #else
            static let dump = 2
          #endif
        }

        """, to: "Sources/App/Door.swift")
    try project.write(
      """
      # Platforms

      Width <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value -->,
      socket <!-- docgen:value socket -->epoll<!-- /docgen:value -->,
      gesture <!-- docgen:value gesture -->swipe<!-- /docgen:value -->.
      """, to: "docs/a.md")
    func check(_ platforms: String) throws -> [String] {
      let text = SmallProject.configuration.replacing(
        "{", with: "{ \(platforms)", maxReplacements: 1)
      try project.write(text, to: ".docgen.json")
      let outcome = try project.docgen("check", "--no-cache")
      return ["socket", "gesture", "dump"].filter {
        outcome.contains("neither the sources nor a trace have a value `\($0)`")
      }
    }
    #expect(try check("") == [])
    #expect(try check(#""platforms": ["Linux"],"#) == ["gesture"])
    #expect(try check(#""platforms": ["iOS"],"#) == ["socket"])
    #expect(try check(#""platforms": ["iOS", "Linux"],"#) == [])
    try project.write(
      "<!-- docgen:value DoorMachine.dump -->1<!-- /docgen:value --> x\n", to: "docs/a.md")
    _ = try check(#""platforms": [{"os": "iOS", "flags": ["DEBUG"]}],"#)
    #expect(try project.docgen("check", "--no-cache").code == 0)
  }

  @Test func `the schema refuses the same configurations as the reader`() throws {
    let project = try SmallProject()
    try project.write(try project.docgen("schema").output, to: "schema.json")
    for (index, (text, isRight)) in Self.cases.enumerated() {
      try project.write(text, to: "cases/\(index).json")
      var reader = ConfigurationReader()
      let file = project.folder.appendingPathComponent("cases/\(index).json").path
      #expect((reader.read(file) != nil) == isRight, "\(text): \(reader.problems)")
    }
    let script = """
      import json, jsonschema, sys
      schema = json.load(open("schema.json"))
      jsonschema.Draft7Validator.check_schema(schema)
      validator = jsonschema.Draft7Validator(schema)
      for index in range(int(sys.argv[1])):
          print(validator.is_valid(json.load(open(f"cases/{index}.json"))))
      """
    let outcome = try Tool.run(
      TraceCommandTests.python, ["-c", script, "\(Self.cases.count)"], in: project.folder)
    try #require(outcome.code == 0, "\(outcome)")
    let verdicts = outcome.output.split(separator: "\n").map { $0 == "True" }
    try #require(verdicts.count == Self.cases.count)
    for ((text, isRight), verdict) in zip(Self.cases, verdicts) {
      #expect(verdict == isRight, "\(text)")
    }
  }
}
