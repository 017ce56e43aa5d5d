import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex

/// The result of a check as data for a page: documents, findings, diagrams, coverage.
struct Report: Sendable {
  /// A finding with its place in a document.
  struct Finding: Sendable {
    var diagnostic: Diagnostic
    /// The teams that own its file.
    var owners: [String] = []
    /// The index of its document.
    var page: Int?
    /// The first line of the block that contains it.
    var block: Int?
    /// The text that it is about, and how often the block has that text before it.
    var text = ""
    var occurrence = 0
  }

  struct Document: Sendable {
    var path: String
    var title: String
    var html: String
    /// Indices of its findings and diagrams.
    var findings: [Int] = []
    var diagrams: [Int] = []
  }

  /// A measured value that the baseline has as well.
  struct Change: Sendable {
    var name: String
    var before: Int?
    var now: Int?
  }

  /// Two revisions, of which documents are compared.
  struct Revisions: Sendable {
    var old: String
    var new: String
  }

  var title: String
  /// The summary of the check.
  var summary: String
  /// The counts of the summary; `nil` for another report than that of a check.
  var counts: CheckSummary?
  /// The number of findings in the baseline, which are left out.
  var known = 0
  /// Whether the project has a baseline.
  var hasBaseline = false
  var findings: [Finding] = []
  var documents: [Document] = []
  var diagrams: [DiagramReport] = []
  var coverage = Coverage()
  var changes: [Change] = []
  var links = SourceLinks()
  /// The names of the compared revisions; `nil` for the report of a check.
  var revisions: Revisions?
  /// The numbers of the embedded images, by their addresses.
  private var images: [String: Int] = [:]

  init(_ check: Check, of project: Project) {
    counts = check.summary
    summary = check.summary.text
    known = check.known
    coverage = Coverage(project.model, pages: check.pages)
    title = project.root.title
    let places = Dictionary(
      check.pages.enumerated().map { ($1.page.path, $0) }, uniquingKeysWith: { first, _ in first })
    let owners = CodeOwners(of: project.root)
    for diagnostic in check.findings {
      let page = places[diagnostic.location.file]
      var finding = Finding(diagnostic, on: page.map { check.pages[$0].page }, index: page)
      finding.owners = owners.owners(of: diagnostic.location.file)
      findings.append(finding)
    }
    let scenarios = ScenarioIndex(project.model.traces)
    for (index, page) in check.pages.enumerated() {
      let own = findings.indices.filter { findings[$0].page == index }
      let reports = DiagramReader.reports(
        on: page, findings: own.map { ($0, findings[$0].diagnostic) }, hidden: check.hidden,
        scenarios: scenarios)
      add(page, number: index, root: project.root.folder, findings: own, reports)
    }
    compare(with: BaselineCheck(project.root))
  }

  /// The report of a comparison.
  init(title: String, summary: String, _ revisions: Revisions) {
    self.title = title
    self.summary = summary
    self.revisions = revisions
  }

  /// The report about one diagram, for a picture of it.
  init(only diagram: DiagramReport) {
    (title, summary) = ("", "")
    diagrams = [diagram]
    documents = [
      Document(
        path: diagram.file, title: diagram.file, html: Self.figure(0, diagram.text),
        diagrams: [0])
    ]
  }

  private mutating func add(
    _ checked: CheckedPage, number: Int, root: String, findings own: [Int],
    _ reports: [DiagramReport]
  ) {
    let page = checked.page
    let first = diagrams.count
    diagrams += reports
    let numbers = Dictionary(
      reports.enumerated().map { ($1.fence.block, first + $0) },
      uniquingKeysWith: { first, _ in first })
    documents.append(
      Document(
        path: page.path, title: page.headings.first?.text ?? page.path,
        html: html(
          of: page, number: number, root: root, diagrams: numbers, hasPlaces: !own.isEmpty),
        findings: own,
        diagrams: Array(first..<diagrams.count)))
  }

  /// The document as harmless HTML; each diagram is a figure with its text.
  private mutating func html(
    of page: Page, number: Int, root: String, diagrams: [Int: Int], hasPlaces: Bool
  ) -> String {
    var files = PageImages(of: page, at: root + "/" + page.path, root: root)
    return page.html(
      replacing: { fence in
        diagrams[fence.block].map {
          let place = " data-sourcepos=\"\(fence.range.attribute)\""
          return Self.figure($0, fence.literal, attributes: hasPlaces ? place : "")
        }
      }, anchorPrefix: "p\(number)-", hasPlaces: hasPlaces
    ) { address in
      if let file = files.address(of: address) { return embedded(file) }
      // Nothing is fetched: an image of another site would only be an error of the browser.
      return address.hasPrefix("data:image/") ? nil : Self.noImage
    }
  }

  /// An image is embedded where it first appears, with its number as the fragment of the address.
  /// Later ones have only the number, and get their address from the script.
  private mutating func embedded(_ address: String) -> String {
    if let number = images[address] { return Self.noImage + "#\(number)" }
    images[address] = images.count
    return address + "#\(images.count - 1)"
  }

  /// The frame of a diagram, which the script draws.
  static func figure(_ number: Int, _ text: String, attributes: String = "") -> String {
    "<figure class=\"diagram\" data-diagram=\"\(number)\"\(attributes)><pre><code>"
      + HTMLText.escaped(text) + "</code></pre></figure>\n"
  }

  /// A small empty picture.
  private static let noImage =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  private mutating func compare(with baseline: BaselineCheck?) {
    guard let baseline else { return }
    hasBaseline = true
    let (before, now) = (baseline.baseline.values, Baseline(coverage).values)
    changes = Set(before.keys).union(now.keys).sorted().map { key in
      Change(name: key.title, before: before[key], now: now[key])
    }
  }
}

extension Report.Finding {
  init(_ diagnostic: Diagnostic, on page: Page?, index: Int?) {
    self.diagnostic = diagnostic
    self.page = index
    guard let page, let range = diagnostic.location.range else { return }
    let block = page.blocks.last {
      $0.range.start.line <= range.start.line && range.start.line <= $0.range.end.line
    }
    guard let block else { return }
    self.block = block.range.start.line
    guard range.start.line == range.end.line, block.range.start <= range.start else { return }
    let marks: Set<Character> = ["`", "*", "_", " "]
    let written = page.source.text(in: range)
    text = String(
      written.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed())
    if text.isEmpty || text.count > 200 {
      text = ""
      return
    }
    let before = page.source.text(in: SourceRange(start: block.range.start, end: range.start))
    occurrence = before.ranges(of: text).count
  }
}

extension Root {
  /// The name of its folder.
  var title: String { folder.split(separator: "/").last.map(String.init) ?? folder }
}
