import Basics

/// The rest of a project, for a `CodeModel` that has the declarations of some files only.
///
/// Such a model answers questions by name like the complete one, as long as it has all files that
/// declare the name. Each question for which it lacks a file is noted: then the answers so far are
/// worth nothing, and the model must be made again with these files (`positions(completing:)`).
package final class PartialCode: Sendable {
  /// What a model was asked for.
  package struct Needs: Equatable, Sendable {
    /// Names whose declarations count.
    var names: Set<IndexedName> = []
    /// Words whose uses count.
    var words: Set<String> = []
    var files: Set<String> = []
    /// Whether all declarations count.
    package var isEverything = false

    package init() {}

    /// The files themselves and the declarations that earlier answers about them depended on.
    package init(_ answers: [(file: String, dependencies: Set<Dependency>)]) {
      files = Set(answers.map(\.file))
      for case .declarations(let name) in answers.lazy.flatMap(\.dependencies) {
        names.insert(name)
      }
    }

    package var isEmpty: Bool { names.isEmpty && words.isEmpty && files.isEmpty && !isEverything }

    package func union(_ other: Needs) -> Needs {
      var union = self
      union.names.formUnion(other.names)
      union.words.formUnion(other.words)
      union.files.formUnion(other.files)
      union.isEverything = isEverything || other.isEverything
      return union
    }
  }

  /// A Swift file of the project.
  package struct Source: Sendable {
    package var path: String
    package var module: String?
    /// Whether it differs from the state that the table has.
    package var isChanged: Bool

    package init(path: String, module: String?, isChanged: Bool) {
      (self.path, self.module, self.isChanged) = (path, module, isChanged)
    }
  }

  let sources: [Source]
  let modules: Set<String>
  private let table: NameTable
  private let places: [String: Int]
  private let met: Needs
  private let missing = Locked(Needs())
  private let words = Locked<[String: Bool]>([:])

  /// `sources` are all Swift files, in the order of the table; the model has all files for the needs
  /// that are `met`.
  package init(_ sources: [Source], _ table: NameTable, meeting met: Needs = Needs()) {
    (self.sources, self.table, self.met) = (sources, table, met)
    modules = Set(sources.compactMap(\.module))
    places = Dictionary(sources.enumerated().map { ($1.path, $0) }) { first, _ in first }
  }

  private init(_ other: PartialCode, meeting met: Needs) {
    (sources, table, modules, places) = (other.sources, other.table, other.modules, other.places)
    self.met = met
  }

  /// The same project for a model that meets more needs.
  package func meeting(_ needs: Needs) -> PartialCode { PartialCode(self, meeting: needs) }

  /// The questions that the model could not answer.
  package var unmet: Needs { missing.withLock(\.self) }

  // MARK: - Questions

  func need(_ name: IndexedName) {
    if !met.names.contains(name) { missing.withLock { _ = $0.names.insert(name) } }
  }

  func need(usesOf word: String) {
    if !met.words.contains(word) { missing.withLock { _ = $0.words.insert(word) } }
  }

  func need(file path: String) {
    guard places[path] != nil, !met.files.contains(path) else { return }
    missing.withLock { _ = $0.files.insert(path) }
  }

  func needEverything() { missing.withLock { $0.isEverything = true } }

  // MARK: - Answers

  package func has(_ path: String) -> Bool { places[path] != nil }

  func module(of path: String) -> String? { places[path].flatMap { sources[$0].module } }

  /// The number of lines of an unchanged file.
  func lineCount(of path: String) -> Int? { places[path].map(table.lineCount) }

  /// Whether an unchanged file has a word.
  func has(word: String) -> Bool {
    if let known = words.withLock({ $0[word] }) { return known }
    let found = table.contains(words: [word], where: isUnchanged)
    words.withLock { $0[word] = found }
    return found
  }

  func has(_ name: IndexedName) -> Bool { table.contains(names: [name], where: isUnchanged) }

  private func isUnchanged(_ position: Int) -> Bool { !sources[position].isChanged }

  // MARK: - Files

  /// The positions of the files that have the names, and of those that were changed.
  package func matches(_ needs: Needs) -> Set<Int> {
    var found = table.positions(words: needs.words, names: needs.names)
    found.formUnion(needs.files.compactMap { places[$0] })
    found.formUnion(sources.indices.filter { sources[$0].isChanged })
    return found
  }

  /// The positions of all files that a model needs in order to meet needs with these matches: the
  /// files themselves, and those with the other parts of the types in them.
  ///
  /// `read` returns the declarations of the file at a position. Returns `nil` if it cannot.
  package func positions(
    completing found: Set<Int>, read: (Int) -> FileDeclarations?
  ) -> Set<Int>? {
    var types: Set<String> = []
    // The table does not have the types that changed files declare.
    var new: Set<String> = []
    for position in found {
      guard let file = read(position) else { return nil }
      types.formUnion(file.typeNames)
      if sources[position].isChanged { new.formUnion(file.types.map(\.name)) }
    }
    let others = table.parts(of: types, besides: new)
    // An alias may be extended in the place of its type, and the other way round.
    var names: Set<String> = []
    for position in found.union(others) {
      guard let file = read(position) else { return nil }
      for type in file.types {
        guard let aliased = type.aliasedName else { continue }
        if types.contains(type.name) { names.insert(aliased) }
        if types.contains(aliased) { names.insert(type.name) }
      }
    }
    return found.union(others).union(table.parts(of: names.subtracting(types), besides: new))
  }
}
