// The PageFuzz module has properties that docgen must have for every file of a checkout, since a
// checkout is untrusted input.
//
// `PageProperties` checks and generates one page with a small fixed project (`FuzzProject`).
// `CheckoutProperties` reads a text as configuration, template, pattern and Git history.
// `FuzzEntry.swift` has a function for libFuzzer for each, and a compiler flag of `make fuzz`
// selects one, because both have the same symbol. The tests check the same properties with stored
// inputs.

import Diagnostics
import DocgenKit
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Traces

/// The properties of every page, whatever its bytes, checked by the fuzzer and by the tests.
package struct PageProperties {
  /// The violated properties; empty if all hold.
  package private(set) var violations: [String] = []
  /// Whether generating changed the page.
  package private(set) var isGenerated = false

  package init(_ bytes: [UInt8]) {
    let page = Page(path: "docs/page.md", bytes: bytes)
    if page.source.bytes != bytes { violations.append("the page is not preserved") }
    _ = page.html { fence in fence.language == "mermaid" ? "" : nil }
    check(page)
    generate(page)
  }

  private mutating func check(_ page: Page) {
    let context = ProjectContext(
      pages: [page], kind: { $0.hasSuffix("/") ? .folder : .file }, names: { _ in ["page.md"] },
      hasFile: { _ in true }, isIgnored: { _ in false })
    let checked = CheckedPage(
      page, project: FuzzProject.model, templates: FuzzProject.templates,
      context: context)
    let findings = checked.findings()
    for finding in findings {
      guard let range = finding.location.range, finding.location.file == page.path else { continue }
      if range.end < range.start {
        violations.append("it ends before it begins: \(finding.summary)")
      }
    }
    let text = TextFormat(style: .plain, sources: [page.path: page.source]).text(for: findings)
    if text.isEmpty != findings.isEmpty { violations.append("the findings are not reported") }
  }

  private mutating func generate(_ page: Page) {
    for force in [false, true] {
      guard let bytes = Self.generated(page, force: force) else { continue }
      isGenerated = true
      let again = Page(path: page.path, bytes: bytes)
      if Self.outside(page) != Self.outside(again) {
        violations.append("something outside of the regions has changed")
      }
      if let twice = Self.generated(again, force: force), twice != bytes {
        violations.append("generating twice gives other bytes")
      }
    }
  }

  private static func generated(_ page: Page, force: Bool) -> [UInt8]? {
    let project = Project(
      pages: [page], model: FuzzProject.model, templates: FuzzProject.templates)
    return Generation.planned(project, force: force).changes.first?.bytes
  }

  /// The bytes that docgen must not change, piece by piece.
  private static func outside(_ page: Page) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var place = 0
    for region in page.regions where region.kind != .verified {
      let start = page.source.offset(of: region.opening.range.end)
      let end = page.source.offset(of: region.range.end)
      guard place <= start, start <= end else { continue }
      pieces.append(Array(page.source.bytes[place..<start]))
      place = end
    }
    return pieces + [Array(page.source.bytes[place...])]
  }
}

/// The project of the pages: a door, its machine, and a trace of it.
enum FuzzProject {
  static let model: ProjectModel = {
    let bytes = Array(source.utf8)
    let input = SourceInput(path: "Sources/App/Door.swift", module: "App", bytes: bytes)
    let traces = TraceImport.read(Array(trace.utf8)).traces.map {
      RecordedTrace(file: "traces/open.jsonl", trace: $0)
    }
    return ProjectModel(
      code: CodeModel(reading: [input]), traces: traces,
      sources: [input.path: SourceText(bytes: bytes)], synonyms: [:])
  }()

  static let templates = TemplateSource(texts: [
    "steps": "| From | To |\n|---|---|\n{{#steps}}\n| {{from}} | {{to}} |\n{{/steps}}\n"
  ])

  private static let source = """
    /// A door.
    struct DoorMachine: Sendable {
      enum State { case closed, open }
      enum Event { case pushed }
      static let width = 90
      static let sign = "a | b <c> `d` --> *e*"
      var state = State.closed

      // docgen:snippet rule
      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .pushed): state = .open
        case (.open, .pushed): break
        }
      }
      // docgen:end rule
    }

    """

  private static let trace = """
    {"type":"header","format":"docgen-trace","version":1,"scenario":"open","epoch":"2026-01-01T00:00:00Z","participants":[{"name":"User","kind":"actor"},{"name":"Door","kind":"participant"}]}
    {"type":"machine","machine":"Door","declared":"DoorMachine","initial":"closed","states":[{"name":"closed"},{"name":"open"}],"events":["pushed"],"edges":[{"from":"closed","event":"pushed","to":"open"}]}
    {"type":"call","seq":0,"t":0,"span":1,"from":"User","to":"Door","name":"push"}
    {"type":"transition","seq":1,"t":0,"parent":1,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"return","seq":2,"t":5,"span":1}
    {"type":"end","records":3,"dropped":0}

    """
}
