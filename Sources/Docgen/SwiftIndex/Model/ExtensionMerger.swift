import Diagnostics

/// Moves the members and conformances of extensions into the types that they extend.
///
/// Merging needs all files, since an extension may be anywhere, so it is the first step after
/// reading. Cost: linear in extensions and members, apart from the choice among types with the same
/// name.
struct ExtensionMerger {
  private(set) var types: [TypeDeclaration]
  private(set) var foreign: [ExtensionDeclaration] = []
  private let extensions: [ExtensionDeclaration]
  private let modules: Set<String>
  /// Positions in `types` by qualified name.
  private var positions: [String: [Int]] = [:]

  init(_ files: [FileDeclarations], modules: Set<String>) {
    self.types = files.flatMap(\.types)
    self.extensions = files.flatMap(\.extensions)
    self.modules = modules
    for (index, type) in types.enumerated() {
      positions[type.qualifiedName, default: []].append(index)
    }
  }

  mutating func merge() {
    renameTypesInsideExtensions()
    for declaration in extensions {
      if let (index, arguments) = target(of: declaration) {
        let parameters = types[index].genericParameters.map(\.name)
        add(declaration.bound(parameters, to: arguments), to: index)
      } else {
        foreign.append(declaration.boundCollection)
      }
    }
  }

  /// The type that an extension extends: in its file, else in its module, else anywhere. Of
  /// several, the one whose file shares the most folders with its own.
  ///
  /// If two types fit equally well, the extension remains foreign.
  ///
  /// Type aliases are followed, with a guard against aliases that name each other. Returns `nil`
  /// for a type of another module.
  private func target(
    of declaration: ExtensionDeclaration
  ) -> (index: Int, arguments: [TypeReference])? {
    let file = declaration.location.file
    var name = declaration.name
    var arguments = declaration.extended.arguments
    var seen: Set<String> = []
    while seen.insert(name).inserted {
      let found = candidates(name)
      let narrowed =
        [
          found.filter { types[$0].location.file == file },
          found.filter { types[$0].module == declaration.module }, found,
        ].first { !$0.isEmpty } ?? []
      // `#if` branches may declare one type several times: the first stands for all.
      let shared = narrowed.map { file.sharedFolders(with: types[$0].location.file) }
      let nearest = zip(narrowed, shared).filter { $1 == shared.max() }.map(\.0)
      guard let first = nearest.first else { return nil }
      let isOneType = nearest.allSatisfy { types[$0].location.file == types[first].location.file }
      guard isOneType else { return nil }
      guard types[first].kind == .typealias else { return (first, arguments) }
      guard let aliased = types[first].aliased, case .named(let next, _) = aliased.structure else {
        return nil
      }
      name = next
      // `typealias Names = Box<String>`; the parameters of a generic alias remain open.
      arguments = types[first].genericParameters.isEmpty ? aliased.arguments : []
    }
    return nil
  }

  private func candidates(_ name: String) -> [Int] {
    if let found = positions[name] { return found }
    guard let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])) else {
      return []
    }
    let module = String(name[..<dot])
    return (positions[String(name[name.index(after: dot)...])] ?? [])
      .filter { types[$0].module == module }
  }

  private mutating func add(_ declaration: ExtensionDeclaration, to index: Int) {
    let limit = types[index].access.insideLimit
    let owner = types[index].qualifiedName
    types[index].inheritance += declaration.inheritance
    types[index].members += declaration.members.map { member in
      var member = member
      member.owner = owner
      member.info.access = min(member.info.access, limit)
      return member
    }
  }

  /// `extension Sync.Engine { enum Mode … }` declares `Engine.Mode`: types inside extensions of a
  /// type with its module lose the module's name, and are not wider than the extended type.
  private mutating func renameTypesInsideExtensions() {
    for index in types.indices {
      let name = types[index].qualifiedName
      guard let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])),
        positions[String(name[..<dot])] == nil
      else { continue }
      let short = String(name[name.index(after: dot)...])
      guard let outer = short.lastIndex(of: "."), positions[String(short[..<outer])] != nil else {
        continue
      }
      types[index].qualifiedName = short
      positions[short, default: []].append(index)
      positions[name] = nil
      for member in types[index].members.indices { types[index].members[member].owner = short }
    }
  }
}

extension ExtensionDeclaration {
  /// `extension Box<Int>` means `extension Box where T == Int`.
  fileprivate func bound(_ parameters: [String], to arguments: [TypeReference]) -> Self {
    guard parameters.count == arguments.count else { return self }
    let conditions = zip(parameters, arguments).filter { $0 != $1.text }.map { name, argument in
      GenericRequirement(
        text: "\(name) == \(argument.text)",
        subject: TypeReference(text: name, structure: .named(name, arguments: [])),
        relation: .equals, constraint: argument)
    }
    if conditions.isEmpty { return self }
    var bound = self
    bound.requirements += conditions
    for index in inheritance.indices { bound.inheritance[index].conditions += conditions }
    for index in members.indices { bound.members[index].extensionConditions += conditions }
    return bound
  }

  /// The same for `extension [Int]` and other collections.
  fileprivate var boundCollection: Self {
    switch extended.structure {
    case .array(let element), .set(let element): bound(["Element"], to: [element])
    case .optional(let wrapped): bound(["Wrapped"], to: [wrapped])
    case .dictionary(let key, let value): bound(["Key", "Value"], to: [key, value])
    default: self
    }
  }
}
