import Basics
import SwiftIndex

/// The machines that were read from the sources so far, each when it was first asked for.
final class SourceMachines: Sendable {
  private let known = Locked<[String: StateMachineModel?]>([:])

  func machine(named name: String, in code: CodeModel) -> StateMachineModel? {
    if let machine = known.withLock({ $0[name] }) { return machine }
    let holders = code.machineHolders(named: name)
    let machine =
      holders.count == 1
      ? StateMachineModel(code.sourceMachine(of: holders[0]), named: name) : nil
    known.withLock { $0[name] = .some(machine) }
    return machine
  }
}
