extension BodyOutline: Packable {
  func pack(into packer: inout Packer) { packer.add(steps) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(steps: try unpacker.next())
  }
}

/// Each case has a number of its own, the same in both functions; their order has no meaning.
extension BodyOutline.Step: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .switch(let outline): packer.add(0, outline)
    case .assignment(let assignment): packer.add(1, assignment)
    case .call(let call): packer.add(2, call)
    case .choice(let branches, let isExhaustive): packer.add(3, branches, isExhaustive)
    case .result(let values): packer.add(4, values)
    case .fallthrough: packer.add(5)
    case .branch(let condition, let body): packer.add(6, condition, body)
    case .loop(let condition, let body): packer.add(7, condition, body)
    case .attempt(let body, let handlers): packer.add(8, body, handlers)
    case .deferred(let body): packer.add(9, body)
    case .closure(let body, let isImmediate): packer.add(10, body, isImmediate)
    case .suspension: packer.add(11)
    case .attempted: packer.add(13)
    case .exit(let exit): packer.add(12, exit.rawValue)
    case .send(let send): packer.add(14, send)
    case .local(let name, let source): packer.add(15, name, source)
    case .concurrent(let body): packer.add(16, body)
    case .thrown(let error): packer.add(17, error)
    case .function(let name, let body): packer.add(18, name, body)
    case .shadowing(let name): packer.add(19, name)
    case .shadowingEnd(let name): packer.add(20, name)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .switch(try unpacker.next())
    case 1: self = .assignment(try unpacker.next())
    case 2: self = .call(try unpacker.next())
    case 3: self = .choice(try unpacker.next(), isExhaustive: try unpacker.next())
    case 4: self = .result(try unpacker.next())
    case 5: self = .fallthrough
    case 6: self = .branch(try unpacker.next(), try unpacker.next())
    case 7: self = .loop(condition: try unpacker.next(), try unpacker.next())
    case 8: self = .attempt(try unpacker.next(), handlers: try unpacker.next())
    case 9: self = .deferred(try unpacker.next())
    case 10: self = .closure(try unpacker.next(), isImmediate: try unpacker.next())
    case 11: self = .suspension
    case 12:
      guard let exit = BodyOutline.Exit(rawValue: try unpacker.next()) else {
        throw UnpackingError()
      }
      self = .exit(exit)
    case 13: self = .attempted
    case 14: self = .send(try unpacker.next())
    case 15: self = .local(try unpacker.next(), try unpacker.next())
    case 16: self = .concurrent(try unpacker.next())
    case 17: self = .thrown(try unpacker.next())
    case 18: self = .function(try unpacker.next(), try unpacker.next())
    case 19: self = .shadowing(try unpacker.next())
    case 20: self = .shadowingEnd(try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension BodyOutline.Branch: Packable {
  func pack(into packer: inout Packer) { packer.add(condition, body) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(condition: try unpacker.next(), body: try unpacker.next())
  }
}

extension BodyOutline.Assignment: Packable {
  func pack(into packer: inout Packer) { packer.add(target, values, location) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      target: try unpacker.next(), values: try unpacker.next(), location: try unpacker.next())
  }
}

extension BodyOutline.Value: Packable {
  func pack(into packer: inout Packer) {
    switch form {
    case .member(let name): packer.add(0, name)
    case .name(let name): packer.add(1, name)
    case .other: packer.add(2)
    case .call(let call): packer.add(3, call)
    case .list(let elements): packer.add(4, elements)
    case .joined(let lists): packer.add(5, lists)
    }
    packer.add(text, location)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    let form: Form
    switch number {
    case 0: form = .member(try unpacker.next())
    case 1: form = .name(try unpacker.next())
    case 2: form = .other
    case 3: form = .call(try unpacker.next())
    case 4: form = .list(try unpacker.next())
    case 5: form = .joined(try unpacker.next())
    default: throw UnpackingError()
    }
    self.init(form: form, text: try unpacker.next(), location: try unpacker.next())
  }
}

extension BodyOutline.Call: Packable {
  func pack(into packer: inout Packer) { packer.add(base, name, arguments, location) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      base: try unpacker.next(), name: try unpacker.next(), arguments: try unpacker.next(),
      location: try unpacker.next())
  }
}

extension BodyOutline.Send: Packable {
  func pack(into packer: inout Packer) { packer.add(base, name, labels, passed, location) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      base: try unpacker.next(), name: try unpacker.next(), labels: try unpacker.next(),
      passed: try unpacker.next(), location: try unpacker.next())
  }
}

extension BodyOutline.LocalSource: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .type(let name): packer.add(0, name)
    case .path(let path): packer.add(1, path)
    case .element(let path): packer.add(2, path)
    case .result: packer.add(3)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .type(try unpacker.next())
    case 1: self = .path(try unpacker.next())
    case 2: self = .element(try unpacker.next())
    case 3: self = .result
    default: throw UnpackingError()
    }
  }
}

extension BodyOutline.Argument: Packable {
  func pack(into packer: inout Packer) { packer.add(label, value) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(label: try unpacker.next(), value: try unpacker.next())
  }
}

extension SwitchOutline: Packable {
  func pack(into packer: inout Packer) { packer.add(subjects, cases, condition) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      subjects: try unpacker.next(), cases: try unpacker.next(), condition: try unpacker.next())
  }
}

extension CaseOutline: Packable {
  func pack(into packer: inout Packer) {
    packer.add(patterns, isDefault, conditions, body, location)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      patterns: try unpacker.next(), isDefault: try unpacker.next(),
      conditions: try unpacker.next(), body: try unpacker.next(), location: try unpacker.next())
  }
}

extension PatternOutline: Packable {
  func pack(into packer: inout Packer) { packer.add(elements, guardText, location) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      elements: try unpacker.next(), guardText: try unpacker.next(),
      location: try unpacker.next())
  }
}

extension PatternOutline.Element: Packable {
  func pack(into packer: inout Packer) {
    switch form {
    case .name(let name): packer.add(0, name)
    case .wildcard: packer.add(1)
    case .other: packer.add(2)
    }
    packer.add(text, bindings, location)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    let form: Form
    switch number {
    case 0: form = .name(try unpacker.next())
    case 1: form = .wildcard
    case 2: form = .other
    default: throw UnpackingError()
    }
    self.init(
      form: form, text: try unpacker.next(), bindings: try unpacker.next(),
      location: try unpacker.next())
  }
}
