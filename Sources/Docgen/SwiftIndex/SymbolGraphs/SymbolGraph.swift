/// The compiler's facts about a module: the part of its symbol graph that the sources do not show.
/// `swift package dump-symbol-graph` and `swift-symbolgraph-extract` print it.
package struct SymbolGraph: Hashable, Sendable {
  package struct Symbol: Hashable, Sendable {
    /// `init`, `property`, `type.method`, `enum.case`
    package var kind: String
    /// `["Point", "init(x:y:)"]`
    package var path: [String]
    /// `init(x: Int = 1, y: Int)`
    package var declaration: String
    package var access: AccessLevel

    package init(kind: String, path: [String], declaration: String, access: AccessLevel) {
      self.kind = kind
      self.path = path
      self.declaration = declaration
      self.access = access
    }
  }

  /// A conformance of a type: `Point.Mode` to `Hashable`.
  package struct Conformance: Hashable, Sendable {
    package var type: String
    /// Without its module.
    package var `protocol`: String

    package init(type: String, protocol name: String) {
      self.type = type
      self.protocol = name
    }
  }

  package var module: String
  package var symbols: [Symbol]
  package var conformances: [Conformance]
  /// Members that types have by protocol extensions with constraints that they meet: full names by
  /// the type's dotted name. Only the compiler can evaluate all constraints.
  package var inherited: [String: Set<String>] = [:]

  package init(module: String, symbols: [Symbol] = [], conformances: [Conformance] = []) {
    self.module = module
    self.symbols = symbols
    self.conformances = conformances
  }
}
