extension TypeReference: Packable {
  func pack(into packer: inout Packer) { packer.add(text, structure) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(text: try unpacker.next(), structure: try unpacker.next())
  }
}

extension TypeReference.Structure: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .named(let name, let arguments): packer.add(0, name, arguments)
    case .optional(let type): packer.add(1, type)
    case .implicitlyUnwrapped(let type): packer.add(2, type)
    case .array(let type): packer.add(3, type)
    case .inlineArray(let count, let type): packer.add(4, count, type)
    case .dictionary(let key, let value): packer.add(5, key, value)
    case .set(let type): packer.add(6, type)
    case .tuple(let elements): packer.add(7, elements)
    case .function(let function): packer.add(8, function)
    case .existential(let type): packer.add(9, type)
    case .opaque(let type): packer.add(10, type)
    case .composition(let types): packer.add(11, types)
    case .suppressed(let type): packer.add(12, type)
    case .metatype(let type): packer.add(13, type)
    case .attributed(let words, let type): packer.add(14, words, type)
    case .pack(let type): packer.add(15, type)
    case .unread: packer.add(16)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .named(try unpacker.next(), arguments: try unpacker.next())
    case 1: self = .optional(try unpacker.next())
    case 2: self = .implicitlyUnwrapped(try unpacker.next())
    case 3: self = .array(try unpacker.next())
    case 4: self = .inlineArray(count: try unpacker.next(), try unpacker.next())
    case 5: self = .dictionary(key: try unpacker.next(), value: try unpacker.next())
    case 6: self = .set(try unpacker.next())
    case 7: self = .tuple(try unpacker.next())
    case 8: self = .function(try unpacker.next())
    case 9: self = .existential(try unpacker.next())
    case 10: self = .opaque(try unpacker.next())
    case 11: self = .composition(try unpacker.next())
    case 12: self = .suppressed(try unpacker.next())
    case 13: self = .metatype(try unpacker.next())
    case 14: self = .attributed(try unpacker.next(), try unpacker.next())
    case 15: self = .pack(try unpacker.next())
    case 16: self = .unread
    default: throw UnpackingError()
    }
  }
}

extension TypeReference.TupleElement: Packable {
  func pack(into packer: inout Packer) { packer.add(label, type) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(label: try unpacker.next(), type: try unpacker.next())
  }
}

extension TypeReference.FunctionType: Packable {
  func pack(into packer: inout Packer) { packer.add(parameters, isAsync, throwing, result) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      parameters: try unpacker.next(), isAsync: try unpacker.next(),
      throwing: try unpacker.next(), result: try unpacker.next())
  }
}

extension Throwing: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .never: packer.add(0)
    case .any: packer.add(1)
    case .rethrows: packer.add(2)
    case .typed(let type): packer.add(3, type)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .never
    case 1: self = .any
    case 2: self = .rethrows
    case 3: self = .typed(try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension Literal: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .integer(let number): packer.add(0, number)
    case .double(let number): packer.add(1, Int(bitPattern: UInt(number.bitPattern)))
    case .boolean(let flag): packer.add(2, flag)
    case .string(let text): packer.add(3, text)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .integer(try unpacker.next())
    case 1:
      let bits: Int = try unpacker.next()
      self = .double(Double(bitPattern: UInt64(UInt(bitPattern: bits))))
    case 2: self = .boolean(try unpacker.next())
    case 3: self = .string(try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension ConstantExpression: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .literal(let literal): packer.add(0, literal)
    case .name(let name): packer.add(1, name)
    case .negation(let operand): packer.add(2, operand)
    case .binary(let sign, let left, let right): packer.add(3, sign, left, right)
    case .call(let callee, let arguments): packer.add(4, callee, arguments)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .literal(try unpacker.next())
    case 1: self = .name(try unpacker.next())
    case 2: self = .negation(try unpacker.next())
    case 3: self = .binary(try unpacker.next(), try unpacker.next(), try unpacker.next())
    case 4: self = .call(try unpacker.next(), try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension ConstantExpression.Argument: Packable {
  func pack(into packer: inout Packer) { packer.add(label, value) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(label: try unpacker.next(), value: try unpacker.next())
  }
}
