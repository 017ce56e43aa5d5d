// The SwiftIndex module reads Swift sources as text and answers questions about their declarations.
//
// It uses the parser of SwiftSyntax and no compiler: the sources need not build, and nothing in a
// checkout is executed. The price is that facts which need type checking (inferred types,
// synthesized conformances) are unknown, unless symbol graphs of the compiler provide them. Every
// question therefore has a third answer, usually `nil`: syntax alone cannot decide.
//
// Data flow: bytes of a file -> guards against input that would break the parser (`Reading`:
// `NestingGuard`, `ControlCharacters`) -> `FileDeclarations`, the declarations of
// one file -> `CodeModel`, in which extensions are merged into their types and names are indexed.
// Files are read in parallel, and unchanged ones come from `CodeCache`. Bodies of functions are skipped
// (`NestingGuard.withoutBodies`) and read when one of the file is first used (`UnreadBodies`).
//
// Two folders follow the bodies of methods: `Machines` finds state machines in enumerations and
// assignments, `Flows` the calls between types along a method. `Models` and `Diagrams` draw and
// compare them, and `Rules` checks names in documents with the lookups of `CodeModel`.

package import Diagnostics

/// All declarations of a set of Swift files, with extensions merged into the types that they
/// extend.
///
/// Types are in the order of the files as the caller gave them, and in source order within a file.
/// So are members, with those of extensions after the type's own.
///
/// A value that is built once for a state of the sources; lookups by name are dictionary accesses.
/// Indices that only some commands need, such as those for suggestions, are built when they are
/// first used (`OnFirstUse`) and shared by all copies.
package struct CodeModel: Sendable {
  // Whoever hands out one of these notes it for `DependencyRecorder`; see `CodeModel+Parts.swift`.
  let allTypes: [TypeDeclaration]
  let allForeignExtensions: [ExtensionDeclaration]
  let allGlobals: [Member]
  let allOperators: [OperatorDeclaration]
  let allPrecedenceGroups: [PrecedenceGroup]
  let importsByFile: [String: [Import]]
  package let diagnostics: [Diagnostic]
  let damagedSources: DamagedSources
  let lineCounts: [String: Int]

  /// The names in each file.
  let words: [(file: String, names: NameSet)]
  private let allWords = OnFirstUse<WordTable>()
  /// Positions in `types` by qualified name, and by the last part of it.
  private let byQualifiedName: [String: [Int]]
  private let byName: [String: [Int]]
  let modules: Set<String>
  let moduleByFile: [String: String]
  /// The places of members of types and of foreign extensions, by name.
  private let memberPlaces: [String: [MemberPlace]]
  private let globalPlaces: [String: [Int]]
  private let nearNames = OnFirstUse<NearMissIndex>()
  private let nearTypeNames = OnFirstUse<NearMissIndex>()
  private let inheritors = OnFirstUse<[String: [Int]]>()
  /// Positions in `types` by the name of the type around them.
  private let nestedPlaces = OnFirstUse<[String: [Int]]>()
  /// Positions in `foreignExtensions` by name.
  let foreignPlaces = OnFirstUse<[String: [Int]]>()
  /// The paths of the files by their last part.
  let namedFiles = OnFirstUse<FileNameIndex>()
  let importedModules = OnFirstUse<Set<String>>()
  /// Positions in `types` by file.
  let typePlaces = OnFirstUse<[String: [Int]]>()
  let machines = OnFirstUse<MachineIndex>()
  /// Values that other modules derive from all types, by their descriptions.
  package let derived = Memo<[String], any Sendable>()
  /// The rest of the project, if the model has only some of its files.
  package private(set) var rest: PartialCode?

  private enum MemberPlace {
    case type(Int, member: Int)
    case foreign(Int, member: Int)
  }

  /// Merges the declarations of the files, and adds the facts of symbol graphs.
  ///
  /// `files` are in the order in which types and members are reported. Declarations in `#if`
  /// branches that are not active on the configured platforms have been removed by the caller.
  /// `rest` is the rest of the project if these are only some of its files.
  package init(
    _ files: [FileDeclarations], symbolGraphs: [SymbolGraph] = [], of rest: PartialCode? = nil
  ) {
    self.rest = rest
    modules = rest?.modules ?? Set(files.compactMap(\.module))
    var merger = ExtensionMerger(files, modules: modules)
    merger.merge()
    allTypes =
      symbolGraphs.isEmpty
      ? merger.types : SymbolGraphMerger(merger.types, symbolGraphs).merged()
    allForeignExtensions = merger.foreign
    allGlobals = files.flatMap(\.globals)
    allOperators = files.flatMap(\.operators)
    allPrecedenceGroups = files.flatMap(\.precedenceGroups)
    importsByFile = Dictionary(files.map { ($0.path, $0.imports) }) { $0 + $1 }
    self.diagnostics = files.flatMap(\.diagnostics)
    self.damagedSources = DamagedSources(files)
    self.lineCounts = Dictionary(files.map { ($0.path, $0.lineCount) }) { first, _ in first }
    self.words = files.map { ($0.path, $0.words) }
    self.moduleByFile = Dictionary(
      files.compactMap { file in file.module.map { (file.path, $0) } }
    ) { first, _ in first }
    self.byQualifiedName = Self.positions(of: allTypes) { $0.qualifiedName }
    self.byName = Self.positions(of: allTypes) { $0.name }
    self.memberPlaces = Self.places(types: allTypes, foreign: allForeignExtensions)
    self.globalPlaces = Self.positions(of: allGlobals) { $0.name }
  }

  /// A grouping of indices: one of the elements would copy each declaration.
  private static func positions<Element>(
    of elements: [Element], by name: (Element) -> String
  ) -> [String: [Int]] {
    elements.indices.reduce(into: [:]) { $0[name(elements[$1]), default: []].append($1) }
  }

  private static func places(
    types: [TypeDeclaration], foreign: [ExtensionDeclaration]
  ) -> [String: [MemberPlace]] {
    var places: [String: [MemberPlace]] = [:]
    for (index, type) in types.enumerated() {
      for (position, member) in type.members.enumerated() {
        places[member.name, default: []].append(.type(index, member: position))
      }
    }
    for (index, declaration) in foreign.enumerated() {
      for (position, member) in declaration.members.enumerated() {
        places[member.name, default: []].append(.foreign(index, member: position))
      }
    }
    return places
  }

  /// Members of that name of all types and foreign extensions.
  package func members(named name: String) -> [Member] {
    note(.members(name))
    return (memberPlaces[name] ?? []).map(member(at:))
  }

  /// The first members of that name that satisfy a condition, at most `limit` of them.
  func members(
    named name: String, limit: Int, where isIncluded: (Member) -> Bool
  ) -> [Member] {
    note(.members(name))
    var found: [Member] = []
    for place in memberPlaces[name] ?? [] where found.count < limit {
      let member = member(at: place)
      if isIncluded(member) { found.append(member) }
    }
    return found
  }

  /// The qualified names of the types with an enum case or a stored property of that name.
  ///
  /// In a large project thousands of types have the same names: their members are not copied.
  package func owners(ofValuesNamed name: String) -> Set<String> {
    note(.members(name))
    return (memberPlaces[name] ?? []).reduce(into: []) { owners, place in
      guard case .type(let type, let member) = place, allTypes[type].members[member].isValue else {
        return
      }
      owners.insert(allTypes[type].qualifiedName)
    }
  }

  private func member(at place: MemberPlace) -> Member {
    switch place {
    case .type(let index, let member): allTypes[index].members[member]
    case .foreign(let index, let member): allForeignExtensions[index].members[member]
    }
  }

  /// The type's own members of that name.
  func members(named name: String, of type: TypeDeclaration) -> [Member] {
    DependencyRecorder.note(.name(name))
    note(.types(type.name))
    guard memberPlaces[name] != nil else { return [] }
    let owners = (byQualifiedName[type.qualifiedName] ?? []).filter {
      allTypes[$0].location == type.location
    }
    return owners.flatMap { allTypes[$0].names.members(name, among: allTypes[$0].members) }
  }

  /// Functions, variables and macros of that name outside any type.
  package func globals(named name: String) -> [Member] {
    note(.globals(name))
    return (globalPlaces[name] ?? []).map { allGlobals[$0] }
  }

  /// Unqualified names of types, globals and members.
  var nameIndex: NearMissIndex {
    noteEverything()
    return nearNames.value {
      NearMissIndex(Array(byName.keys) + Array(globalPlaces.keys) + Array(memberPlaces.keys))
    }
  }

  /// Qualified names of the types, members and globals with this name.
  func qualifiedNames(of name: String) -> [String] {
    note(.types(name))
    return (byName[name] ?? []).map { allTypes[$0].qualifiedName }
      + members(named: name).map(\.qualifiedName)
      + (globals(named: name).isEmpty ? [] : [name])
  }

  /// The types that name this one, without its outer types, among those that they inherit.
  ///
  /// Compared by the last part of the written name, since the module or outer type may be left out
  /// in an inheritance clause.
  func inheritors(of name: String) -> [TypeDeclaration] {
    noteUses(of: name)
    let positions = inheritors.value {
      var positions: [String: [Int]] = [:]
      for (position, type) in allTypes.enumerated() {
        let names = type.inheritance.map { $0.name.split(separator: ".").last.map(String.init) }
        for case let name? in Set(names) { positions[name, default: []].append(position) }
      }
      return positions
    }
    let found = (positions[name] ?? []).map { allTypes[$0] }
    for type in found { note(.types(type.name)) }
    return found
  }

  func hasMember(named name: String) -> Bool {
    DependencyRecorder.note(.name(name))
    return memberPlaces[name] != nil || rest?.has(.members(name)) == true
  }

  /// Whether a name is declared or used anywhere in the code outside of comments.
  ///
  /// Used before a name counts as removed: a name that occurs in a body or a string literal is
  /// still in use.
  package func mentions(_ name: String) -> Bool {
    DependencyRecorder.note(.word(name))
    if rest?.has(word: name) == true { return true }
    let table = allWords.value {
      words.reduce(into: WordTable()) { table, file in
        file.names.numbers.forEach { table.insert($0) }
      }
    }
    return table.contains(NameSet.number(of: name.utf8))
  }
}

