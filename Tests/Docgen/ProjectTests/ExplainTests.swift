import CommandLineTool
import Diagnostics
import DocgenKit
import Foundation
import Rules
import Testing

/// `docgen explain`: runs each example against its door.
@Suite struct ExplainTests {
  @Test func `every rule has an explanation that ends its sentences`() {
    for rule in RuleCatalogue.descriptions {
      let explanation = rule.explanation
      #expect(explanation.meaning.hasSuffix("."), "\(rule.id)")
      #expect(explanation.remedy.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test func `each rule finds its example`() throws {
    let project = try ExampleDoor.project()
    let examples = ExampleDoor.examples
    #expect(examples.count > 50)
    for (rule, text) in examples { try project.write(text + "\n", to: "docs/\(rule).md") }
    let output = try project.docgen("check", "--hints", "--format", "json").output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    let findings = try #require((object as? [String: Any])?["findings"] as? [[String: Any]])
    for (rule, _) in examples {
      let found = findings.filter { $0["file"] as? String == "docs/\(rule).md" }
        .compactMap { $0["rule"] as? String }
      #expect(found.contains(rule), "\(rule): found \(found)")
    }
  }

  @Test func `a rule is explained, a misspelt one named, and all are listed`() throws {
    let project = try SmallProject()
    let outcome = try project.docgen("explain", "stale-value")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("stale-value  (error)\n\nA value in the text"), "\(outcome)")
    #expect(outcome.contains("\n    It opens to <!-- docgen:value "), "\(outcome)")
    let wrong = try project.docgen("explain", "stale-valu")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("did you mean 'stale-value'?"), "\(wrong)")
    let all = try project.docgen("explain").output
    for rule in RuleCatalogue.descriptions {
      #expect(all.contains("\n  \(rule.id)\n") || all.contains("\n  \(rule.id) "), "\(rule.id)")
    }
  }
}
