/// A type as written, with its structure.
///
///     [String: any Store]?  ->  optional(dictionary(String, existential(Store)))
package struct TypeReference: Hashable, Sendable {
  /// The source text on one line.
  package var text: String
  package var structure: Structure

  package init(text: String, structure: Structure) {
    self.text = text
    self.structure = structure
  }

  /// The structure of a type.
  ///
  /// `Optional<T>`, `Array<T>`, `Dictionary<K, V>` and `Set<T>` have the same form as `T?`, `[T]`,
  /// `[K: V]`.
  package indirect enum Structure: Hashable, Sendable {
    /// `Outer.Inner<Argument>`: the dotted name without arguments, and the arguments of the last
    /// part.
    case named(String, arguments: [TypeReference])
    case optional(TypeReference)
    case implicitlyUnwrapped(TypeReference)
    case array(TypeReference)
    /// `[3 of Element]`.
    case inlineArray(count: String, TypeReference)
    case dictionary(key: TypeReference, value: TypeReference)
    case set(TypeReference)
    case tuple([TupleElement])
    case function(FunctionType)
    /// `any P`.
    case existential(TypeReference)
    /// `some P`.
    case opaque(TypeReference)
    /// `P & Q`.
    case composition([TypeReference])
    /// `~Copyable`.
    case suppressed(TypeReference)
    /// `T.Type`, `T.Protocol`.
    case metatype(TypeReference)
    /// `inout T`, `@escaping () -> Void`, `sending T`: the words before the type.
    case attributed([String], TypeReference)
    /// `repeat each T` and `each T`.
    case pack(TypeReference)
    /// Missing, erroneous, or nested too deeply to be read: only the text is known.
    case unread
  }

  package struct TupleElement: Hashable, Sendable {
    package var label: String?
    package var type: TypeReference
  }

  package struct FunctionType: Hashable, Sendable {
    package var parameters: [TupleElement]
    package var isAsync: Bool
    package var throwing: Throwing
    package var result: TypeReference
  }
}

/// The errors that a function may throw.
package enum Throwing: Hashable, Sendable {
  case never
  case any
  case `rethrows`
  /// `throws(E)`.
  case typed(TypeReference)
}

extension TypeReference {
  /// The number of values of a mentioned type that the complete type may hold.
  package enum Multiplicity: Hashable, Sendable {
    case one, optional, many
  }

  /// A mentioned type, with its multiplicity.
  package struct Mention: Hashable, Sendable {
    package var name: String
    package var multiplicity: Multiplicity
    /// Whether it follows `any` or `some`.
    package var isAbstract: Bool
    /// Whether it is only mentioned as a parameter or result of a function type.
    package var isInFunction: Bool
    /// Whether it is a generic argument: the number of values that the generic type holds is
    /// unknown.
    package var isArgument: Bool
  }

  /// Every nested named type, in source order, including keys of dictionaries.
  ///
  ///     [String: any Store]?  ->  String (many), Store (many, abstract)
  package var mentions: [Mention] {
    var found: [Mention] = []
    let whole = Mention(
      name: "", multiplicity: .one, isAbstract: false, isInFunction: false, isArgument: false)
    collect(whole, into: &found)
    return found
  }

  /// `place` describes the context of the type.
  private func collect(_ place: Mention, into found: inout [Mention]) {
    let multiplicity = place.multiplicity
    func visit(_ type: TypeReference, _ inner: Multiplicity) {
      var place = place
      place.multiplicity = inner
      type.collect(place, into: &found)
    }
    func visit(_ type: TypeReference, _ flag: WritableKeyPath<Mention, Bool>) {
      var place = place
      place[keyPath: flag] = true
      type.collect(place, into: &found)
    }
    let optional = multiplicity == .many ? Multiplicity.many : .optional
    switch structure {
    case .named(let name, let arguments):
      var mention = place
      mention.name = name
      found.append(mention)
      for argument in arguments { visit(argument, \.isArgument) }
    case .optional(let type), .implicitlyUnwrapped(let type): visit(type, optional)
    case .array(let type), .inlineArray(_, let type), .set(let type), .pack(let type):
      visit(type, .many)
    case .dictionary(let key, let value):
      visit(key, .many)
      visit(value, .many)
    case .tuple(let elements): for element in elements { visit(element.type, multiplicity) }
    case .function(let function):
      for type in function.parameters.map(\.type) + [function.result] {
        visit(type, \.isInFunction)
      }
    case .existential(let type), .opaque(let type): visit(type, \.isAbstract)
    case .composition(let types): for type in types { visit(type, multiplicity) }
    case .suppressed, .unread: break
    case .metatype(let type), .attributed(_, let type): visit(type, multiplicity)
    }
  }
}

extension TypeReference {
  /// The type without modules, attributes, `any` and `some`, in one spelling.
  ///
  ///     (any Sync.Store)?, Optional<Store>   ->  Store?
  package var plainText: String {
    switch structure {
    case .named(let name, let arguments):
      let parts = name.split(separator: ".")
      let last = parts.last.map(String.init) ?? name
      let inside = arguments.map(\.plainText).joined(separator: ",")
      return inside.isEmpty ? last : "\(last)<\(inside)>"
    case .optional(let type), .implicitlyUnwrapped(let type): return type.plainText + "?"
    case .array(let type): return "[\(type.plainText)]"
    case .set(let type): return "Set<\(type.plainText)>"
    case .dictionary(let key, let value): return "[\(key.plainText):\(value.plainText)]"
    case .tuple(let elements):
      if elements.isEmpty { return "Void" }
      return "(" + elements.map(\.type.plainText).joined(separator: ",") + ")"
    case .function(let function):
      let inside = function.parameters.map(\.type.plainText).joined(separator: ",")
      let effects =
        (function.isAsync ? "async" : "") + (function.throwing == .never ? "" : "throws")
      return "(\(inside))\(effects)->\(function.result.plainText)"
    case .existential(let type), .opaque(let type), .attributed(_, let type): return type.plainText
    case .inlineArray, .composition, .suppressed, .metatype, .pack, .unread:
      return text.filter { !$0.isWhitespace }
    }
  }
}
