import CommandLineTool
import Diagnostics
import JSON
import Markdown
import Models
import Rules
import Traces

/// `docgen list`: everything that documents have docgen write or prove, and how it stands.
struct RegionList: Sendable {
  /// One region, verified block or value.
  struct Entry: Sendable {
    var file: String
    var region: Region
    /// The rules that find an error in it; none where it agrees with its source.
    var rules: [String]
    /// What the scenarios exercise of a sequence diagram.
    var flow: Coverage.Flow?
    /// What they exercise of the machine that it draws or tells.
    var machine: Coverage.Machine?

    /// What it is made of: the marker without its directive.
    var source: String {
      let words = region.opening.text.split(separator: " ", maxSplits: 1)
      return words.count > 1 ? String(words[1]) : ""
    }

    /// `agrees`, or the rules that say otherwise.
    var state: String { rules.isEmpty ? "agrees" : rules.joined(separator: ", ") }
  }

  let entries: [Entry]

  init(_ project: Project, pages: [Page]) {
    let surroundings = project.surroundings
    entries = pages.flatMap { page in
      let checked = project.checked(page, surroundings)
      let errors = project.findings(on: checked)
      let flows = Coverage(project.model, pages: [checked]).flows
      return checked.regions.map { region in
        let rules = checked.errors(in: region, among: errors).map(\.rule)
        let line = region.region.opening.range.start.line
        return Entry(
          file: page.path, region: region.region, rules: Array(Set(rules)).sorted(),
          flow: flows.first { $0.line == line },
          machine: Self.machine(of: region.region, project.model))
      }
    }
  }

  private static func machine(of region: Region, _ model: ProjectModel) -> Coverage.Machine? {
    let names = model.machineNames
    let isAlone = region.name == StateDiagramRegion.name && names.count == 1
    guard let name = region.opening["machine"] ?? (isAlone ? names.first : nil),
      let machine = model.machine(named: name)
    else { return nil }
    return Coverage.Machine(model: machine)
  }

  // MARK: - Text

  /// A line for each, below the name of its page, within so many columns.
  func text(width: Int) -> String {
    var lines: [String] = []
    var file = ""
    for entry in entries {
      if entry.file != file {
        if !lines.isEmpty { lines.append("") }
        file = entry.file
        lines.append(file.visible)
      }
      lines.append(line(of: entry, width: width))
    }
    return lines.isEmpty ? "no document has a marker\n" : lines.joined(separator: "\n") + "\n"
  }

  private func line(of entry: Entry, width: Int) -> String {
    let number = "\(entry.region.opening.range.start.line)"
    let start =
      Self.padded(number, to: 6, isRight: true) + "  "
      + Self.padded(entry.region.kind.rawValue, to: 9) + "  "
    var state = entry.state
    if let flow = entry.flow, !flow.branches.isEmpty {
      state += ", \(flow.taken) of \(flow.branches.count.counted("branch", many: "branches")) taken"
    }
    if let machine = entry.machine, !machine.model.edges.isEmpty {
      state += ", \(machine.taken) of \(machine.model.edges.count.counted("step")) taken"
    }
    let room = max(20, width - start.count - state.count - 2)
    let source =
      entry.source.count <= room ? entry.source : entry.source.prefix(room - 1) + "…"
    return start + Self.padded(String(source), to: room) + "  " + state
  }

  private static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return isRight ? blanks + text : text + blanks
  }

  // MARK: - JSON

  /// One object; docs/docgen.md describes it.
  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 1)
    writer.key("regions")
    writer.beginArray()
    for entry in entries { Self.write(entry, &writer) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ entry: Entry, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("file", entry.file)
    writer.member("line", entry.region.range.start.line)
    writer.member("endLine", entry.region.range.end.line)
    writer.member("kind", entry.region.kind.rawValue)
    writer.member("name", entry.region.name)
    writer.member("source", entry.source)
    writer.member("rules", entry.rules)
    if let flow = entry.flow {
      writer.member("branches", flow.branches.count)
      writer.member("taken", flow.taken)
      writer.key("fitness")
      writer.number(flow.fitness)
      if let precision = flow.precision {
        writer.key("precision")
        writer.number(precision)
      }
    }
    if let machine = entry.machine {
      writer.member("steps", machine.model.edges.count)
      writer.member("taken", machine.taken)
    }
    writer.endObject()
  }

  static let description = CommandDescription(
    "list", "List the marked regions of documents and their state",
    discussion: """
      Each generated region, each diagram that is proven and each value, with its line, what it is \
      made of, whether it agrees with that, and how much of it the recorded scenarios take: branches \
      of a sequence diagram, steps of a machine.
      """,
    operands: [
      OperandDescription(
        "PAGE", "A document; all configured ones when none is named", isRepeating: true)
    ],
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: ["text", "json"], standard: "text",
        "How to print it"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      (
        "docgen list -f json | jq '.regions[] | select(.rules != [])'",
        "What does not agree, for a script."
      )
    ])
}

extension SourceRange {
  fileprivate func contains(_ position: SourcePosition) -> Bool {
    start <= position && position <= end
  }
}
