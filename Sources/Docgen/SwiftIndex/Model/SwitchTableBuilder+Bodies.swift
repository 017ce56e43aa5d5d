import Diagnostics

extension SwitchTableBuilder {
  func assign(
    _ assignment: BodyOutline.Assignment, _ path: inout Path, into body: inout RowBody
  ) {
    if path.role(of: assignment.target) == .state {
      body.assigned += states(assignment.values, path, at: assignment.location)
    } else if assignment.values.count == 1, let only = assignment.values.first {
      // `let before = state` gives a second name.
      guard case .name(let name) = only.form, let role = path.role(of: name) else { return }
      path.names[assignment.target] = role
    }
  }

  func states(
    _ values: [BodyOutline.Value], _ path: Path, at location: SourceLocation
  ) -> [SwitchTable.AssignedState] {
    values.compactMap { value in
      var value = value
      if case .name(let name) = value.form, let passed = path.values[name] { value = passed }
      var found: String?
      if case .member(let name) = value.form { found = name }
      // The state assigned to itself changes nothing.
      if case .name(let name) = value.form, path.role(of: name) == .state { return nil }
      return SwitchTable.AssignedState(
        name: found, text: value.text, conditions: path.branches, location: location)
    }
  }

  func result(
    _ values: [BodyOutline.Value], _ path: Path, into body: inout RowBody
  ) {
    if returnsState {
      guard let location = values.first?.location else { return }
      body.assigned += states(values, path, at: location).filter { $0.name != nil }
    } else {
      body.returned += values.compactMap { value in
        if case .member(let name) = value.form { name } else { nil }
      }
    }
  }

  /// Goes into a method of the same type.
  mutating func follow(
    _ call: BodyOutline.Call, _ path: Path, into body: inout RowBody
  ) -> Bool {
    guard call.base == nil || call.base == "self" || call.base == "Self",
      path.helpers.count < 12, let helper = helper(for: call),
      helper != method, !path.helpers.contains(helper.fullName),
      let parameters = helper.signature?.parameters
    else { return false }
    var inner = path
    inner.helpers.append(helper.fullName)
    inner.method = helper.name
    inner.names = stateIsParameter ? [:] : inner.names.filter { $0.key == stateSubject }
    inner.values = [:]
    for (parameter, argument) in zip(parameters, call.arguments) {
      guard let name = parameter.name else { continue }
      var value = argument.value
      if case .name(let text) = value.form, let passed = path.values[text] { value = passed }
      if case .name(let text) = value.form, let role = path.role(of: text) {
        inner.names[name] = role
      } else {
        inner.values[name] = value
      }
    }
    let firstRow = rows.count
    let position = body.followed.count
    let madeRows = visit(helper.body, inner, into: &body)
    // A helper that only looks (names the event, logs it) is not where things are handled.
    let isOnlyLooking =
      path.state == nil && path.event == nil
      && rows.dropFirst(firstRow).allSatisfy { $0.assigned.isEmpty && $0.returned.isEmpty }
    if isOnlyLooking, madeRows {
      rows.removeSubrange(firstRow...)
      return false
    }
    body.followed.insert(helper.name, at: position)
    return madeRows
  }

  /// The method that a call means: the labels decide among several.
  func helper(for call: BodyOutline.Call) -> Member? {
    let named = type.methods(named: call.name)
    let labels = call.arguments.map { $0.label ?? "_" }
    return named.first { $0.signature?.labels == labels }
      ?? named.first { ($0.signature?.parameters.count ?? 0) >= labels.count }
  }
}
