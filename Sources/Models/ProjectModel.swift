package import Diagnostics
package import SwiftCode

/// Everything that documents are held against, built once and read by every rule and generator.
package struct ProjectModel: Sendable {
  package let code: CodeModel
  package let traces: [RecordedTrace]
  /// The texts of the Swift files, by path.
  package let sources: [String: SourceText]
  /// Interactions by scenario, in the order of the trace files.
  package let interactions: [InteractionModel]
  private let machines: [String: StateMachineModel]

  package init(
    code: CodeModel, traces: [RecordedTrace], sources: [String: SourceText] = [:]
  ) {
    self.code = code
    self.traces = traces
    self.sources = sources
    interactions = traces.map(InteractionModel.init)
    var machines: [String: StateMachineModel] = [:]
    for name in StateMachineModel.names(in: traces) {
      guard var machine = StateMachineModel(named: name, in: traces) else { continue }
      machine.locate(in: code)
      machines[name] = machine
    }
    self.machines = machines
  }

  package func machine(named name: String) -> StateMachineModel? { machines[name] }

  /// Names of the machines that the traces declare.
  package var machineNames: [String] { machines.keys.sorted() }
  /// Names of the recorded scenarios.
  package var scenarioNames: [String] { traces.map(\.scenario) }
}
