import Diagnostics
import JSON
import Markdown
import Models
import Rules
import Traces

/// The regions, verified diagrams and values of documents, with their state.
struct RegionList: Sendable {
  /// One region, verified block or value.
  struct Entry: Sendable {
    var file: String
    var region: Region
    /// The rules that report an error in it; empty if it agrees with its source.
    var rules: [String]
    /// The state without errors.
    var agreement: String
    /// The branches of a sequence diagram that the scenarios exercise.
    var flow: Coverage.Flow?
    /// The transitions of its state machine that they exercise.
    var machine: Coverage.Machine?

    /// The marker without its directive.
    var source: String {
      let words = region.opening.text.split(separator: " ", maxSplits: 1)
      return words.count > 1 ? String(words[1]) : ""
    }

    /// `agrees`, `not run`, or the rules that report an error.
    var state: String { rules.isEmpty ? agreement : rules.joined(separator: ", ") }
  }

  let entries: [Entry]

  init(_ project: Project, _ pages: [CheckedPage], coverage: Coverage) {
    entries = pages.flatMap { checked in
      let page = checked.page
      let errors = checked.regionErrors(among: project.findings(on: checked))
      let flows = coverage.flows.filter { $0.file == page.path }
      return checked.regions.map { region in
        let rules = errors.errors(in: region).map(\.rule.rawValue)
        let line = region.region.opening.range.start.line
        return Entry(
          file: page.path, region: region.region, rules: Array(Set(rules)).sorted(),
          agreement: checked.agreement(of: region),
          flow: flows.first { $0.line == line },
          machine: Self.machine(of: region.region, project.model))
      }
    }
  }

  /// The machine that a region shows, if it shows one.
  static func machine(of region: Region, _ model: ProjectModel) -> Coverage.Machine? {
    let names = model.machineNames
    let isAlone = region.name == StateDiagramRegion.name && names.count == 1
    guard let name = region.opening["machine"] ?? (isAlone ? names.first : nil),
      let machine = model.machine(named: name)
    else { return nil }
    return Coverage.Machine(model: machine)
  }

  // MARK: - Text

  /// One line per region below the name of its page, in `width` columns.
  ///
  ///     docs/sync.md
  ///         30  generated  state-diagram machine=Sync      agrees, 9 of 12 transitions taken
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
      state += ", \(machine.taken) of \(machine.model.edges.count.counted("transition")) taken"
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

  /// The member `regions`; docs/reference/json.md describes it.
  var json: JSON {
    .array(
      entries.map { entry in
        let (flow, machine) = (entry.flow, entry.machine)
        return [
          "file": .text(entry.file), "line": .integer(entry.region.range.start.line),
          "endLine": .integer(entry.region.range.end.line),
          "kind": .text(entry.region.kind.rawValue), "name": .text(entry.region.name),
          "source": .text(entry.source), "rules": .texts(entry.rules),
          "branches": flow.map { .integer($0.branches.count) },
          "taken": flow.map { .integer($0.taken) }, "fitness": flow.map { JSON($0.fitness) },
          "precision": flow?.precision.map { JSON($0) },
          "steps": machine.map { .integer($0.model.edges.count) },
          "taken": machine.map { .integer($0.taken) },
        ]
      })
  }
}

extension CheckedPage {
  /// The verdict on a region without errors. The commands that print it run no blocks.
  func agreement(of region: CheckedRegion) -> String {
    if case .block = region.outcome { return "not run" }
    return isWaiting(region) || region.isExcused ? "not run" : "agrees"
  }
}
