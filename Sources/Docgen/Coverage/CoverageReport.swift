import Diagnostics
import Models
import Traces

/// Coverage as a table for people, as JSON, and in the form of lcov.
struct CoverageReport: Sendable {
  let coverage: Coverage
  let showsSkeletons: Bool

  // MARK: - Text

  var text: String {
    var lines: [String] = []
    for machine in coverage.machines { lines += self.lines(of: machine) }
    if !coverage.decisions.isEmpty {
      let taken = coverage.decisions.reduce(0) { $0 + $1.taken }
      lines.append(Self.row("decisions", taken, coverage.decisions.count * 2, "ways"))
      for decision in coverage.decisions where decision.taken < 2 {
        let verdict = decision.held.count == 0 ? "never holds" : "always holds"
        lines.append("  \(decision.by): \(decision.condition)  \(verdict)")
      }
    }
    for flow in coverage.flows {
      lines.append(Self.row(flow.name, flow.taken, flow.branches.count, "branches"))
      let precision = flow.precision.map { ", precision \(AlignmentReport.decimals($0))" } ?? ""
      lines.append(
        "  \(flow.isGenerated ? "generated" : "drawn by hand"), "
          + "fitness \(AlignmentReport.decimals(flow.fitness))" + precision)
      let scenarios = Set(flow.branches.flatMap(\.scenarios))
      for branch in flow.branches {
        let place = "\(flow.file):\(branch.line)"
        if branch.scenarios.isEmpty {
          lines.append("  never: \(branch.words)  \(place)")
        } else if scenarios.count > 1 {
          lines.append("  \(branch.words): \(branch.scenarios.joined(separator: ", "))")
        }
      }
    }
    return lines.isEmpty ? "nothing is recorded\n" : lines.joined(separator: "\n") + "\n"
  }

  private func lines(of machine: Coverage.Machine) -> [String] {
    let model = machine.model
    let total = model.edges.count
    var lines = [Self.row(model.name, machine.taken, total, "steps")]
    if !model.isDeclared { lines[0] += ", known only from recorded runs" }
    for edge in machine.untaken {
      let step = edge.step
      let guardText = step.condition.map { " [\($0)]" } ?? ""
      let place = edge.declaredAt.map { "  \($0.file):\($0.range?.start.line ?? 1)" } ?? ""
      lines.append("  never: \(step.from) --> \(step.to) on \(step.event)\(guardText)\(place)")
      guard let path = EventPath(to: edge, in: model) else {
        lines.append("    no declared steps lead to \(step.from)")
        continue
      }
      lines.append("    shortest: \(path.words)")
      if showsSkeletons {
        let skeleton = TestSkeleton(path: path, machine: model).text
        lines += skeleton.split(separator: "\n").map { "      \($0)" }
      }
    }
    return lines
  }

  /// `SyncState  48 of 51 steps, 94.1 %`
  private static func row(_ name: String, _ taken: Int, _ total: Int, _ what: String) -> String {
    let share = total == 0 ? 1000 : taken * 1000 / total
    return "\(name)  \(taken) of \(total) \(what), \(share / 10).\(share % 10) %"
  }

  // MARK: - Swift

  /// A file with a test for each step that is never taken.
  var tests: String {
    TestSkeleton.file(
      coverage.machines.flatMap { machine in
        machine.untaken.compactMap { edge in
          EventPath(to: edge, in: machine.model).map {
            TestSkeleton(path: $0, machine: machine.model)
          }
        }
      })
  }

  // MARK: - lcov

  /// A record for each source file with steps and each document with flows: `BRDA:line,block,branch,
  /// taken`. Blocks are machines and flows, branches their steps and branches. A line is as often
  /// taken as all that begins on it: readers of lcov want `DA` for each line with a branch.
  var lcov: String {
    var files: [String: [(line: Int, block: Int, branch: Int, taken: Int)]] = [:]
    for (block, machine) in coverage.machines.enumerated() {
      for (branch, edge) in machine.model.edges.enumerated() {
        guard let place = edge.declaredAt else { continue }
        files[place.file, default: []].append(
          (place.range?.start.line ?? 1, block, branch, edge.observed.count))
      }
    }
    for (block, flow) in coverage.flows.enumerated() {
      for (number, branch) in flow.branches.enumerated() {
        files[flow.file, default: []].append(
          (branch.line, block, number, branch.isTaken ? 1 : 0))
      }
    }
    return files.sorted { $0.key < $1.key }.map { file, branches in
      let sorted = branches.sorted {
        ($0.line, $0.block, $0.branch) < ($1.line, $1.block, $1.branch)
      }
      let rows = sorted.map { "BRDA:\($0.line),\($0.block),\($0.branch),\($0.taken)\n" }
      var lines: [(line: Int, taken: Int)] = []
      for branch in sorted {
        if lines.last?.line != branch.line { lines.append((branch.line, 0)) }
        lines[lines.count - 1].taken += branch.taken
      }
      return "TN:\nSF:\(file)\n\(rows.joined())"
        + "BRF:\(branches.count)\nBRH:\(branches.count { $0.taken > 0 })\n"
        + lines.map { "DA:\($0.line),\($0.taken)\n" }.joined()
        + "LF:\(lines.count)\nLH:\(lines.count { $0.taken > 0 })\nend_of_record\n"
    }.joined()
  }
}
