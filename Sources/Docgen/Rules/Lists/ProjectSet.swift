import Diagnostics
import Models
import SwiftIndex

/// A set of the project that a page may enumerate: the cases of an enum, the targets of a package.
struct ProjectSet: Hashable {
  enum Kind: Hashable {
    case cases, properties, parameters, functions, keys, targets, products, subclasses,
      conformingTypes, files
  }

  struct Element: Hashable {
    var name: String
    var location: SourceLocation
  }

  var kind: Kind
  /// The type, manifest or folder: `Mood`, `Package.swift`, `Sources/App/Services`.
  var owner: String
  var location: SourceLocation
  var elements: [Element]
  /// The first word of the elements if the set has only those of a larger one.
  var prefix: String?

  /// The elements that begin with the same word as all the names, if other elements do not.
  ///
  ///     requestData, requestPlain  ->  the cases of `Task` that begin with `request`
  func family(of names: [String]) -> ProjectSet {
    guard kind == .cases || kind == .properties else { return self }
    let words = Set(names.map { $0.prefix { !$0.isUppercase } })
    guard words.count == 1, let word = words.first, word.count > 2,
      elements.contains(where: { !$0.name.hasPrefix(word) })
    else { return self }
    var family = self
    family.prefix = String(word)
    family.elements = elements.filter { $0.name.hasPrefix(word) }
    return family
  }

  func contains(_ name: String) -> Bool { elements.contains { $0.name == name } }
}

extension ProjectSet.Kind {
  /// `cases`, or `case` for one.
  func noun(_ count: Int) -> String {
    switch self {
    case .cases: count == 1 ? "case" : "cases"
    case .properties: count == 1 ? "property" : "properties"
    case .parameters: count == 1 ? "parameter" : "parameters"
    case .functions: count == 1 ? "function" : "functions"
    case .keys: count == 1 ? "key" : "keys"
    case .targets: count == 1 ? "target" : "targets"
    case .products: count == 1 ? "product" : "products"
    case .subclasses: count == 1 ? "subclass" : "subclasses"
    case .conformingTypes: count == 1 ? "conforming type" : "conforming types"
    case .files: count == 1 ? "file" : "files"
    }
  }
}

/// Finds the sets that have most of the names of an enumeration.
struct ProjectSets {
  private let project: ProjectModel
  private let names: [EntryName]
  /// Types that the text before the enumeration names.
  private let namedOwners: Set<String>
  private let context: ProjectContext?

  /// Fewer names are a coincidence or a selection.
  static let fewestNames = 3

  /// All sets that have at least three of the names, and all names but one; most of the names if the
  /// text before names the type.
  static func all(
    of names: [EntryName], after namedOwners: Set<String>, lead: ListLead?, on page: CheckedPage
  ) -> [ProjectSet] {
    guard names.count >= fewestNames else { return [] }
    let sets = ProjectSets(
      project: page.project, names: names, namedOwners: namedOwners, context: page.context)
    let found = (sets.memberSets() + sets.functionSets() + sets.manifestSets() + sets.subtypeSets())
      .filter(sets.fits)
    if let lead, let set = sets.parameters(after: lead) { return [set] }
    if !found.isEmpty { return found }
    let coded = sets.keySets()
    return coded.isEmpty ? sets.folderSets().filter(sets.fits) : coded
  }

  private func fits(_ set: ProjectSet) -> Bool {
    let known = names.count { set.contains($0.name) }
    return known >= Self.fewestNames && isEnough(known, of: set.owner)
  }

  /// One foreign name may be outdated; in a short list it belongs to another set.
  private func isEnough(_ known: Int, of owner: String) -> Bool {
    let foreign = names.count - known
    if namedOwners.contains(owner) { return foreign * 2 < names.count }
    return foreign == 0 || foreign == 1 && names.count > 6
  }

  // MARK: - Cases and properties

  /// Whether all names are written alike without code, and most of the many have the form of code.
  private var areIdentifiers: Bool {
    names.count > 6 && names.allSatisfy { $0.style == .plain && $0.owner == nil }
      && names.count { CodeName.isCamelCase($0.name) } * 2 > names.count
  }

  private func memberSets() -> [ProjectSet] {
    let named = Set(names.map(\.name))
    // Plain names below a type are its members if nearly all of them are.
    let isBelowType = namedOwners.contains { owner in
      project.code.types(qualifiedAs: owner).contains { type in
        let members = Set((type.kind == .enum ? type.cases : type.storedProperties).map(\.name))
        return named.count > Self.fewestNames && named.subtracting(members).count <= 1
      }
    }
    let code = areIdentifiers || isBelowType ? names : names.filter { $0.style == .code }
    var counts: [String: Int] = [:]
    for name in code {
      for owner in project.code.owners(ofValuesNamed: name.name) where name.isOwned(by: owner) {
        counts[owner, default: 0] += 1
      }
    }
    let owners = counts.filter { isEnough($0.value, of: $0.key) }.keys.sorted()
    let types = owners.lazy.flatMap { project.code.types(qualifiedAs: $0) }
    // Two sets are ambiguous already; in a large project, many enums may have these cases.
    return Array(types.compactMap { Self.members(of: $0, beside: named) }.filter(fits).prefix(2))
  }

