import Basics
import Diagnostics

/// Facts about all types that the readers of state machines look up, gathered in one pass.
struct MachineIndex {
  /// The variables that hold an enum, by the location of the enum.
  private var variables: [SourceLocation: [MachineHolder]] = [:]
  /// The functions from one value of an enum to the next, by the location of the enum.
  private var functions: [SourceLocation: [MachineHolder]] = [:]
  /// The positions of the types with members in a file, by its path.
  private var typesByFile: [String: [Int]] = [:]
  /// The types that assign to a property, by its name: found when one asks, since bodies are read
  /// for it.
  private let assigning = Locked<[String: Assigning]>([:])

  /// The positions of types that assign to a property.
  private struct Assigning {
    /// Those that assign to it on another value, or pass it `inout`.
    var toOthers: [Int] = []
    /// The classes that assign to it without a prefix.
    var toOwn: [Int] = []
  }

  /// The stored variables of a type, by its name, with the positions of the types that hold them.
  private var storages: [String: [(owner: Int, property: String)]] = [:]

  /// The names of the aliases of a type, by its name.
  private var aliases: [String: [String]] = [:]

  /// The files that have the name of a variable, by the name.
  private let files = Locked<[String: [String]]?>(nil)

  /// Notes what an answer depends on.
  private let code: CodeModel

  init(_ model: CodeModel) {
    self.code = model
    let code = model.asComplete
    for (position, type) in code.types.enumerated() {
      if let aliased = type.aliased?.dottedName?.split(separator: ".").last {
        aliases[String(aliased), default: []].append(type.name)
      }
      if type.kind != .protocol {
        for holder in code.enumVariables(of: type) {
          variables[holder.stateType.nameLocation, default: []].append(holder)
        }
      }
      for holder in code.nextFunctions(of: type) {
        functions[holder.stateType.nameLocation, default: []].append(holder)
      }
      for file in Set(type.members.map(\.location.file)) {
        typesByFile[file, default: []].append(position)
      }
      for member in type.storedProperties where member.property?.isLet == false {
        let value = member.property?.initialValue?.prefix { $0 != "(" }
        let name = member.property?.type?.dottedName ?? value.map(String.init)
        guard let last = name?.split(separator: ".").last else { continue }
        storages[String(last), default: []].append((position, member.name))
      }
    }
  }

  /// Only files that have the name can assign to it.
  private func assigning(to name: String) -> Assigning {
    if let known = assigning.withLock({ $0[name] }) { return known }
    let files = Set(files(using: name))
    var found = Assigning()
    for position in Set(files.flatMap { typesByFile[$0] ?? [] }).sorted() {
      let type = code.allTypes[position]
      let bodies = type.members.filter { $0.enumCase == nil && files.contains($0.location.file) }
        .map(\.summary)
      if bodies.contains(where: { $0.assigns(toOthers: name) }) { found.toOthers.append(position) }
      if type.kind == .class, bodies.contains(where: { $0.targets.contains(name) }) {
        found.toOwn.append(position)
      }
    }
    assigning.withLock { $0[name] = found }
    return found
  }
}

// MARK: - Files

extension MachineIndex {
  /// One search finds the files of all variables.
  private func files(using name: String) -> [String] {
    files.withLock { files in
      if let known = files?[name] { return known }
      let names = Set(
        variables.values.joined().map(\.property) + storages.values.joined().map(\.property))
      let found = files ?? code.files(using: names)
      files = found
      return found[name] ?? (names.contains(name) ? [] : code.files(using: [name])[name] ?? [])
    }
  }
}

extension BodySummary {
  /// Whether it assigns to a property on another value, or passes it `inout`.
  fileprivate func assigns(toOthers name: String) -> Bool {
    passed.contains(name) || targets.contains { $0.hasSuffix("." + name) }
  }
}

// MARK: - Lookups

/// A declaration with a relation to a name has the name or an alias of it in its file.
extension MachineIndex {
  /// The variables that hold an enum; `nil` if there are none.
  func variables(of type: TypeDeclaration) -> [MachineHolder]? { holders(of: type, in: variables) }

  /// The functions from one value of an enum to the next; `nil` if there are none.
  func functions(of type: TypeDeclaration) -> [MachineHolder]? { holders(of: type, in: functions) }

  private func holders(
    of type: TypeDeclaration, in table: [SourceLocation: [MachineHolder]]
  ) -> [MachineHolder]? {
    noteUses(of: type.name)
    let found = table[type.nameLocation]
    for holder in found ?? [] { code.note(.types(holder.holder.name)) }
    return found
  }

  /// The types that assign to a property on another value, or pass it `inout`.
  func types(assigningToOthers property: String, in code: CodeModel) -> [TypeDeclaration] {
    types(assigning(to: property).toOthers, using: property, in: code)
  }

  /// The classes that assign to a property without a prefix.
  func types(assigningToOwn property: String, in code: CodeModel) -> [TypeDeclaration] {
    types(assigning(to: property).toOwn, using: property, in: code)
  }

  /// The stored variables of a type, each with the positions of the types that may assign to it.
  func storages(of type: TypeDeclaration) -> [(property: String, positions: Set<Int>)] {
    noteUses(of: type.name)
    return (storages[type.name] ?? []).map { owner, property in
      code.noteUses(of: property)
      return (property, Set(assigning(to: property).toOthers + [owner]))
    }
  }

  private func types(
    _ positions: [Int], using name: String, in code: CodeModel
  ) -> [TypeDeclaration] {
    code.noteUses(of: name)
    return positions.map(code.type(at:))
  }

  private func noteUses(of name: String) {
    code.noteUses(of: name)
    for alias in aliases[name] ?? [] { code.noteUses(of: alias) }
  }
}

extension CodeModel {
  /// The type at a position that an index has.
  func type(at position: Int) -> TypeDeclaration {
    note(.types(allTypes[position].name))
    return allTypes[position]
  }
}
