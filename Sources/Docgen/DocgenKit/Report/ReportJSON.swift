import Diagnostics
import Facts
import JSON
import Markdown
import Models
import Traces

/// A report as one JSON object, the data of its page.
///
/// Places are `[file, line, column]`, the file as an index in `files`; scenarios are indices in
/// `scenarios`. Keys without a value are omitted, and what the page does not use is left out.
struct ReportJSON: JSONListWriting {
  var writer = JSONWriter()
  private var files = NumberedNames()
  private var scenarios = NumberedNames()

  /// The text for a script element: `<` is written as an escape, so that nothing can end it.
  static func text(_ report: Report) -> String {
    var json = ReportJSON()
    json.write(report)
    return inScript(String(decoding: json.writer.bytes, as: UTF8.self))
  }

  static func inScript(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private mutating func write(_ report: Report) {
    writer.beginObject()
    writer.member("version", 1)
    writer.member("title", report.title)
    writer.member("summary", report.summary)
    writer.member("known", report.known)
    if let counts = report.counts {
      writer.key("counts")
      writer.write(counts.json)
    }
    writer.member("editor", report.links.editor)
    writer.member("repository", report.links.repository)
    if let revisions = report.revisions {
      writer.member("old", revisions.old)
      writer.member("new", revisions.new)
    }
    list("pages", report.documents) { json, page in
      json.writer.member("path", page.path)
      json.writer.member("title", page.title)
      json.indexes("findings", page.findings)
      json.indexes("diagrams", page.diagrams)
    }
    list("findings", report.findings) { $0.write($1) }
    list("diagrams", report.diagrams) { $0.write($1) }
    write(report.coverage)
    if report.hasBaseline {
      list("changes", report.changes) { json, change in
        json.writer.member("name", change.name)
        if let before = change.before { json.share("before", before) }
        if let now = change.now { json.share("now", now) }
      }
    }
    writer.member("files", files.names)
    writer.member("scenarios", scenarios.names)
    writer.endObject()
  }

  // MARK: - Findings

  private mutating func write(_ finding: Report.Finding) {
    let diagnostic = finding.diagnostic
    writer.member("rule", diagnostic.rule.rawValue)
    writer.member("severity", diagnostic.severity.rawValue)
    writer.member("confidence", diagnostic.confidence.rawValue)
    writer.member("summary", diagnostic.summary)
    place("at", diagnostic.location)
    if let page = finding.page { writer.member("page", page) }
    if let block = finding.block { writer.member("block", block) }
    optional("text", finding.text)
    if finding.occurrence > 0 { writer.member("nth", finding.occurrence) }
    if !diagnostic.reported.isEmpty {
      list("evidence", diagnostic.reported) { json, evidence in
        json.writer.member("kind", evidence.kind.rawValue)
        json.write(evidence)
      }
    }
    if !diagnostic.fixIts.isEmpty {
      list("fixes", diagnostic.fixIts) { json, fix in
        json.writer.member("title", fix.title)
        json.writer.member("text", fix.replacement)
      }
    }
    optional("diff", diagnostic.diff ?? "")
    if !finding.owners.isEmpty { writer.member("owners", finding.owners) }
  }

  private mutating func write(_ evidence: Evidence) {
    writer.member("text", evidence.text)
    if let location = evidence.location { place("at", location) }
  }

  // MARK: - Diagrams

  private mutating func write(_ diagram: DiagramReport) {
    writer.member("line", diagram.fence.range.start.line)
    place("at", SourceLocation(file: diagram.file, range: diagram.fence.range))
    writer.member("kind", diagram.kind)
    writer.member("basis", diagram.basis.rawValue)
    optional("title", diagram.title)
    if diagram.isSide { writer.member("side", true) }
    optional("subject", diagram.subject)
    // The page has the text of the document.
    if diagram.text != diagram.fence.literal { writer.member("text", diagram.text) }
    indexes("findings", diagram.findings)
    list("elements", diagram.elements) { $0.write($1) }
    if !diagram.undrawn.isEmpty { list("undrawn", diagram.undrawn) { $0.write($1) } }
    if !diagram.replays.isEmpty { list("replays", diagram.replays) { $0.write($1) } }
  }

  private mutating func write(_ element: DiagramReport.Element) {
    writer.member("kind", element.kind.rawValue)
    writer.member("title", element.title)
    if element.verdict != .agrees { writer.member("verdict", element.verdict.rawValue) }
    if let line = element.line { writer.member("line", line) }
    let target = element.target
    optional("id", target.id)
    if element.kind == .dependency || element.kind == .member {
      optional("source", target.source)
      optional("target", target.target)
    }
    if target.id.isEmpty || element.kind == .member { writer.member("order", target.order) }
    if !element.declared.isEmpty { list("declared", element.declared) { $0.write($1) } }
    if let observed = element.observed {
      writer.member("count", observed.count)
      if let first = observed.first {
        place("first", SourceLocation(file: first.file, line: first.line))
      }
    }
    indexes("scenarios", element.scenarios.map { scenarios.number(of: $0) })
    if !element.notes.isEmpty { writer.member("notes", element.notes) }
    indexes("findings", element.findings)
    optional("fix", element.fix ?? "")
  }

  private mutating func write(_ replay: TraceReplay) {
    writer.member("scenario", replay.scenario)
    writer.member("file", files.number(of: replay.file))
    if replay.omitted > 0 { writer.member("omitted", replay.omitted) }
    writer.key("steps")
    writer.beginArray()
    for step in replay.steps {
      writer.beginArray()
      writer.integer(step.element ?? -1)
      writer.integer(step.line)
      if step.element == nil { writer.string(step.title) }
      writer.endArray()
    }
    writer.endArray()
  }

  // MARK: - Coverage

  private mutating func write(_ coverage: Coverage) {
    list("machines", coverage.machines) { json, machine in
      json.writer.member("name", machine.model.name)
      json.writer.member("taken", machine.taken)
      json.writer.member("total", machine.model.edges.count)
    }
    writer.key("decisions")
    writer.beginObject()
    writer.member("taken", coverage.decisions.reduce(0) { $0 + $1.taken })
    writer.member("total", coverage.decisions.count * 2)
    writer.endObject()
    list("flows", coverage.flows) { json, flow in
      json.writer.member("name", flow.name)
      json.place("at", SourceLocation(file: flow.file, line: flow.line))
      json.writer.member("taken", flow.taken)
      json.writer.member("total", flow.branches.count)
      json.writer.key("fitness")
      json.writer.number(flow.fitness)
      if let precision = flow.precision {
        json.writer.key("precision")
        json.writer.number(precision)
      }
    }
  }

  /// A value in millionths as a number from 0 to 1.
  private mutating func share(_ key: String, _ millionths: Int) {
    writer.key(key)
    writer.number(Double(millionths) / 1_000_000)
  }

  // MARK: - Values

  private mutating func indexes(_ key: String, _ numbers: [Int]) {
    if numbers.isEmpty { return }
    writer.key(key)
    writer.beginArray()
    for number in numbers { writer.integer(number) }
    writer.endArray()
  }

  private mutating func optional(_ key: String, _ text: String) {
    if !text.isEmpty { writer.member(key, text) }
  }

  private mutating func place(_ key: String, _ location: SourceLocation) {
    writer.key(key)
    writer.beginArray()
    writer.integer(files.number(of: location.file))
    if let start = location.range?.start {
      writer.integer(start.line)
      writer.integer(start.column)
    }
    writer.endArray()
  }
}

/// Names, each with its index in the order of first use.
struct NumberedNames {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