// MARK: - Dependencies

extension CodeModel {
  /// Notes that an answer depends on all declarations of a kind and name.
  func note(_ name: IndexedName) {
    DependencyRecorder.note(.declarations(name))
    rest?.need(name)
  }

  /// Notes that the types of a name count; of `Outer.Inner`, the last part.
  func note(typesOf name: String) { note(.types(name.lastPart)) }

  /// Notes that an answer depends on all of the code.
  package func noteEverything() {
    DependencyRecorder.note(.everything)
    rest?.needEverything()
  }

  /// Notes that all files with a word count.
  func noteUses(of word: String) {
    DependencyRecorder.note(.word(word))
    rest?.need(usesOf: word)
  }

  /// The same declarations as those of a complete project: for indices whose users note what they
  /// need.
  package var asComplete: CodeModel {
    var model = self
    model.rest = nil
    return model
  }
}

// MARK: - Types

extension CodeModel {
  /// The type of that name.
  ///
  /// A qualified name (`SyncEngine.State`, `Sync.SyncEngine`) must match exactly; an unqualified
  /// one means the type at the top of a file, or else the nested types with that name.
  package func type(named name: String) -> Lookup<TypeDeclaration> {
    let found = indices(named: name).map { allTypes[$0] }
    return Lookup(found, nearest: nearestType(to: name))
  }

