package import Diagnostics
package import SwiftIndex

/// All data that documents are compared with, built once and read by every rule and generator.
package struct ProjectModel: Sendable {
  package let code: CodeModel
  package let traces: [RecordedTrace]
  /// The texts of the Swift files, by path.
  package let sources: [String: SourceText]
  private let machines: [String: StateMachineModel]
  private let sourceMachines = SourceMachines()
  /// Lists of labels and their meanings, by the list's name in the configuration.
  package let synonyms: [String: [String: String]]
  /// The project's `Package.swift` files.
  package let manifests: [PackageManifest]

  package init(
    code: CodeModel, traces: [RecordedTrace], sources: [String: SourceText] = [:],
    synonyms: [String: [String: String]] = [:], manifests: [PackageManifest] = []
  ) {
    self.code = code
    self.traces = traces
    self.sources = sources
    self.synonyms = synonyms
    self.manifests = manifests
    var machines: [String: StateMachineModel] = [:]
    for name in StateMachineModel.names(in: traces) {
      guard var machine = StateMachineModel(named: name, in: traces) else { continue }
      if machine.isDeclared {
        machine.locate(in: code)
      } else if let source = sourceMachines.machine(named: name, in: code) {
        machine = source
        machine.observeSource(traces)
      }
      machines[name] = machine
    }
    self.machines = machines
  }

  /// The machine that traces declare or observe under that name.
  package func machine(named name: String) -> StateMachineModel? { machines[name] }

  /// The machine of the traces, or else the one in the sources that the name means.
  package func anyMachine(named name: String) -> StateMachineModel? {
    machines[name] ?? sourceMachines.machine(named: name, in: code)
  }

  /// Names of the machines that the traces declare or observe.
  package var machineNames: [String] { machines.keys.sorted() }
  /// Names of the recorded scenarios.
  package var scenarioNames: [String] { traces.map(\.scenario) }
}
