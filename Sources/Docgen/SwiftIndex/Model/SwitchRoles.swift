/// Which of the things that a method switches over is the state and which the event.
struct SwitchRoles {
  private(set) var state: String?
  let event: String
  private(set) var returnsState = false

  init(type: TypeDeclaration, method: Member, state: String?) {
    let parameters = method.signature?.parameters ?? []
    let named = parameters.filter { $0.name != nil }
    let eventParameter =
      named.first { $0.name == "event" }
      ?? named.first { $0.type?.lastName?.hasSuffix("Event") == true }
      ?? named.first { $0.name != "state" && $0.name != state }
    let event = eventParameter?.name ?? "event"
    self.event = event
    let parameterNames = Set(named.compactMap(\.name)).subtracting([event])
    let candidates = Self.subjects(reachableFrom: method, in: type)
    let possible = candidates.filter { subject in
      subject.name == "self" || parameterNames.contains(subject.name)
        || type.properties.contains { $0.name == subject.name }
    }
    self.state =
      state
      ?? possible.first { $0.companions.contains(event) }?.name
      ?? possible.first { $0.name == "state" }?.name
      ?? possible.first?.name
    self.returnsState = Self.returnsState(method, in: type, state: self.state)
  }

  private struct Subject {
    var name: String
    /// What is switched over together with it.
    var companions: [String]
  }

  private static func subjects(
    reachableFrom method: Member, in type: TypeDeclaration
  ) -> [Subject] {
    var found: [Subject] = []
    var seen: Set<String> = []
    var queue = [method]
    while let current = queue.first {
      queue.removeFirst()
      guard seen.insert(current.fullName).inserted else { continue }
      let aliases = aliases(in: current.body)
      for outline in current.body.switches {
        for subject in outline.subjects {
          let name = subject.hasPrefix("self.") ? String(subject.dropFirst(5)) : subject
          let bare = aliases[name] ?? name
          found.append(Subject(name: bare, companions: outline.subjects.filter { $0 != subject }))
        }
      }
      for call in current.body.calls where call.base == nil || call.base == "self" {
        queue += type.methods(named: call.name)
      }
    }
    return found
  }

  /// `let before = state` gives a second name to the state.
  private static func aliases(in body: BodyOutline) -> [String: String] {
    var found: [String: String] = [:]
    for assignment in body.assignments {
      guard assignment.values.count == 1, case .name(let name)? = assignment.values.first?.form,
        !assignment.target.contains("."), name != assignment.target
      else { continue }
      found[assignment.target] = found[name] ?? name
    }
    return found
  }

  private static func returnsState(
    _ method: Member, in type: TypeDeclaration, state: String?
  ) -> Bool {
    guard let result = method.signature?.result?.lastName, let state else { return false }
    if state == "self" { return result == "Self" || result == type.name }
    let parameter = method.signature?.parameters.first { $0.name == state }?.type
    let property = type.property(named: state).first?.property?.type
    return (parameter ?? property)?.lastName == result
  }
}

extension TypeReference {
  /// The last part of a named type's name, optional or not: `State` for `Machine.State?`.
  var lastName: String? {
    switch structure {
    case .named(let name, _): name.split(separator: ".").last.map(String.init)
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      type.lastName
    default: nil
    }
  }
}
