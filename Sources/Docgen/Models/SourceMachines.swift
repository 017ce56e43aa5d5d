import Basics
import SwiftIndex

/// The machines in the sources, each read when it is first needed.
///
/// Reading a machine follows all methods that assign its state, too expensive for machines that no
/// document mentions. A name that several types share has no machine here.
final class SourceMachines: Sendable {
  private let known = Locked<[String: Recorded<StateMachineModel?>]>([:])

  func machine(named name: String, in code: CodeModel) -> StateMachineModel? {
    if let machine = known.withLock({ $0[name] }) { return machine.value }
    let machine = Recorded {
      let holders = code.machineHolders(named: name)
      return holders.count == 1
        ? StateMachineModel(code.sourceMachine(of: holders[0]), named: name) : nil
    }
    known.withLock { $0[name] = machine }
    return machine.value
  }
}
