import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Sentences that state a count, and sentences that only seem to.
@Suite struct CountClaimTests {
  private static let project = ProjectModel(
    code: CodeModel(
      reading: [
        SourceInput(
          path: "Sources/Ferry.swift", module: "Ferry",
          """
          protocol Ferry {
            var deck: Int { get }
            func load()
            func cross()
          }
          final class River: Ferry {
            let deck = 1
            func load() {}
            func cross() {}
            func moor() {}
          }
          enum Tide { case ebb, flood, slack }
          struct Pier { func land() {} }
          """)
      ]), traces: [], sources: [:])

  private func findings(_ text: String) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array((text + "\n").utf8))
    return CheckedPage(page, project: Self.project, templates: TemplateSource(texts: [:]))
      .findings()
  }

  @Test(arguments: [
    Sentence("`Ferry` requires three methods.", "two"),
    Sentence("`Ferry` needs 3 methods and a crew.", "2"),
    Sentence("`Ferry` declares one method and 2 properties.", "two methods", "1 property"),
    Sentence("`Ferry` defines exactly three methods, one property.", "two"),
    Sentence(
      "The `Ferry` protocol only requires three methods; `River` has two methods.", "two", "three"
    ),
    Sentence("Now `River` just has five methods, which all move it.", "three"),
    Sentence("The enum `Tide` has **four** cases.", "three"),
    Sentence("`Tide` contains 2 cases: ebb and flood.", "3"),
    Sentence("Unlike `Pier`, `River` has 1 method.", "3 methods"),
    Sentence("The class `River` has\ntwo methods", "three"),
    Sentence("- `Pier` defines Two methods", "One method"),
    Sentence("| `Pier` has 2 methods | `Tide` has 3 cases |\n|---|---|", "1 method"),
    Sentence("`River` moves and `Pier` has 4 methods.", "1 method"),
    Sentence("`Ferry` requires two methods, and 2 properties.", "1 property"),
    Sentence("the two cases of `Tide`, `Tide`'s four states", "three", "three"),
  ])
  func `a wrong number is reported, and the right one is written instead`(sentence: Sentence) {
    let found = findings(sentence.text)
    #expect(found.allSatisfy { $0.rule.rawValue == "wrong-count" }, "\(found)")
    #expect(found.compactMap { $0.fixIts.first?.replacement } == sentence.right, "\(found)")
    let right = fixed(sentence.text, found.flatMap(\.fixIts))
    #expect(findings(right) == [], "\(right)")
  }

  @Test(
    arguments: [
      ("`Tides` has two cases. Ask `Tides`.", 1, "`Tide`"),
      ("The three methods of `Fery`", 1, "`Ferry`"), ("`Boat`'s four states; `Harbour`", 1, nil),
    ] as [(String, Int, String?)])
  func `a counted type that does not exist is reported wherever it is named`(
    text: String, count: Int, nearest: String?
  ) {
    let found = findings(text)
    #expect(
      found.map(\.rule.rawValue) == Array(repeating: "unknown-symbol", count: count), "\(found)")
    for finding in found {
      let told = finding.evidence.contains { $0.text == "did you mean \(nearest ?? "")?" }
      #expect(told == (nearest != nil), "\(finding)")
    }
  }

  @Test(arguments: [
    "`River` has two methods that load, 5 methods which wait.",
    "`River` has one method with labels and two methods to moor.",
    "`River` needs two methods.", "`River` requires 7 properties to float.",
    "Each part of `River` has two methods.", "A type that conforms to `Ferry` needs 9 methods.",
    "`River` and `Pier` have seven methods.", "`River`, `Pier` have 4 methods.",
    "`Tide` has one state machine.", "`Tide` has three state changes.",
    "`Ferry` requires at least one method.", "`River` has more than two methods.",
    "`Ferry` does not have four methods.", "`Ferry` once declared 8 methods.",
    "A `Boat` needs two methods; ask `Harbour`.",
    "`Tide` knows two cases of three.", "`Tide` has 4 events per day.",
    "In `Pier`, three methods are missing.", "`Pier` is new. Has 3 methods.",
    "`Ferry` requires two methods, 3 methods",
    "`Ferry` requires three <!-- x --> methods", "`Pier` lists two methods called `land`.",
  ])
  func `counts of other things and partial counts are ignored`(text: String) {
    #expect(findings(text) == [])
  }

  /// The text after applying the fixes.
  private func fixed(_ text: String, _ fixes: [FixIt]) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    for fix in fixes.sorted(by: { $0.range.start > $1.range.start }) {
      let columns = fix.range.start.column - 1..<fix.range.end.column - 1
      lines[fix.range.start.line - 1].replaceSubrange(columns, with: Array(fix.replacement.utf8))
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  struct Sentence: Sendable, CustomTestStringConvertible {
    var text: String
    var right: [String]
    var testDescription: String { text }

    init(_ text: String, _ right: String...) {
      (self.text, self.right) = (text, right)
    }
  }
}
