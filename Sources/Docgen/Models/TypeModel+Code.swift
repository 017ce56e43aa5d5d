package import SwiftIndex

extension TypeModel {
  /// Collects the selected types, in the order of the selection.
  package init(_ selection: TypeSelection, in code: CodeModel) {
    var chooser = TypeChooser(selection, in: code)
    let chosen = chooser.choose()
    self.init(chosen, selection, in: code, unknown: chooser.unknown)
    omittedTypes = chooser.omitted
  }

  /// The relations between given types, with all their members.
  package init(of types: [ChosenType], in code: CodeModel) {
    self.init(types, TypeSelection(), in: code, unknown: [])
  }

  private init(
    _ chosen: [ChosenType], _ selection: TypeSelection, in code: CodeModel, unknown: [Unknown]
  ) {
    var sendability = SendabilityReader(code)
    let every = TypeRelationReader(types: chosen, code: code).relations()
      .filter { selection.relations.contains($0.kind) }
    self.init(
      types: chosen.map { type in
        var entry = TypeEntry(type, selection)
        if selection.showsSendability, !type.isExtension {
          entry.isSendable = sendability.isSendable(type.declaration)
        }
        return entry
      }, everyRelation: every, relations: Self.drawn(every), unknown: unknown)
  }

  /// Each pair of types once per kind, with the largest multiplicity; a type that is held is not
  /// also used. Relations of a type to itself are left out.
  ///
  ///     let items: [Item]; func add(_ item: Item)   composes "*", without `uses`
  private static func drawn(_ relations: [Relation]) -> [Relation] {
    var places: [[String]: [Relation.Kind: Int]] = [:]
    var result: [Relation] = []
    for relation in relations where relation.from != relation.to {
      let pair = [relation.from, relation.to]
      let known = places[pair] ?? [:]
      if let same = known[relation.kind] {
        result[same].multiplicity = [result[same].multiplicity, relation.multiplicity]
          .compactMap(\.self).max()
      } else if !relation.isImplied(by: Set(known.keys)) {
        places[pair, default: [:]][relation.kind] = result.count
        result.append(relation)
      }
    }
    return result
  }
}

extension TypeModel.Relation {
  /// Whether a stronger relation between the same two types is known.
  fileprivate func isImplied(by known: Set<Kind>) -> Bool {
    switch kind {
    case .inherits, .conforms, .extends: false
    case .composes: known.contains(.aggregates)
    case .aggregates: known.contains(.composes)
    case .creates: known.contains(.composes) || known.contains(.aggregates)
    case .uses, .nests: !known.isEmpty
    }
  }
}

extension TypeModel.TypeEntry {
  fileprivate init(_ chosen: ChosenType, _ selection: TypeSelection) {
    let type = chosen.declaration
    let kind: TypeModel.Kind =
      switch type.kind {
      case .struct, .typealias: .structure
      case .class: .classType
      case .actor: .actor
      case .enum: .enumeration
      case .protocol: .protocolType
      }
    let members = selection.members(of: type, drawn: chosen.name)
      .compactMap { TypeModel.MemberEntry($0, of: type, selection.signatures) }
    let shown = members.prefix(selection.maximum ?? .max)
    self.init(
      name: chosen.name, module: type.module, kind: chosen.isExtension ? .extended : kind,
      genericParameters: type.kind == .protocol ? [] : type.genericParameters.map(\.name),
      members: Array(shown), omitted: members.count - shown.count, location: type.nameLocation)
  }
}

extension TypeSelection {
  /// The members of a type to show, including those that a limit omits.
  ///
  /// A pattern may use the class's name in the diagram: `Store.Event.*` for the members that the
  /// module `Store` adds to `Event`.
  package func members(of type: TypeDeclaration, drawn name: String) -> [Member] {
    let (shown, hidden) = (shownMembers.map(NamePattern.init), hiddenMembers.map(NamePattern.init))
    return type.members.filter { member in
      guard let kind = member.selectionKind, memberKinds.contains(kind),
        member.access >= access.level
      else { return false }
      func fits(_ pattern: NamePattern) -> Bool {
        pattern.matches(member.name) || pattern.matches(member.qualifiedName)
          || pattern.matches("\(name).\(member.name)")
      }
      return (shown.isEmpty || shown.contains(where: fits)) && !hidden.contains(where: fits)
    }
  }
}

extension Member {
  /// `nil` for a member that diagrams do not show.
  package var selectionKind: TypeSelection.MemberKind? {
    switch kind {
    case .property: .properties
    case .method: isOperator ? .operators : .methods
    case .initializer: .initializers
    case .subscript: .subscripts
    case .enumCase: .cases
    case .deinitializer, .macro, .associatedType: nil
    }
  }
}
