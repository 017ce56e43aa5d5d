extension CodeModel {
  /// The methods that a call may mean, by name and labels; parameters with defaults and closures may
  /// be left out. Those of the type itself hide inherited ones.
  func flowMethods(
    _ send: BodyOutline.Send, of type: TypeDeclaration, isStatic: Bool
  ) -> [Member] {
    let named = members(named: send.name, reachableFrom: type).filter {
      $0.isMethod && $0.isStatic == isStatic
    }
    let exact = named.filter { $0.signature?.labels == send.labels }
    let fitting = exact.isEmpty ? named.filter { $0.signature?.fits(send.labels) == true } : exact
    // A protocol's requirement has no body; its default implementation has one.
    let withBody = fitting.filter { $0.bodyRange != nil }
    let found = withBody.isEmpty ? fitting : withBody
    return found.filter { $0.owner == found.first?.owner }
  }

  /// Whether a type has a method or a closure of that name.
  func hasFlowMember(_ name: String, _ type: TypeDeclaration) -> Bool {
    members(named: name, reachableFrom: type).contains { member in
      member.isMethod || member.property != nil
    }
  }

  /// The methods that `TYPE.METHOD` or `TYPE.METHOD(labels:)` names, each with its type.
  ///
  /// Protocols are excluded, since their requirements have no body. An inherited method is listed
  /// with the type that was named.
  package func flowEntries(named name: String) -> [(type: TypeDeclaration, method: Member)] {
    let path = SymbolPath(name)
    guard let owner = path.owner else { return [] }
    let all = types(named: owner).filter { $0.kind != .protocol }.flatMap { type in
      // Keeps only the nearest of inherited and overridden methods, and of those declared for
      // several platforms.
      var names: Set<String> = []
      return members(named: path.name, reachableFrom: type)
        .filter { $0.isMethod && $0.bodyRange != nil && path.matches($0) }
        .filter { names.insert($0.fullName).inserted }
        .map { (type, $0) }
    }
    // `run()` may mean any overload, and means the one without parameters if there is one.
    let bare = all.filter { path.isCall && path.labels == nil && $0.1.signature?.labels == [] }
    return bare.isEmpty ? all : bare
  }

  /// The method that `TYPE.METHOD` names.
  ///
  /// Throws if no method or several methods match; the error has the candidates or the nearest
  /// known name for the message.
  package func flowEntry(named name: String) throws(FlowEntryError) -> (
    type: TypeDeclaration, method: Member
  ) {
    let found = flowEntries(named: name)
    if found.count == 1, let only = found.first { return only }
    if found.isEmpty { throw unknownEntry(name) }
    let names = Set(found.map { "\($0.type.qualifiedName).\($0.method.fullName)" }).sorted()
    let isSame = names.count == 1
    throw FlowEntryError(
      message: isSame
        ? "the sources declare `\(names[0])` \(found.count) times"
        : "`\(name)` means several methods", candidates: isSame ? [] : names)
  }

  private func unknownEntry(_ name: String) -> FlowEntryError {
    let path = SymbolPath(name)
    guard path.owner != nil else {
      return FlowEntryError(message: "`\(name)` does not name a method; write TYPE.METHOD")
    }
    let message = "no type has a method `\(name)` with a body"
    let overloads = path.isCall ? flowEntries(named: path.dotted) : []
    if !overloads.isEmpty {
      let names = overloads.map { "\($0.type.qualifiedName).\($0.method.fullName)" }
      return FlowEntryError(message: message, candidates: names)
    }
    guard case .unknown(let nearest) = symbol(name) else { return FlowEntryError(message: message) }
    return FlowEntryError(message: message, nearest: nearest)
  }

  /// Reads the calls along a method.
  ///
  /// - Parameters:
  ///   - method: The method with a body that is read first.
  ///   - type: The type that has it.
  ///   - depth: The maximum depth of calls to other types' methods; 1 follows the entry method and
  ///     the methods of its own type.
  /// - Returns: The calls, with the participants.
  package func sourceFlow(
    of method: Member, in type: TypeDeclaration, depth: Int
  ) -> SourceFlow {
    var reader = FlowReader(method, of: type, in: self, depth: depth)
    reader.read()
    return reader.flow
  }
}

extension Signature {
  /// Whether a call with these labels can mean it.
  fileprivate func fits(_ labels: [String]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if let next = rest.first, next == parameter.label ?? "_" {
        rest.removeFirst()
        while parameter.isVariadic, rest.first == "_" { rest.removeFirst() }
      } else if parameter.defaultValue == nil, parameter.type?.isFunction != true {
        return false
      }
    }
    return rest.isEmpty
  }
}

extension TypeReference {
  fileprivate var isFunction: Bool {
    switch structure {
    case .function: true
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      type.isFunction
    // A closure may have the name of an alias.
    case .named: true
    default: false
    }
  }
}

extension TypeDeclaration {
  /// Whether a struct works with other objects: it stores a class, actor, protocol or function.
  ///
  /// A struct that only has values is drawn as a part of its caller; one that works with objects
  /// has a lifeline of its own.
  var isService: Bool {
    switch kind {
    case .class, .actor, .protocol: true
    case .enum, .typealias: false
    case .struct:
      storedProperties.contains { member in
        guard !member.isStatic, let type = member.property?.type else { return false }
        return type.isReferenceLike
      }
    }
  }
}

extension TypeReference {
  fileprivate var isReferenceLike: Bool {
    switch structure {
    case .function, .existential: true
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      type.isReferenceLike
    default: false
    }
  }
}

/// The reason why a name does not mean exactly one method.
package struct FlowEntryError: Error {
  package var message: String
  package var nearest: String?
  /// The methods that it may mean.
  package var candidates: [String] = []
}
