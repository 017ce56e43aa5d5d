import Diagnostics
import SwiftCode
import Traces

extension StateMachineModel {
  /// Finds in the sources where states, events and steps are declared, and what their
  /// documentation says.
  mutating func locate(in code: CodeModel) {
    declaredAt = code.type(named: type).first?.nameLocation
    let stateType = caseType(holding: states.map(\.name), named: ["\(type).State", name], in: code)
    for index in states.indices {
      guard let found = stateType?.enumCase(named: states[index].name).first else { continue }
      states[index].summary = found.documentation?.summary
      states[index].declaredAt = found.nameLocation
    }
    let eventType = caseType(
      holding: events.map(\.name), named: ["\(type).Event", "\(name).Event"], in: code)
    for index in events.indices {
      guard let found = eventType?.enumCase(named: events[index].name).first else { continue }
      events[index].summary = found.documentation?.summary
      events[index].declaredAt = found.nameLocation
    }
  }

  /// The enum that declares the given cases: by one of the likely names, aliases followed.
  private func caseType(
    holding cases: [String], named names: [String], in code: CodeModel
  ) -> TypeDeclaration? {
    for name in names {
      var found = code.type(named: name).first
      if let aliased = found?.aliased?.text {
        found = code.type(named: aliased, inside: type).first
      }
      if let found, found.kind == .enum { return found }
    }
    return code.types.first { candidate in
      candidate.kind == .enum && Set(cases).isSubset(of: candidate.cases.map(\.name))
    }
  }
}