  /// Without members that fewer modules can use than any of the names.
  private static func members(
    of type: TypeDeclaration, beside names: Set<String>
  ) -> ProjectSet? {
    guard type.name != "CodingKeys", !ExamplePath.isExample(type.location.file) else { return nil }
    let isEnum = type.kind == .enum
    let members = isEnum ? type.cases : type.storedProperties.filter { !$0.isStatic }
    let lowest = members.filter { names.contains($0.name) }.map(\.access).min() ?? .internal
    let elements = members.filter {
      $0.access > .fileprivate && !$0.isDeprecated && $0.access >= min(lowest, .public)
    }
    .map { ProjectSet.Element(name: $0.name, location: $0.nameLocation) }
    return ProjectSet(
      kind: isEnum ? .cases : .properties, owner: type.qualifiedName,
      location: type.nameLocation, elements: elements)
  }

  /// The parameters of the initializer that takes all of the names, of a type in the text before.
  ///
  ///     An event can be created with the following arguments:     Event.init(name:value:)
  private func parameters(after lead: ListLead) -> ProjectSet? {
    let words = lead.sentence.lowercasedWords
    guard lead.endsWithColon, !Set(words).isDisjoint(with: ["arguments", "parameters"]),
      names.allSatisfy({ $0.style == .code && $0.owner == nil })
    else { return nil }
    let types = words.flatMap {
      project.code.types(named: $0.prefix(1).uppercased() + $0.dropFirst())
    }
    let listed = Set(names.map(\.name))
    let made = types.flatMap(\.initializers).filter { initializer in
      initializer.access > .fileprivate && !initializer.isDeprecated
        && listed.isSubset(of: initializer.signature?.labels ?? [])
    }
    guard let found = made.min(by: { $0.labelCount < $1.labelCount }), let owner = found.owner
    else {
      return nil
    }
    return ProjectSet(
      kind: .parameters, owner: owner, location: found.nameLocation,
      elements: (found.signature?.labels ?? []).map {
        ProjectSet.Element(name: $0, location: found.nameLocation)
      })
  }

  /// The static functions of a type whose names end in the same word as all the names.
  ///
  ///     itemWriter, listWriter, tagWriter  ->  the functions of `Writer` that end in `Writer`
  private func functionSets() -> [ProjectSet] {
    let ends = Set(
      names.map { name in name.name.lastIndex(where: \.isUppercase).map { name.name[$0...] } ?? "" }
    )
    guard let end = ends.first, ends.count == 1, end.count > 3,
      names.allSatisfy({ $0.style == .code && $0.name.count > end.count })
    else { return [] }
    func isFactory(_ member: Member) -> Bool {
      member.isMethod && member.isStatic && member.access > .fileprivate && !member.isDeprecated
        && !ExamplePath.isExample(member.location.file)
    }
    let owners = names.map { name in
      Set(project.code.members(named: name.name).filter(isFactory).compactMap(\.owner))
    }
    let common = owners.dropFirst().reduce(owners[0]) { $0.intersection($1) }
    return common.sorted().flatMap { project.code.types(qualifiedAs: $0) }.map { type in
      var seen: Set<String> = []
      let elements = type.members.filter {
        isFactory($0) && $0.name.hasSuffix(end) && seen.insert($0.name).inserted
      }
      return ProjectSet(
        kind: .functions, owner: type.qualifiedName, location: type.nameLocation,
        elements: elements.map { ProjectSet.Element(name: $0.name, location: $0.nameLocation) })
    }
  }

  /// The coding keys of types, as they are written: `total_bytes` of `case totalBytes =
  /// "total_bytes"`. At most a quarter of the names may be wrong.
  private func keySets() -> [ProjectSet] {
    let code = Set(names.filter { $0.style == .code && $0.owner == nil }.map(\.name))
    guard code.count == names.count, code.contains(where: { $0.contains("_") }) else { return [] }
    let sets = project.code.types(named: "CodingKeys").compactMap { type -> ProjectSet? in
      let elements = type.cases.map { key in
        ProjectSet.Element(name: key.writtenKey ?? key.name, location: key.nameLocation)
      }
      let known = elements.count { code.contains($0.name) }
      guard type.kind == .enum, known > Self.fewestNames, (code.count - known) * 4 <= code.count,
        let owner = type.outerName
      else { return nil }
      return ProjectSet(
        kind: .keys, owner: owner, location: type.nameLocation, elements: elements)
    }
    let complete = sets.filter { set in code.allSatisfy(set.contains) }
    return complete.count == 1 ? complete : sets
  }

