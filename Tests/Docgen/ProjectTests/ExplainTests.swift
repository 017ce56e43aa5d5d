import CommandLineTool
import Diagnostics
import DocgenKit
import Foundation
import Rules
import Testing

/// `docgen explain`: runs each example against its door.
@Suite struct ExplainTests {
  private static let source = """
    struct DoorMachine {
      enum State { case closed, open, locked }
      enum Event { case pushed, pulled, keyTurned }
      static let width = 90
      let frame: Frame
      var state = State.closed

      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .pushed): state = .open
        case (.open, .pulled): state = .closed
        case (.closed, .keyTurned), (.open, .keyTurned): state = .locked
        case (.locked, .keyTurned): state = .closed
        default: break
        }
      }
    }

    struct Frame {}

    """

  /// The step from open to locked is observed but not declared.
  private static let trace = """
    {"type":"header","format":"docgen-trace","version":1,"scenario":"visit","epoch":"2026-01-01T00:00:00Z","participants":[{"name":"User","kind":"actor"},{"name":"Bell","kind":"participant"},{"name":"Door","kind":"participant"}]}
    {"type":"machine","machine":"Door","declared":"DoorMachine","initial":"closed","states":[{"name":"closed"},{"name":"open"},{"name":"locked"}],"events":["pushed","pulled","keyTurned"],"edges":[{"from":"closed","event":"pushed","to":"open"},{"from":"open","event":"pulled","to":"closed"},{"from":"closed","event":"keyTurned","to":"locked"},{"from":"locked","event":"keyTurned","to":"closed"}]}
    {"type":"call","seq":0,"t":0,"span":1,"from":"User","to":"Bell","name":"ring"}
    {"type":"return","seq":1,"t":1,"span":1}
    {"type":"call","seq":2,"t":2,"span":2,"from":"User","to":"Door","name":"push"}
    {"type":"transition","seq":3,"t":3,"parent":2,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"return","seq":4,"t":4,"span":2,"value":"opened"}
    {"type":"call","seq":5,"t":5,"span":3,"from":"User","to":"Door","name":"pull"}
    {"type":"transition","seq":6,"t":6,"parent":3,"machine":"Door","from":"open","event":"pulled","to":"closed"}
    {"type":"transition","seq":7,"t":7,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"transition","seq":8,"t":8,"machine":"Door","from":"open","event":"keyTurned","to":"locked"}
    {"type":"return","seq":9,"t":9,"span":3}
    {"type":"end","records":10,"dropped":0}

    """

  @Test func `every rule has an explanation that ends its sentences`() {
    for rule in RuleCatalogue.descriptions {
      let explanation = rule.explanation
      #expect(explanation.meaning.hasSuffix("."), "\(rule.id)")
      #expect(explanation.remedy.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test func `each rule finds its example`() throws {
    let project = try SmallProject()
    try project.write(Self.source, to: "Sources/App/Door.swift")
    try project.write(Self.trace, to: "traces/open.jsonl")
    let examples = RuleCatalogue.descriptions.compactMap { rule -> (String, String)? in
      let example = rule.explanation.example
      return example.isDocument ? (rule.id.rawValue, example.text) : nil
    }
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
