// The Models module has the facts about a project in the form in which documents show them.
//
// Below it, `SwiftIndex` has the declarations of the sources and `Traces` the records of test runs.
// Each model here answers the question of one kind of document from both: `StateMachineModel`
// (which transitions exist, and which were observed), `TypeModel` (types, members and relations of
// a class diagram), `ModuleModel` and `ProjectGraph` (dependencies), `MetricDefinition` (defined
// metrics), `SendabilityReader`.
//
// A model contains no layout and no Mermaid. `Diagrams` draws models and compares drawn diagrams
// with them, and `Rules` compares tables and prose. Every entry has its place in the code or trace,
// so that findings can show it as evidence.
//
// Where syntax alone does not show an answer, a model has `nil` or a flag such as `isCertain`, and
// comparisons then demand less.

package import Diagnostics
package import SwiftIndex

/// All data that documents are compared with, built once and read by every rule and generator.
///
/// Machines of traces are prepared at creation, because every command needs their names; those of
/// the sources are read on demand. A machine that traces only observe is replaced by the one of the
/// sources if the sources have exactly one with that name.
package struct ProjectModel: Sendable {
  package let code: CodeModel
  package let traces: [RecordedTrace]
  private let texts: SourceTexts
  private let machines: [String: Recorded<StateMachineModel>]
  private let sourceMachines = SourceMachines()
  private let graphs = OnFirstUse<ProjectGraph>()
  /// Lists of labels and their meanings, by the list's name in the configuration.
  package let synonyms: [String: [String: String]]
  /// The project's `Package.swift` files.
  package let manifests: [PackageManifest]
  /// The Makefile at the root; `nil` if there is none.
  package let makefile: Makefile?

  package init(
    code: CodeModel, traces: [RecordedTrace], sources: [String: SourceText] = [:],
    synonyms: [String: [String: String]] = [:], manifests: [PackageManifest] = [],
    makefile: Makefile? = nil, otherSource: (@Sendable (_ path: String) -> SourceText?)? = nil
  ) {
    self.code = code
    self.traces = traces
    self.texts = SourceTexts(sources, of: code.rest, otherSource)
    self.synonyms = synonyms
    self.manifests = manifests
    self.makefile = makefile
    var machines: [String: Recorded<StateMachineModel>] = [:]
    for name in StateMachineModel.names(in: traces) {
      guard let machine = StateMachineModel(named: name, in: traces) else { continue }
      machines[name] = Recorded(always: true) { [sourceMachines] in
        var machine = machine
        if machine.isDeclared {
          machine.locate(in: code)
        } else if let source = sourceMachines.machine(named: name, in: code) {
          machine = source
          machine.observeSource(traces)
        }
        return machine
      }
    }
    self.machines = machines
    machineNames = machines.keys.sorted()
  }

  /// The texts of the Swift files, by path.
  package var sources: [String: SourceText] {
    code.noteEverything()
    return texts.read
  }

  /// Whether a path is that of one of the Swift files.
  package func isSource(_ path: String) -> Bool { texts.has(path) }

  /// The text of a Swift file; `nil` for other files.
  package func source(of path: String) -> SourceText? { texts.text(of: path) }

  /// The machine that traces declare or observe under that name.
  package func machine(named name: String) -> StateMachineModel? { machines[name]?.value }

  /// The machine of the traces, or else the one in the sources that the name means.
  package func anyMachine(named name: String) -> StateMachineModel? {
    machine(named: name) ?? sourceMachines.machine(named: name, in: code)
  }

  /// The dependencies between the project's modules, types and files.
  package var graph: ProjectGraph { graphs.value { ProjectGraph(self, texts) } }

  /// Names of the machines that the traces declare or observe.
  package let machineNames: [String]
  /// Names of the recorded scenarios.
  package var scenarioNames: [String] { traces.map(\.scenario) }
}
