import Diagnostics
import JSON
import Models
import Traces

/// The reason and the place of an error in a baseline file.
///
/// The file is a ratchet for old projects: existing findings are accepted once, and from then on
/// nothing may become worse. It is written in a stable order with one line for each finding, so
/// that a pull request shows the accepted findings. Values are compared as integers, because `0.93`
/// has no exact binary form.
struct BaselineError: Error, Hashable, Sendable {
  var offset: Int
  /// A sentence without a full stop.
  var reason: String
}

/// The lower bounds of fitness, precision and coverage, and the known findings, as a committed file.
///
///     {"findings": {"docs/a.md": [{"rule": …, "summary": …, "fingerprint": …}]},
///      "machines": {"SyncState": {"coverage": 1}},
///      "decisions": {"coverage": 0.95},
///      "flows": {"docs/errors.md: rate-*": {"fitness": 1, "precision": 0.9, "coverage": 1}}}
struct Baseline: Hashable, Sendable {
  static let fileName = ".docgen-baseline.json"

  /// The identity of a value: `flows`, `docs/errors.md: rate-*`, `fitness`.
  struct Key: Hashable, Comparable, Sendable {
    var group: String
    var name: String
    var metric: String

    static func < (left: Key, right: Key) -> Bool {
      (left.group, left.name, left.metric) < (right.group, right.name, right.metric)
    }

    /// `the fitness of docs/errors.md: rate-*`
    var title: String { name.isEmpty ? "the \(metric) of \(group)" : "the \(metric) of \(name)" }
  }

  /// In millionths, rounded down, so that a bound never exceeds the measured value.
  var values: [Key: Int] = [:]
  var findings: [KnownFinding] = []

  init() {}

  init(_ coverage: Coverage) {
    func set(_ group: String, name: String, metric: String, value: Double) {
      values[Key(group: group, name: name, metric: metric)] =
        Int((value * 1_000_000 + 1e-6).rounded(.down))
    }
    func share(_ taken: Int, _ total: Int) -> Double {
      total == 0 ? 1 : Double(taken) / Double(total)
    }
    for machine in coverage.machines {
      set(
        "machines", name: machine.model.name, metric: "coverage",
        value: share(machine.taken, machine.model.edges.count))
    }
    if !coverage.decisions.isEmpty {
      let taken = coverage.decisions.reduce(0) { $0 + $1.taken }
      set(
        "decisions", name: "", metric: "coverage", value: share(taken, coverage.decisions.count * 2)
      )
    }
    for flow in coverage.flows {
      set("flows", name: flow.name, metric: "fitness", value: flow.fitness)
      if let precision = flow.precision {
        set("flows", name: flow.name, metric: "precision", value: precision)
      }
      set(
        "flows", name: flow.name, metric: "coverage", value: share(flow.taken, flow.branches.count))
    }
  }

  // MARK: - The file

  /// Reads a baseline; throws an error with the offset of the first invalid byte.
  ///
  /// Accepts numbers from 0 to 1 only. Unknown groups and metrics are kept, so a newer version's
  /// file can be read.
  init(_ bytes: [UInt8]) throws(BaselineError) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode.parse(bytes[...], .configuration)
    } catch {
      throw BaselineError(offset: error.offset, reason: error.reason)
    }
    guard case .object(let groups) = node.value else {
      throw BaselineError(offset: node.start, reason: "expected an object, not \(node.kind)")
    }
    for group in groups {
      guard case .object(let members) = group.node.value else {
        throw BaselineError(offset: group.node.start, reason: "expected an object")
      }
      if group.key == "findings" {
        findings = try KnownFinding.read(group.node)
        continue
      }
      for member in members {
        if case .object(let metrics) = member.node.value {
          for metric in metrics { try set(group.key, member.key, metric: metric) }
        } else {
          try set(group.key, "", metric: member)
        }
      }
    }
  }

  private mutating func set(
    _ group: String, _ name: String, metric: JSONMember
  ) throws(BaselineError) {
    let key = Key(group: group, name: name, metric: metric.key)
    switch metric.node.value {
    case .integer(let value) where (0...1).contains(value): values[key] = value * 1_000_000
    case .number(let value) where (0...1).contains(value):
      values[key] = Int((value * 1_000_000).rounded())
    default:
      throw BaselineError(
        offset: metric.node.start, reason: "expected a number from 0 to 1, not \(metric.node.kind)")
    }
  }

  var text: String {
    var lines: [String] = ["{"]
    let groups = Set(values.keys.map(\.group)).sorted()
    if !findings.isEmpty {
      lines += KnownFinding.lines(of: findings)
      if !groups.isEmpty { lines[lines.count - 1] += "," }
    }
    for (index, group) in groups.enumerated() {
      let keys = values.keys.filter { $0.group == group }.sorted()
      lines.append("  \(JSON.text(group).encoded): {")
      let names = Set(keys.map(\.name)).sorted()
      for (number, name) in names.enumerated() {
        let metrics = keys.filter { $0.name == name }.map {
          "\(JSON.text($0.metric).encoded): \(Self.decimals(values[$0] ?? 0))"
        }.joined(separator: ", ")
        let comma = number + 1 < names.count ? "," : ""
        lines.append(
          name.isEmpty
            ? "    \(metrics)\(comma)" : "    \(JSON.text(name).encoded): {\(metrics)}\(comma)"
        )
      }
      lines.append("  }" + (index + 1 < groups.count ? "," : ""))
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// `930000` -> `0.93`
  static func decimals(_ millionths: Int) -> String {
    if millionths % 1_000_000 == 0 { return "\(millionths / 1_000_000)" }
    let digits = String(millionths % 1_000_000)
    let padded = String(repeating: "0", count: 6 - digits.count) + digits
    let trimmed = String(padded.reversed().drop { $0 == "0" }.reversed())
    return "\(millionths / 1_000_000).\(trimmed)"
  }
}