  private func nearestType(to name: String) -> String? {
    noteEverything()
    return name.contains(".")
      ? nearTypeNames.value { NearMissIndex(Array(byQualifiedName.keys)) }.best(for: name)
      : nameIndex.best(for: name) { byName[$0] != nil }
  }

  /// All types that a name may mean; an empty array for an unknown name, without a search for the
  /// nearest one. Copies of one type, as generated packages have, are one type.
  package func types(named name: String) -> [TypeDeclaration] {
    withoutCopies(indices(named: name).map { allTypes[$0] })
  }

  /// The types that a call of a name creates: an alias creates a value of its type.
  package func types(madeBy name: String) -> [TypeDeclaration] {
    types(named: name).flatMap { type -> [TypeDeclaration] in
      guard let aliased = type.aliased, case .named(let original, _) = aliased.structure else {
        return [type]
      }
      return types(named: original, inside: type.qualifiedName, module: type.module)
    }
  }

  /// The types of exactly that qualified name; an empty array if there is none.
  package func types(qualifiedAs name: String) -> [TypeDeclaration] {
    note(typesOf: name)
    return withoutCopies((byQualifiedName[name] ?? []).map { allTypes[$0] })
  }

  /// The type that a name means inside another type: nested types of that type, then of the types
  /// around it, then those at the top of its module, then all.
  ///
  /// A generic parameter of that name shadows them: then the name is unknown.
  package func type(
    named name: String, inside owner: String, module: String? = nil
  ) -> Lookup<TypeDeclaration> {
    guard let found = places(of: name, inside: owner, module: module) else {
      return .unknown(nearest: nil)
    }
    return found.isEmpty
      ? type(named: name) : Lookup(found.map { allTypes[$0] }, nearest: nil)
  }

