import Diagnostics
package import SwiftIndex

/// A type of a diagram, with its name there.
package struct ChosenType: Sendable {
  package var declaration: TypeDeclaration
  package var name: String
  /// Whether it is a module's extension of another module's type.
  package var isExtension: Bool

  package init(declaration: TypeDeclaration, name: String, isExtension: Bool = false) {
    self.declaration = declaration
    self.name = name
    self.isExtension = isExtension
  }

  /// The types of a selection.
  package static func all(_ selection: TypeSelection, in code: CodeModel) -> [ChosenType] {
    var chooser = TypeChooser(selection, in: code)
    return chooser.choose()
  }
}

extension TypeModel {
  /// Extensions of types of other modules, each with its name in a diagram.
  package static func extensions(in code: CodeModel) -> [ChosenType] {
    var selection = TypeSelection()
    selection.extensions = .apart
    selection.access = .private
    return ChosenType.all(selection, in: code).filter(\.isExtension)
  }
}

/// Distinguishes declarations. Several declarations of a type in `#if` branches count as one.
struct TypeKey: Hashable {
  private let name: String
  private let file: String

  init(_ type: TypeDeclaration) {
    name = type.qualifiedName
    file = type.location.file
  }
}

/// Finds the types of a selection.
///
/// The filters by modules, files and types are applied one after the other, and each pattern
/// without a match is reported in `unknown`. With `centers`, a breadth-first search over the
/// relations follows, up to `radius` steps.
struct TypeChooser {
  private let selection: TypeSelection
  private let code: CodeModel
  /// The names of types that are shown whatever their access is.
  private let exact: Set<String>
  private(set) var unknown: [TypeModel.Unknown] = []
  /// Qualified names of types that are near the centers and are left out because of a limit.
  private(set) var omitted: [String] = []
  /// Types that the sources only extend.
  private var outside: Set<TypeKey> = []

  init(_ selection: TypeSelection, in code: CodeModel) {
    self.selection = selection
    self.code = code
    exact = Set(selection.types + selection.centers)
  }

  /// The chosen types, in the order of the selection, then of the sources.
  mutating func choose() -> [ChosenType] {
    if !selection.centers.isEmpty { return named(context()) }
    return named(candidates().filter(isVisible))
  }

  /// Whether a type has the access of the selection, or is named in it.
  private func isVisible(_ type: TypeDeclaration) -> Bool {
    type.access >= selection.access.level || exact.contains(type.qualifiedName)
  }

  /// The types of any access that the filters select.
  private mutating func candidates() -> [TypeDeclaration] {
    var candidates = nameable.filter { $0.kind != .typealias }
    if selection.extensions == .apart {
      candidates += code.outsideTypes
      outside = Set(code.outsideTypes.map(TypeKey.init))
    }
    candidates = keep(candidates, at: .modules, patterns: selection.modules) { pattern, type in
      type.module.map(pattern.matches) ?? false
    }
    candidates = keep(candidates, at: .files, patterns: selection.files) { pattern, type in
      let file = type.location.file
      return pattern.matches(file) || pattern.isFolder(of: file)
    }
    candidates = keep(candidates, at: .types, patterns: selection.types) { pattern, type in
      pattern.matches(type.qualifiedName)
    }
    return Self.uniqued(candidates)
  }

  /// The types that the selection can mean: all of the sources, unless it lists exact names.
  private var nameable: [TypeDeclaration] {
    let isExact =
      !selection.types.isEmpty && selection.modules.isEmpty && selection.files.isEmpty
      && selection.centers.isEmpty && !selection.types.contains { $0.contains("*") }
    return isExact ? selection.types.flatMap(code.types(qualifiedAs:)) : code.types
  }

  /// The types that match one of some patterns, in the order of the patterns.
  ///
  /// An empty list of patterns keeps all types. A type that fits several patterns appears several
  /// times; the caller removes repetitions.
  private mutating func keep(
    _ types: [TypeDeclaration], at place: TypeModel.Unknown.Place, patterns: [String],
    fits: (NamePattern, TypeDeclaration) -> Bool
  ) -> [TypeDeclaration] {
    guard !patterns.isEmpty else { return types }
    var kept: [TypeDeclaration] = []
    for text in patterns {
      let pattern = NamePattern(text)
      let found = types.filter { fits(pattern, $0) }
      if found.isEmpty { unknown.append(TypeModel.Unknown(place: place, name: text)) }
      kept += found
    }
    return kept
  }

