/// A type, with its generic arguments as far as syntax shows them.
///
///     class Names: Box<String> {}  ->  Names, then Box with T = String
struct Receiver {
  let type: TypeDeclaration
  private(set) var arguments: [String: TypeReference] = [:]

  /// Arguments in the order of the parameters; `nil` for an unknown one.
  init(_ type: TypeDeclaration, _ arguments: [TypeReference?]) {
    self.type = type
    let parameters = type.genericParameters
    guard parameters.count == arguments.count, !parameters.contains(where: { $0.kind == .pack })
    else { return }
    for (parameter, argument) in zip(parameters, arguments) {
      self.arguments[parameter.name] = argument
    }
  }

  /// The type outside of this type for a type that is written inside; `nil` if it has an unknown
  /// parameter.
  func outside(_ written: TypeReference) -> TypeReference? {
    guard written.mentions.contains(where: { isParameter($0.name) }) else { return written }
    switch written.structure {
    case .named(let name, let own) where own.isEmpty: return arguments[name]
    case .named(let name, let own):
      let inner = own.compactMap { outside($0) }
      guard inner.count == own.count, !isParameter(name) else { return nil }
      let list = inner.map(\.text).joined(separator: ", ")
      return TypeReference(
        text: "\(name)<\(list)>", structure: .named(name, arguments: inner))
    case .array(let element):
      return outside(element).map { TypeReference(text: "[\($0.text)]", structure: .array($0)) }
    case .set(let element):
      return outside(element).map { TypeReference(text: "Set<\($0.text)>", structure: .set($0)) }
    case .optional(let wrapped):
      return outside(wrapped).map { TypeReference(text: "\($0.text)?", structure: .optional($0)) }
    case .dictionary(let key, let value):
      guard let key = outside(key), let value = outside(value) else { return nil }
      return TypeReference(
        text: "[\(key.text): \(value.text)]", structure: .dictionary(key: key, value: value))
    default: return nil
    }
  }

  private func isParameter(_ name: String) -> Bool {
    type.genericParameters.contains { $0.name == name }
  }
}

extension TypeReference {
  /// Parses a type in source form; `nil` if the text is not a type.
  package init?(reading text: String) {
    let file = FileDeclarations(reading: SourceInput(path: "", "typealias Read = \(text)\n"))
    guard file.diagnostics.isEmpty, file.types.count == 1, let type = file.types[0].aliased else {
      return nil
    }
    self = type
  }

  /// Between the angle brackets, `Int` and `[String]` of `Box<Int, [String]>`.
  package var arguments: [TypeReference] {
    if case .named(_, let arguments) = structure { arguments } else { [] }
  }
}
