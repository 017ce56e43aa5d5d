import Diagnostics
import Models
import Traces

/// Coverage as a table for people, as JSON, and in the form of lcov.
struct CoverageReport: Sendable {
  let coverage: Coverage
  let showsSkeletons: Bool
  /// Whether exercised elements are listed as well.
  var showsAll = false
  /// The maximum number of columns of a line.
  var width = 80

  // MARK: - Text

  /// Empty if nothing is recorded.
  var text: String {
    var lines: [String] = []
    for machine in coverage.machines { lines += self.lines(of: machine) }
    if !coverage.decisions.isEmpty {
      let taken = coverage.decisions.reduce(0) { $0 + $1.taken }
      lines.append(
        row(
          "decisions", taken: taken, total: coverage.decisions.count * 2, one: "way", many: "ways"))
      for decision in coverage.decisions where showsAll || decision.taken < 2 {
        let verdict =
          decision.held.count == 0
          ? "never holds" : decision.failed.count == 0 ? "always holds" : "goes both ways"
        lines += fitted("    \(decision.by): \(decision.condition)  \(verdict)")
      }
    }
    for flow in coverage.flows { lines += self.lines(of: flow) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of flow: Coverage.Flow) -> [String] {
    let precision = flow.precision.map { ", precision \(AlignmentReport.decimals($0))" } ?? ""
    var lines = fitted(
      row(flow.name, taken: flow.taken, total: flow.branches.count, one: "branch", many: "branches")
    )
    lines.append(
      "    \(flow.isGenerated ? "generated" : "drawn by hand"), "
        + "fitness \(AlignmentReport.decimals(flow.fitness))" + precision)
    let scenarios = Set(flow.branches.flatMap(\.scenarios))
    for branch in flow.branches {
      if branch.scenarios.isEmpty {
        lines += fitted("    never: \(branch.title)  \(flow.file):\(branch.line)")
      } else if showsAll || scenarios.count > 1 {
        lines += fitted("    \(branch.title): \(branch.scenarios.joined(separator: ", "))")
      }
    }
    return lines
  }

  private func lines(of machine: Coverage.Machine) -> [String] {
    let model = machine.model
    var lines = [
      row(
        model.name, taken: machine.taken, total: model.edges.count, one: "transition",
        many: "transitions")
    ]
    if !model.isDeclared { lines[0] += ", known only from recorded runs" }
    for edge in model.edges where showsAll || edge.observed.count == 0 {
      let step = edge.step
      let condition = step.condition.map { " [\($0)]" } ?? ""
      let title = "\(step.from) --> \(step.to) on \(step.event)\(condition)"
      if edge.observed.count > 0 {
        lines += fitted("    \(edge.observed.count) x: \(title)")
        continue
      }
      lines += fitted("    never: \(title)")
      if let place = edge.declaredAt {
        lines += fitted("      declared: \(place.file):\(place.range?.start.line ?? 1)")
      }
      guard let path = EventPath(to: edge, in: model) else {
        lines += fitted("      no declared transitions lead to \(step.from)")
        continue
      }
      lines += wrapped("      shortest: ", path.events)
      if showsSkeletons {
        let skeleton = TestSkeleton(path: path, machine: model).text
        lines += skeleton.split(separator: "\n").map { "      \($0)" }
      }
    }
    return lines
  }

  /// ` 43 of 43 transitions     100.0 %  SyncState`, in columns.
  private func row(
    _ name: String, taken: Int, total: Int, one: String, many: String
  ) -> String {
    func padded(_ text: String, to width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let what = total.verb(one, many)
    let kind = what + String(repeating: " ", count: max(0, 11 - what.count))
    var head = "       no \(kind)           "
    if total > 0 {
      let share = taken * 1000 / total
      head =
        padded("\(taken)", to: 3) + " of " + padded("\(total)", to: 3) + " \(kind) "
        + padded("\(share / 10).\(share % 10) %", to: 7) + "  "
    }
    return head + name
  }

  /// A line, with its overflow on the lines below.
  ///
  /// Breaks at blanks only. A word that is longer than the line, such as a path, remains whole.
  private func fitted(_ line: String) -> [String] {
    if line.count <= width { return [line] }
    let indent = String(repeating: " ", count: min(line.prefix { $0 == " " }.count + 4, width / 2))
    var lines = [""]
    for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let last = lines[lines.count - 1]
      if last.count + 1 + word.count > width, last.contains(where: { $0 != " " }) {
        lines.append(indent + word)
      } else {
        lines[lines.count - 1] += (index == 0 ? "" : " ") + word
      }
    }
    return lines
  }

  /// A line of items, with its overflow on the lines below.
  private func wrapped(_ head: String, _ items: [String]) -> [String] {
    var lines = [head]
    // An event with many arguments is broken between them.
    let items = items.flatMap { item in
      head.count + item.count < width ? [item] : item.split(separator: ", ").map(String.init)
    }
    for (index, item) in items.enumerated() {
      let text = item + (index + 1 < items.count ? "," : "")
      let isFirst = lines[lines.count - 1].hasSuffix(": ")
      if !isFirst, lines[lines.count - 1].count + 1 + text.count > width {
        lines.append(String(repeating: " ", count: head.count) + text)
      } else {
        lines[lines.count - 1] += (isFirst || index == 0 ? "" : " ") + text
      }
    }
    return lines
  }

  // MARK: - Swift

  /// A file with a test for each transition that is never taken.
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

  /// A record for each source file with transitions and each document with flows:
  /// `BRDA:line,block,branch, taken`. Blocks are machines and flows, branches their transitions and
  /// branches. The count of a line is the sum of everything that begins on it: readers of lcov
  /// require `DA` for each line with a branch.
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
