extension AccessLevel: Packable {}
extension TypeDeclaration.Kind: Packable {}
extension GenericRequirement.Relation: Packable {}

extension Attribute: Packable {
  func pack(into packer: inout Packer) { packer.add(name, arguments, location, conditions) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      name: try unpacker.next(), arguments: try unpacker.next(), location: try unpacker.next(),
      conditions: try unpacker.next())
  }
}

extension Documentation: Packable {
  func pack(into packer: inout Packer) { packer.add(text, location) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(text: try unpacker.next(), location: try unpacker.next())
  }
}

extension CompilationCondition: Packable {
  func pack(into packer: inout Packer) { packer.add(text, excluded) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(text: try unpacker.next(), excluded: try unpacker.next())
  }
}

extension DeclarationInfo: Packable {
  func pack(into packer: inout Packer) {
    packer.add(
      name, headline, access, declaredAccess, attributes, modifiers, documentation, conditions,
      location, nameLocation)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      name: try unpacker.next(), headline: try unpacker.next(), access: try unpacker.next(),
      declaredAccess: try unpacker.next(), attributes: try unpacker.next(),
      modifiers: try unpacker.next(), documentation: try unpacker.next(),
      conditions: try unpacker.next(), location: try unpacker.next(),
      nameLocation: try unpacker.next())
  }
}

extension Import: Packable {
  func pack(into packer: inout Packer) { packer.add(info, kind) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(info: try unpacker.next(), kind: try unpacker.next())
  }
}

extension OperatorDeclaration: Packable {
  func pack(into packer: inout Packer) { packer.add(info, precedenceGroup) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(info: try unpacker.next(), precedenceGroup: try unpacker.next())
  }
}

extension PrecedenceGroup: Packable {
  func pack(into packer: inout Packer) {
    packer.add(info, higherThan, lowerThan, associativity, isAssignment)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      info: try unpacker.next(), higherThan: try unpacker.next(), lowerThan: try unpacker.next(),
      associativity: try unpacker.next(), isAssignment: try unpacker.next())
  }
}

extension TypeDeclaration: Packable {
  func pack(into packer: inout Packer) {
    packer.add(
      info, kind, qualifiedName, module, genericParameters, requirements, inheritance, members,
      aliased)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      info: try unpacker.next(), kind: try unpacker.next(), qualifiedName: try unpacker.next(),
      module: try unpacker.next(), genericParameters: try unpacker.next(),
      requirements: try unpacker.next(), inheritance: try unpacker.next(),
      members: try unpacker.next(), aliased: try unpacker.next())
  }
}

extension ExtensionDeclaration: Packable {
  func pack(into packer: inout Packer) {
    packer.add(info, extended, module, requirements, inheritance, members)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      info: try unpacker.next(), extended: try unpacker.next(), module: try unpacker.next(),
      requirements: try unpacker.next(), inheritance: try unpacker.next(),
      members: try unpacker.next())
  }
}

extension Inheritance: Packable {
  func pack(into packer: inout Packer) {
    packer.add(
      type, attributes, isSuppressed, conditions, isFromExtension, compilationConditions, location)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      type: try unpacker.next(), attributes: try unpacker.next(),
      isSuppressed: try unpacker.next(), conditions: try unpacker.next(),
      isFromExtension: try unpacker.next(), compilationConditions: try unpacker.next(),
      location: try unpacker.next())
  }
}

extension GenericParameter: Packable {
  func pack(into packer: inout Packer) {
    let number: Int =
      switch kind {
      case .type: 0
      case .pack: 1
      case .value: 2
      }
    packer.add(name, number, constraint)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let name: String = try unpacker.next()
    let kinds: [Kind] = [.type, .pack, .value]
    let number: Int = try unpacker.next()
    guard kinds.indices.contains(number) else { throw UnpackingError() }
    self.init(name: name, kind: kinds[number], constraint: try unpacker.next())
  }
}

extension GenericRequirement: Packable {
  func pack(into packer: inout Packer) { packer.add(text, subject, relation, constraint) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(
      text: try unpacker.next(), subject: try unpacker.next(), relation: try unpacker.next(),
      constraint: try unpacker.next())
  }
}
