/// Adds the compiler's facts to types: inferred conformances, inferred types of properties, and
/// synthesized members.
///
/// Facts of the sources are unchanged. A graph that is older than the sources adds nothing to
/// removed declarations.
///
/// Only gaps are filled: an inferred type of a property, a conformance that no source states, a
/// member that no source declares. Where the sources and a graph disagree, the sources win, because
/// the graph may be older.
struct SymbolGraphMerger {
  /// Markers of the language, not design decisions.
  private static let marks: Set<String> = [
    "Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype",
  ]
  private static let memberKinds: Set<String> = [
    "init", "method", "type.method", "property", "type.property", "subscript", "type.subscript",
    "func.op",
  ]

  private let types: [TypeDeclaration]
  /// Positions in `types` by qualified name.
  private let positions: [String: [Int]]
  /// By module and dotted name.
  private var children: [String: [SymbolGraph.Symbol]] = [:]
  private var conformances: [String: [String]] = [:]
  private var inherited: [String: Set<String>] = [:]
  /// Modules whose graphs list the members that types have by their conformances.
  private var listing: Set<String> = []
  private let modules: [String]

  init(_ types: [TypeDeclaration], _ graphs: [SymbolGraph]) {
    self.types = types
    positions = Dictionary(grouping: types.indices) { types[$0].qualifiedName }
    modules = Set(graphs.map(\.module)).sorted()
    for graph in graphs {
      for symbol in graph.symbols where symbol.path.count > 1 {
        let owner = symbol.path.dropLast().joined(separator: ".")
        children["\(graph.module) \(owner)", default: []].append(symbol)
      }
      if !graph.inherited.isEmpty { listing.insert(graph.module) }
      for (type, names) in graph.inherited {
        inherited["\(graph.module) \(type)", default: []].formUnion(names)
      }
      for conformance in graph.conformances {
        conformances["\(graph.module) \(conformance.type)", default: []]
          .append(conformance.protocol)
      }
    }
  }

  /// The types with their additions.
  func merged() -> [TypeDeclaration] { types.map(merged) }

  private func merged(_ type: TypeDeclaration) -> TypeDeclaration {
    // A file without a known module belongs to the module that has such a type.
    let candidates = (type.module.map { [$0] } ?? modules).map { "\($0) \(type.qualifiedName)" }
    let known = candidates.first {
      children[$0] != nil || conformances[$0] != nil || inherited[$0] != nil
    }
    guard let key = known else { return type }
    var type = type
    let isListed = type.module.map { listing.contains($0) } ?? false
    type.inherited = inherited[key] ?? (isListed ? [] : nil)
    if let names = conformances[key] { addConformances(names, to: &type) }
    if let symbols = children[key] {
      addTypes(symbols, to: &type)
      if type.kind != .protocol { addMembers(symbols, to: &type) }
    }
    return type
  }

  private func addConformances(_ names: [String], to type: inout TypeDeclaration) {
    var known = ancestors(of: type)
    for name in names where !Self.marks.contains(name) {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      guard known.insert(last).inserted else { continue }
      let reference = TypeReference(text: name, structure: .named(name, arguments: []))
      type.inheritance.append(
        Inheritance(
          type: reference, attributes: [], isSuppressed: false, conditions: [],
          isFromExtension: false, compilationConditions: [], location: type.nameLocation,
          isInferred: true))
    }
  }

  /// The last parts of the names of everything that a type inherits from, directly or indirectly.
  private func ancestors(of type: TypeDeclaration) -> Set<String> {
    var names: Set<String> = []
    var queue = [type]
    while let current = queue.popLast() {
      for ancestor in current.inheritance {
        let name = ancestor.name
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let parts = last == "Codable" ? ["Codable", "Encodable", "Decodable"] : [last]
        guard names.isDisjoint(with: parts) else { continue }
        names.formUnion(parts)
        let found = positions[name] ?? positions[last] ?? []
        queue += found.map { types[$0] }
      }
    }
    return names
  }

  private func addTypes(_ symbols: [SymbolGraph.Symbol], to type: inout TypeDeclaration) {
    for index in type.members.indices {
      guard var property = type.members[index].property, property.type == nil else { continue }
      let name = type.members[index].name
      let symbol = symbols.first {
        $0.path.last == name && ["property", "type.property"].contains($0.kind)
      }
      guard let symbol, let inferred = Self.read(symbol)?.property?.type else { continue }
      property.type = inferred
      property.isTypeInferred = true
      type.members[index].kind = .property(property)
    }
  }

  private func addMembers(_ symbols: [SymbolGraph.Symbol], to type: inout TypeDeclaration) {
    var names = Set(type.members.flatMap { [$0.name, $0.fullName] })
    for symbol in symbols where Self.memberKinds.contains(symbol.kind) {
      guard let name = symbol.path.last, !names.contains(name), var member = Self.read(symbol)
      else {
        continue
      }
      names.insert(name)
      member.owner = type.qualifiedName
      member.info.access = min(symbol.access, type.access)
      member.info.location = type.location
      member.info.nameLocation = type.nameLocation
      type.synthesized.append(member)
    }
  }

  /// A declaration as printed by the compiler, parsed as a member of a type.
  ///
  /// The declaration of a graph is Swift source, so the reader of files parses it. Returns `nil`
  /// for a text that is not a member.
  private static func read(_ symbol: SymbolGraph.Symbol) -> Member? {
    // The reader expects a property's accessors to be a body or missing.
    let text = "struct Symbol {\n\(symbol.declaration)\n}\n"
    let file = FileDeclarations(reading: SourceInput(path: "", text))
    return file.types.first?.members.first
  }
}