  // MARK: - Targets and products

  private func manifestSets() -> [ProjectSet] {
    project.manifests.flatMap { manifest -> [ProjectSet] in
      let listed = Set(names.map(\.name))
      // Test targets and tools count only if the page lists one of them.
      let kinds = Set(manifest.targets.filter { listed.contains($0.name) }.map(\.kind))
      let targets = manifest.targets.filter { $0.kind == .target || kinds.contains($0.kind) }
      func element(_ name: String, _ line: Int) -> ProjectSet.Element {
        ProjectSet.Element(
          name: name, location: SourceLocation(file: manifest.file, line: line, column: 1))
      }
      let location = SourceLocation(file: manifest.file, line: 1, column: 1)
      return [
        ProjectSet(
          kind: .targets, owner: manifest.file, location: location,
          elements: targets.map { element($0.name, $0.line) }),
        ProjectSet(
          kind: .products, owner: manifest.file, location: location,
          elements: manifest.ownProducts.map { element($0.name, $0.line) }),
      ]
    }
  }

  // MARK: - Folders

  /// The Swift files directly in the folders that have files of these names. If all names end in
  /// the same word, such as `Service`, only files with that ending.
  private func folderSets() -> [ProjectSet] {
    let capitals = Set(names.map(\.name).filter { $0.first?.isUppercase == true })
    guard capitals.count >= Self.fewestNames else { return [] }
    let ends = Set(
      names.map { name in name.name.lastIndex(where: \.isUppercase).map { name.name[$0...] } })
    let end = ends.count == 1 ? ends.first ?? nil : nil
    let paths = capitals.flatMap { project.code.files(named: $0 + ".swift") }
    let folders = Set(paths.map { $0[..<($0.lastIndex(of: "/") ?? $0.startIndex)] })
    guard !folders.isEmpty, let sourceNames = context?.sourceNames(of: project.code) else {
      return []
    }
    return folders.compactMap { folder in
      let files = sourceNames[folder] ?? []
      guard isEnough(files.count { capitals.contains(String($0)) }, of: "") else { return nil }
      let elements = files.filter { $0.hasSuffix(end ?? "") }.sorted().map { name in
        ProjectSet.Element(
          name: String(name),
          location: SourceLocation(file: "\(folder)/\(name).swift", line: 1, column: 1))
      }
      return ProjectSet(
        kind: .files, owner: String(folder), location: elements[0].location, elements: elements)
    }
  }

  // MARK: - Subclasses and conforming types

  private func subtypeSets() -> [ProjectSet] {
    var counts: [String: Int] = [:]
    for name in names where name.name.first?.isUppercase == true {
      let types = project.code.types(named: name.name)
      for base in Set(types.flatMap(\.inheritance).map(\.name)) { counts[base, default: 0] += 1 }
    }
    let bases = counts.filter { isEnough($0.value, of: $0.key) }
    return bases.keys.sorted().compactMap(subtypes)
  }

  private func subtypes(of name: String) -> ProjectSet? {
    let bases = project.code.types(named: name).filter { [.class, .protocol].contains($0.kind) }
    guard bases.count == 1, let base = bases.first else { return nil }
    let types = project.code.types.filter { type in
      type.inherits(name) && type.access > .fileprivate && type.kind != .protocol
        && !type.isDeprecated && !ExamplePath.isExample(type.location.file)
        && !["Mock", "Fake", "Stub", "Test", "Preview"].contains { type.name.contains($0) }
    }
    return ProjectSet(
      kind: base.kind == .class ? .subclasses : .conformingTypes, owner: base.qualifiedName,
      location: base.nameLocation,
      elements: types.map { ProjectSet.Element(name: $0.name, location: $0.nameLocation) })
  }
}

extension Member {
  fileprivate var labelCount: Int { signature?.labels.count ?? 0 }
}

extension EntryName {
  /// Whether the type before the name, if there is one, is that of a member.
  fileprivate func isOwned(by type: String?) -> Bool {
    guard let owner else { return true }
    return type == owner || type?.hasSuffix("." + owner) == true
  }
}

extension Declared {
  /// Whether an `@available` attribute discourages its use.
  fileprivate var isDeprecated: Bool {
    attributes.contains { attribute in
      attribute.name == "available"
        && ["deprecated", "unavailable", "obsoleted"].contains {
          attribute.arguments?.contains($0) == true
        }
    }
  }
}
