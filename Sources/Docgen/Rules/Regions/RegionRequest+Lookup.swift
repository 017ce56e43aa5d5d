import Diagnostics
import Markdown
import Models
import SwiftIndex
import Traces
import Variants

/// Looks up the sources that a marker names.
extension RegionRequest {
  /// The machine named by `machine`; the only machine if the key is missing.
  func machine() throws(RegionProblem) -> StateMachineModel {
    let names = project.machineNames
    guard let name = marker["machine"] else {
      if names.count == 1, let only = project.machine(named: names[0]) { return only }
      if names.isEmpty { throw noTraces("no trace declares a state machine") }
      throw finding(
        RuleID(.missingArgument), "the marker does not name the machine",
        evidence: [Evidence(.help, "add machine=\(names.joined(separator: " or machine="))")])
    }
    if let machine = project.anyMachine(named: name) {
      guard machine.states.count > Limit.machineStates.value else { return machine }
      throw finding(
        RegionSources.id, at: "machine", Limit.machineStates.message("`\(name)`"),
        evidence: [Evidence(.help, Limit.machineStates.help)])
    }
    throw unknownMachine(name, names)
  }

  private func unknownMachine(_ name: String, _ names: [String]) -> RegionProblem {
    let holders = project.code.machineHolders(named: name).map(\.name)
    if holders.count > 1 {
      return finding(
        RegionSources.id, at: "machine", "`\(name)` means several variables",
        evidence: [
          Evidence(.help, "name one of them: machine=\(holders.joined(separator: " or machine="))")
        ])
    }
    let known = names + project.code.types.filter { $0.kind == .enum }.map(\.qualifiedName)
    return finding(
      RegionSources.id, at: "machine",
      "no trace declares a machine `\(name)`, and no type of that name has or is an enum",
      evidence: nearest(name, among: known, what: names.isEmpty ? nil : "machines"))
  }

  /// The flow along the method that `from` names.
  func flow(depth: Int) throws(RegionProblem) -> SourceFlow {
    do throws(FlowEntryError) {
      let (type, method) = try project.code.flowEntry(named: marker["from"] ?? "")
      return project.code.sourceFlow(of: method, in: type, depth: depth)
    } catch {
      var evidence = error.nearest.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? []
      if !error.candidates.isEmpty {
        let names = error.candidates.map { "`\($0)`" }.joined(separator: ", ")
        evidence.append(Evidence(.help, "name one of \(names)"))
      }
      throw finding(RegionSources.id, at: "from", error.message, evidence: evidence)
    }
  }

  /// The value of `depth`, at least 1.
  var depth: Int? { marker["depth"].flatMap(Int.init).map { max(1, $0) } }

  /// The interactions of the scenarios that `scenarios` names, at least one.
  func traces() throws(RegionProblem) -> [RecordedTrace] {
    let patterns = marker.list("scenarios")
    guard !patterns.isEmpty else {
      throw finding(
        RuleID(.missingArgument), "the marker does not name the scenarios",
        evidence: [Evidence(.help, "add scenarios=\"…\", names or patterns such as rate-limit-*")])
    }
    if project.traces.isEmpty { throw noTraces("no traces were found") }
    var chosen: [RecordedTrace] = []
    var names: Set<String> = []
    for pattern in patterns.map({ NamePattern($0) }) {
      let found = project.traces.filter { $0.isFlow && pattern.matches($0.scenario) }
      if found.isEmpty {
        throw finding(
          RegionSources.id, at: "scenarios", "no trace records the scenario `\(pattern.text)`",
          evidence: nearest(pattern.text, among: project.scenarioNames, what: "scenarios"))
      }
      chosen += found.filter { names.insert($0.scenario).inserted }
    }
    let least = try minShare() * Double(chosen.reduce(0) { $0.adding($1.count) })
    return least == 0 ? chosen : chosen.filter { Double($0.count) >= least }
  }

  /// The value of `min-share`, from 0 to 1; 0 by default.
  func minShare() throws(RegionProblem) -> Double {
    guard let text = marker["min-share"] else { return 0 }
    guard let share = Double(text.filter { $0 != "%" && $0 != " " }), (0...100).contains(share)
    else {
      throw finding(
        RegionSources.id, at: "min-share",
        "`min-share` takes a percentage such as 0.1%, not `\(text)`")
    }
    return share / 100
  }

  private func noTraces(_ summary: String) -> RegionProblem {
    RegionProblem(
      Diagnostic(
        rule: .noTraces,
        at: SourceLocation(file: file, range: marker.subject?.range ?? marker.range), summary,
        evidence: [Evidence(.help, "`traces` in .docgen.json has the patterns of their paths")]
      ))
  }

  func nearest(
    _ name: String, among known: [String], what: String?, most: Int = 12
  ) -> [Evidence] {
    var evidence: [Evidence] = []
    if let near = NearMiss.best(for: name, among: known) {
      evidence.append(Evidence(.help, "did you mean `\(near)`?"))
    }
    if let what, !known.isEmpty {
      let list = known.prefix(most).map { "`\($0)`" }.joined(separator: ", ")
      let more = known.count > most ? ", … \(known.count - most) more" : ""
      evidence.append(Evidence(.note, "the \(what) are \(list)\(more)"))
    }
    return evidence
  }
}