  /// The centers and the types at most `radius` relations away from them, the nearest first. If
  /// their number is limited, protocols come first among types at the same distance, and test
  /// doubles last.
  private mutating func context() -> [TypeDeclaration] {
    let graph = graph()
    unknown += graph.unknown
    outside = graph.outside
    var centers: [Int] = []
    for name in selection.centers {
      let found = graph.places(matching: name).filter { isVisible(graph.types[$0]) }
      if found.isEmpty { unknown.append(TypeModel.Unknown(place: .centers, name: name)) }
      centers += found
    }
    var seen: Set<Int> = []
    centers = centers.filter { seen.insert($0).inserted }
    func isShown(_ place: Int) -> Bool {
      isVisible(graph.types[place]) && !graph.types[place].isPreview
    }
    var reached = centers
    var edge = reached
    for _ in 0..<selection.radius where !edge.isEmpty {
      edge = edge.flatMap { graph.neighbours(of: $0, selection) }
        .filter { isShown($0) && seen.insert($0).inserted }
      if selection.maximumTypes != nil {
        edge = (0...2).flatMap { rank in edge.filter { graph.types[$0].rank == rank } }
      }
      reached += edge
    }
    let shown = reached.prefix(selection.maximumTypes.map { max($0, centers.count) } ?? .max)
    omitted = reached.dropFirst(shown.count).map { graph.types[$0].qualifiedName }
    return shown.map { graph.types[$0] }
  }

  /// The types that the filters select, with their relations: read once for all centers.
  private func graph() -> TypeGraph {
    let key = [selection.types, selection.modules, selection.files].map {
      $0.map { "\($0)," }.joined()
    }
    func make() -> TypeGraph {
      var chooser = self
      let types = chooser.candidates()
      return TypeGraph(types, unknown: chooser.unknown, outside: chooser.outside, in: code)
    }
    let known = code.derived.value(["type graph", selection.extensions.rawValue] + key, make)
    return known as? TypeGraph ?? make()
  }

  private static func uniqued(_ types: [TypeDeclaration]) -> [TypeDeclaration] {
    var seen: Set<TypeKey> = []
    return types.filter { seen.insert(TypeKey($0)).inserted }
  }

  // MARK: - Names

  /// The types with unique names, without extensions by other modules.
  ///
  /// A type whose name is not unique gets its module, and if that does not suffice the file: `Row`,
  /// `Store.Row`, `Store.Row (Row.swift)`.
  func named(_ types: [TypeDeclaration]) -> [ChosenType] {
    let counts = Dictionary(grouping: types, by: \.qualifiedName).mapValues(\.count)
    var taken: Set<String> = []
    return types.flatMap { type -> [ChosenType] in
      var name = type.qualifiedName
      if counts[name] ?? 0 > 1, let module = type.module { name = "\(module).\(name)" }
      if !taken.insert(name).inserted {
        let file = type.location.file.split(separator: "/").last ?? ""
        name += " (\(file))"
        taken.insert(name)
      }
      let isOutside = outside.contains(TypeKey(type))
      let chosen = ChosenType(declaration: type, name: name, isExtension: isOutside)
      return selection.extensions == .apart && !isOutside ? chosen.apart(in: code) : [chosen]
    }
  }
}

extension ChosenType {
  /// The type without extensions by other modules, and a class for each of these.
  fileprivate func apart(in code: CodeModel) -> [ChosenType] {
    guard let home = declaration.module else { return [self] }
    func module(_ location: SourceLocation) -> String {
      code.module(ofFile: location.file) ?? home
    }
    func part(_ name: String) -> ChosenType {
      var part = self
      part.declaration.members.removeAll { module($0.location) != name }
      part.declaration.inheritance.removeAll { module($0.location) != name }
      return part
    }
    let places = declaration.members.map(\.location) + declaration.inheritance.map(\.location)
    let extending = Set(places.map(module)).subtracting([home]).sorted()
    return [part(home)]
      + extending.map { name in
        var part = part(name)
        part.isExtension = true
        part.name = "\(name).\(declaration.qualifiedName)"
        part.declaration.module = name
        return part
      }
  }
}

extension TypeDeclaration {
  /// A SwiftUI preview: `Door_Previews: PreviewProvider`.
  var isPreview: Bool {
    inheritance.contains { $0.name == "PreviewProvider" } || name.hasSuffix("_Previews")
  }

  /// Protocols before other types, test doubles last.
  var rank: Int {
    let doubles = ["Mock", "Stub", "Fake", "Spy", "Dummy", "Noop", "Preview"]
    if doubles.contains(where: { name.hasPrefix($0) || name.hasSuffix($0) }) { return 2 }
    return kind == .protocol ? 0 : 1
  }
}

extension NamePattern {
  /// Whether a file is below a folder that the pattern names.
  fileprivate func isFolder(of file: String) -> Bool {
    file.indices.contains { file[$0] == "/" && matches(String(file[..<$0])) }
  }
}

extension CodeModel {
  /// Types that the sources extend and do not declare, each with the extensions by one module.
  fileprivate var outsideTypes: [TypeDeclaration] {
    var types: [TypeDeclaration] = []
    var places: [[String?]: Int] = [:]
    for found in foreignExtensions {
      if let place = places[[found.module, found.name]] {
        types[place].members += found.members
        types[place].inheritance += found.inheritance
      } else {
        places[[found.module, found.name]] = types.count
        types.append(TypeDeclaration(extending: found))
      }
    }
    return types
  }
}

extension TypeSelection.AccessLevel {
  var level: AccessLevel {
    switch self {
    case .private: .private
    case .internal: .internal
    case .package: .package
    case .public: .public
    }
  }
}
