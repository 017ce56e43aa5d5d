import Diagnostics

extension Property.Ownership: Packable {}

extension Member: Packable {
  /// The body is packed separately: it is unpacked when it is first used.
  func pack(into packer: inout Packer) {
    packer.add(info, kind, owner, extensionConditions, isFromExtension, bodyRange)
    packer.add(storedBody)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      info: try unpacker.next(), kind: try unpacker.next(), owner: try unpacker.next(),
      extensionConditions: try unpacker.next(), isFromExtension: try unpacker.next(),
      bodyRange: try unpacker.next())
    storedBody = try StoredBody(from: &unpacker, at: bodyRange?.start)
  }
}

extension Packer {
  /// The number of bytes of the body plus one; 0 for one that was not read, and then its digest.
  fileprivate mutating func add(_ body: StoredBody) {
    if case .unread(_, _, let digest) = body {
      add(number: 0)
      return add(fixed: digest)
    }
    let outline = body.outline
    guard !outline.steps.isEmpty else { return add(number: 1) }
    // The texts are shared with the rest of the file; only the bytes are separate.
    let rest = take()
    add(BodySummary(outline), outline.steps)
    let own = take()
    put(rest)
    add(number: UInt64(own.count + 1))
    add(rawBytes: own)
  }
}

extension StoredBody {
  fileprivate init(
    from unpacker: inout Unpacker, at start: SourcePosition?
  ) throws(UnpackingError) {
    let number = try unpacker.number()
    if number > 0 {
      self = .packed(unpacker.part(try unpacker.range(count: number - 1)))
      return
    }
    guard let start, let bodies = unpacker.bodies else { throw UnpackingError() }
    self = .unread(bodies, at: start, digest: try unpacker.fixed())
  }
}

extension BodySummary: Packable {
  func pack(into packer: inout Packer) {
    packer.add(targets.sorted(), passed.sorted(), called.sorted())
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      targets: Set(try unpacker.next() as [String]), passed: Set(try unpacker.next() as [String]),
      called: Set(try unpacker.next() as [String]))
  }
}

extension Member.Kind: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .property(let property): packer.add(0, property)
    case .method(let signature): packer.add(1, signature)
    case .initializer(let signature): packer.add(2, signature)
    case .deinitializer: packer.add(3)
    case .subscript(let signature, let accessors): packer.add(4, signature, accessors)
    case .enumCase(let enumCase): packer.add(5, enumCase)
    case .associatedType(let type): packer.add(6, type)
    case .macro(let signature): packer.add(7, signature)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .property(try unpacker.next())
    case 1: self = .method(try unpacker.next())
    case 2: self = .initializer(try unpacker.next())
    case 3: self = .deinitializer
    case 4: self = .subscript(try unpacker.next(), accessors: try unpacker.next())
    case 5: self = .enumCase(try unpacker.next())
    case 6: self = .associatedType(try unpacker.next())
    case 7: self = .macro(try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension Signature: Packable {
  func pack(into packer: inout Packer) {
    packer.add(
      genericParameters, requirements, parameters, isAsync, throwing, result, failability)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      genericParameters: try unpacker.next(), requirements: try unpacker.next(),
      parameters: try unpacker.next(), isAsync: try unpacker.next(),
      throwing: try unpacker.next(), result: try unpacker.next(),
      failability: try unpacker.next())
  }
}

extension Parameter: Packable {
  func pack(into packer: inout Packer) {
    packer.add(label, name, type, defaultValue, isVariadic, attributes, location)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      label: try unpacker.next(), name: try unpacker.next(), type: try unpacker.next(),
      defaultValue: try unpacker.next(), isVariadic: try unpacker.next(),
      attributes: try unpacker.next(), location: try unpacker.next())
  }
}

extension Property: Packable {
  func pack(into packer: inout Packer) {
    packer.add(
      isLet, isLazy, ownership, storage, observers, type, initialValue, value, setterAccess)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      isLet: try unpacker.next(), isLazy: try unpacker.next(), ownership: try unpacker.next(),
      storage: try unpacker.next(), observers: try unpacker.next(), type: try unpacker.next(),
      initialValue: try unpacker.next(), value: try unpacker.next(),
      setterAccess: try unpacker.next())
  }
}

extension Property.Storage: Packable {
  func pack(into packer: inout Packer) {
    switch self {
    case .stored: packer.add(0)
    case .computed(let accessors): packer.add(1, accessors)
    case .requirement(let accessors): packer.add(2, accessors)
    }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number: Int = try unpacker.next()
    switch number {
    case 0: self = .stored
    case 1: self = .computed(try unpacker.next())
    case 2: self = .requirement(try unpacker.next())
    default: throw UnpackingError()
    }
  }
}

extension Accessor: Packable {
  func pack(into packer: inout Packer) { packer.add(name, modifier, isAsync, throwing) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      name: try unpacker.next(), modifier: try unpacker.next(), isAsync: try unpacker.next(),
      throwing: try unpacker.next())
  }
}

extension EnumCase: Packable {
  func pack(into packer: inout Packer) { packer.add(associatedValues, rawValue, isIndirect) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      associatedValues: try unpacker.next(), rawValue: try unpacker.next(),
      isIndirect: try unpacker.next())
  }
}

extension EnumCase.AssociatedValue: Packable {
  func pack(into packer: inout Packer) { packer.add(label, type, defaultValue) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      label: try unpacker.next(), type: try unpacker.next(), defaultValue: try unpacker.next())
  }
}

extension AssociatedType: Packable {
  func pack(into packer: inout Packer) { packer.add(inheritance, requirements, defaultType) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      inheritance: try unpacker.next(), requirements: try unpacker.next(),
      defaultType: try unpacker.next())
  }
}