  /// All types that a name may mean inside another type; an empty array for an unknown name,
  /// without a search for the nearest one.
  package func types(
    named name: String, inside owner: String, module: String? = nil
  ) -> [TypeDeclaration] {
    // Most names belong to other modules: then the enclosing types need not be searched.
    let last = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    guard byName[last] != nil else {
      note(.types(last))
      return []
    }
    return (places(of: name, inside: owner, module: module) ?? []).map { allTypes[$0] }
  }

  /// `nil` for a generic parameter.
  ///
  /// The search goes outwards through the enclosing types, as Swift's own lookup does.
  private func places(of name: String, inside owner: String, module: String?) -> [Int]? {
    note(typesOf: name)
    var scope: Substring? = owner[...]
    while let current = scope {
      note(typesOf: String(current))
      let around = byQualifiedName[String(current)] ?? []
      if around.contains(where: { index in
        allTypes[index].kind != .protocol
          && allTypes[index].genericParameters.contains { $0.name == name }
      }) {
        return nil
      }
      if let nested = byQualifiedName["\(current).\(name)"] {
        return preferred(nested, module: module)
      }
      scope = current.lastIndex(of: ".").map { current[..<$0] }
    }
    return preferred(indices(named: name), module: module)
  }

  /// Types nested directly in that one, in source order.
  package func nestedTypes(of type: TypeDeclaration) -> [TypeDeclaration] {
    note(.types(type.name))
    let nested = nestedPlaces.value {
      Dictionary(grouping: allTypes.indices.filter { allTypes[$0].outerName != nil }) {
        allTypes[$0].outerName ?? ""
      }
    }
    return (nested[type.qualifiedName] ?? []).map { allTypes[$0] }
      .filter { $0.module == type.module }
  }

  private func preferred(_ indices: [Int], module: String?) -> [Int] {
    let own = indices.filter { module != nil && allTypes[$0].module == module }
    return own.isEmpty ? indices : own
  }

  private func indices(named name: String) -> [Int] {
    note(typesOf: name)
    if let exact = byQualifiedName[name] { return exact }
    if let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])) {
      let module = String(name[..<dot])
      let rest = String(name[name.index(after: dot)...])
      let inModule = (byQualifiedName[rest] ?? byName[rest] ?? [])
        .filter { allTypes[$0].module == module }
      if !inModule.isEmpty { return inModule }
    }
    guard let dot = name.lastIndex(of: ".") else { return byName[name] ?? [] }
    return (byName[String(name[name.index(after: dot)...])] ?? [])
      .filter { allTypes[$0].qualifiedName.hasSuffix("." + name) }
  }
}
