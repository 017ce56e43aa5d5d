import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Blocks of JSON, YAML and property lists.
@Suite struct InvalidDataTests {
  private static let source = """
    struct Harbor: Codable {
      var name: String
      var berths: Int
      var depth: Double?
      var flags: [Flag]
      var owner: Owner?
      var kind: Kind
      var lights: [String: Bool]

      enum CodingKeys: String, CodingKey {
        case name, berths, depth, flags, owner, kind
        case lights = "harbor-lights"
      }
    }
    struct Flag: Codable { let color: String }
    struct Owner: Codable { let id: UUID }
    enum Kind: String, Codable { case river, sea = "open-sea" }
    """

  private func findings(_ block: String, marker: String = "") -> [String] {
    let text = "\(marker)\n\(block)\n"
    let model = ProjectModel(
      code: CodeModel(reading: [
        SourceInput(path: "Sources/Harbor.swift", module: "Harbor", Self.source)
      ]),
      traces: [])
    let page = CheckedPage(
      Page(path: "docs/a.md", bytes: Array(text.utf8)), project: model,
      templates: TemplateSource(texts: [:]))
    return page.findings().filter { $0.rule.rawValue == "invalid-data" }.map { finding in
      let place = finding.location.range?.start
      return
        "\(place?.line ?? 0):\(place?.column ?? 0) \(finding.severity.rawValue) \(finding.summary)"
    }
  }

  @Test(arguments: [
    ("json", "{\"a\": 1 \"b\": 2}", "3:9 warning the JSON block does not parse: "),
    ("json", "{\"a\": 1", "3:8 warning the JSON block does not parse: "),
    ("json", "[\n  1,\n  2 3\n]", "5:5 warning the JSON block does not parse: "),
    ("yaml", "a:\n\t- b", "4:1 note the YAML block does not parse: "),
    ("yaml", "a: [1, 2", "3:9 note the YAML block does not parse: "),
    ("plist", "<dict>\n<key>a</dict>", "4:7 warning the property list block does not parse: "),
    ("xml", "<plist><dict>\n</plist>", "4:1 warning the property list block does not parse: "),
  ])
  func `a block that does not parse is reported at its place`(
    language: String, text: String, expected: String
  ) {
    let found = findings("```\(language)\n\(text)\n```")
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test(arguments: [
    ("json", "{\"a\": 1, \"b\": [true, null]}"), ("json", "\"a\": 1,\n\"b\": 2"),
    ("json", "{\n  // a comment\n  \"a\": 1,\n}"), ("json", "{\"a\": 1, ...}"),
    ("json", "{\"a\": <number>}"), ("json", "{\"a\": 1}\n{\"a\": 2}"), ("json", "{ … }"),
    ("json", "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}"), ("json", "{\"a\": {{ value }}}"), ("json", ""),
    ("json5", "{\"a\": 1,}"), ("yaml", "a: 1\nb:\n  - c\n---\nd: 2"), ("yaml", "a: …\nb: ["),
    ("yaml", "a: {{ b }}"), ("yaml", "a: 1\na: 2"), ("yml", "run: ${{ github.ref }}"),
    ("plist", "<dict>\n<key>a</key><true/>\n<!-- <b> -->\n</dict>"), ("xml", "<a>"),
    ("text", "{"),
  ])
  func `what people leave out is accepted`(language: String, text: String) {
    #expect(findings("```\(language)\n\(text)\n```") == [])
  }

  private static let complete = """
    "name": "A", "berths": 2, "flags": [{"color": "red"}], "kind": "open-sea", \
    "harbor-lights": {"north": true}
    """

  @Test(arguments: [
    ("{\(complete)}", ""), ("{\(complete), \"depth\": 2.5, \"owner\": null}", ""),
    ("{\(complete), \"owner\": {\"id\": \"x\"}}", ""), ("{\"name\": \"A\", …}", ""),
    ("{\(complete), \"width\": 1}", "`Harbor` has no key `width`"),
    ("{\(complete), \"lights\": {}}", "`Harbor` has no key `lights`"),
    ("{\(complete), \"depth\": \"2\"}", "`depth` is a number, not a string"),
    ("{\(complete), \"owner\": {\"name\": 1, \"id\": \"x\"}}", "`Owner` has no key `name`"),
    ("{\(complete), \"owner\": {}}", "`Owner` needs the key `id`"),
    ("{\(complete.replacing("2", with: "2.5"))}", "`berths` is a whole number, not a number"),
    ("{\(complete.replacing("open-sea", with: "sea"))}", "`Kind` has no value `sea`"),
    (
      "{\(complete.replacing("true", with: "1"))}",
      "`harbor-lights` is true or false, not a whole number"
    ),
    (
      "{\(complete.replacing("[{\"color\": \"red\"}]", with: "{}"))}",
      "`flags` is an array, not an object"
    ),
    ("{\(complete.replacing("\"berths\": 2, ", with: ""))}", "`Harbor` needs the key `berths`"),
    ("[]", "`Harbor` is decoded from an object, not an array"),
  ])
  func `a JSON block with a type has its keys and kinds`(block: String, summary: String) {
    let found = findings(
      "```json\n\(block)\n```", marker: "<!-- docgen:verify json type=Harbor -->")
    if summary.isEmpty {
      #expect(found == [])
    } else {
      #expect(found.count == 1 && found[0].hasSuffix("error \(summary)"), "\(found)")
    }
  }
}
