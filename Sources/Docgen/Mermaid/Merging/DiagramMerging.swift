/// Brings what a person has added to a generated diagram into the diagram that is generated now.
///
/// Elements are the new diagram's. Comments, styles, links and notes of the old one stay behind the
/// element that they stood behind; elements that both have stay in the old order where order means
/// nothing, as the person wrote them, with the labels that they were given. An element is known by
/// what it says, a composite state or a class by its name.
package enum DiagramMerging {
  /// The merged diagram's text; nothing where something would be lost, or would be said otherwise
  /// than the new diagram says it.
  package static func merged(
    _ old: MermaidDiagram, into new: MermaidDiagram, _ parts: GeneratedParts
  ) -> String? {
    let merged: MermaidDiagram
    switch (old, new) {
    case (.state(let old), .state(var new)):
      new.header = old.header
      new.statements = StateMerging(parts: parts)
        .merged(old.statements, into: new.statements)
      merged = .state(new)
    case (.classes(let old), .classes(var new)):
      new.header = old.header
      new.statements = ClassMerging(parts: parts)
        .merged(old.statements, into: new.statements)
      merged = .classes(new)
    case (.sequence(let old), .sequence(var new)):
      new.header = old.header
      new.statements = SequenceMerging().merged(old.statements, into: new.statements)
      merged = .sequence(new)
    default: return nil
    }
    guard let printed = (try? MermaidPrinter.proven(merged)) ?? nil else { return nil }
    // Blank lines stand where those of one diagram or the other were.
    let text = printed.split(separator: "\n").joined(separator: "\n") + "\n"
    let read = MermaidParser.parse(text).diagram
    let bare = new.bare(parts)
    let isSame =
      read.bare(parts).meaning == bare.meaning
      && read.names.isSubset(of: bare.names)
    return isSame && holds(read, old.additions(parts), parts) ? text : nil
  }

  private static func holds(
    _ diagram: MermaidDiagram, _ additions: [AnyHashable], _ parts: GeneratedParts
  ) -> Bool {
    var rest = diagram.additions(parts)
    return additions.allSatisfy { addition in
      guard let index = rest.firstIndex(of: addition) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}

/// How statements of a kind of diagram are merged.
private protocol StatementMerging {
  associatedtype Statement: Hashable
  /// Whether statements stay in the order of the new diagram.
  var keepsOrder: Bool { get }
  func isAddition(_ statement: Statement) -> Bool
  /// What tells an element from others.
  func key(of statement: Statement) -> AnyHashable
  /// An element that both have.
  func merged(_ old: Statement, into new: Statement) -> Statement
}

extension StatementMerging {
  func merged(_ old: [Statement], into new: [Statement]) -> [Statement] {
    var rest: [AnyHashable: [Int]] = [:]
    for index in new.indices.reversed() { rest[key(of: new[index]), default: []].append(index) }
    // The old order: elements that both have, by their place in the new one, and additions.
    var items: [(index: Int?, statement: Statement)] = []
    for statement in old {
      if let index = rest[key(of: statement)]?.popLast() {
        items.append((index, merged(statement, into: new[index])))
      } else if isAddition(statement) {
        items.append((nil, statement))
      }
    }
    if keepsOrder { items = reordered(items) }
    let taken = Set(items.compactMap(\.index))
    for index in new.indices where !taken.contains(index) {
      // Behind the element that it follows in the new diagram.
      let place = items.firstIndex { $0.index == index - 1 }.map { $0 + 1 } ?? 0
      items.insert((index, new[index]), at: place)
    }
    return items.map(\.statement)
  }

  /// In the new order, each addition behind the element that it stood behind.
  private func reordered(
    _ items: [(index: Int?, statement: Statement)]
  ) -> [(index: Int?, statement: Statement)] {
    var groups: [(index: Int, items: [(index: Int?, statement: Statement)])] = [(-1, [])]
    for item in items {
      if let index = item.index {
        groups.append((index, [item]))
      } else {
        groups[groups.count - 1].items.append(item)
      }
    }
    return groups.sorted { $0.index < $1.index }.flatMap(\.items)
  }
}

private struct StateMerging: StatementMerging {
  let parts: GeneratedParts
  let keepsOrder = false

  func isAddition(_ statement: StateStatement) -> Bool {
    statement.isAddition(parts)
  }

  func key(of statement: StateStatement) -> AnyHashable {
    if case .state(let state) = statement, state.isComposite { return "state \(state.id.text) {" }
    return AnyHashable(statement.bare(parts) ?? statement)
  }

  func merged(_ old: StateStatement, into new: StateStatement) -> StateStatement {
    guard case .state(let before) = old, case .state(var after) = new, after.isComposite,
      before.regions.count == after.regions.count
    else { return isComposite(new) ? new : old }
    after.cssClass = before.cssClass
    if before.label != nil, parts.label(of: before) == nil {
      after.label = before.label
      after.isLabelQuoted = before.isLabelQuoted
    }
    for index in after.regions.indices {
      after.regions[index].statements = merged(
        before.regions[index].statements, into: after.regions[index].statements)
    }
    return .state(after)
  }

  private func isComposite(_ statement: StateStatement) -> Bool {
    if case .state(let state) = statement { state.isComposite } else { false }
  }
}

private struct ClassMerging: StatementMerging {
  let parts: GeneratedParts
  let keepsOrder = false

  func isAddition(_ statement: ClassStatement) -> Bool {
    statement.isAddition(parts)
  }

  func key(of statement: ClassStatement) -> AnyHashable {
    switch statement {
    case .declaration(let type) where !isAddition(statement): "class \(type.id.text)"
    case .namespace(let namespace): "namespace \(namespace.name.text)"
    default: AnyHashable(statement.bare(parts) ?? statement)
    }
  }

  func merged(_ old: ClassStatement, into new: ClassStatement) -> ClassStatement {
    switch (old, new) {
    case (.declaration(let before), .declaration(var after)):
      after.cssClass = before.cssClass
      after.label = before.label
      after.members = MemberMerging().merged(before.members, into: after.members)
      return .declaration(after)
    case (.namespace(let before), .namespace(var after)):
      after.statements = merged(before.statements, into: after.statements)
      return .namespace(after)
    default: return old
    }
  }
}

private struct MemberMerging: StatementMerging {
  let keepsOrder = false

  func isAddition(_ member: ClassMember) -> Bool { false }
  func key(of member: ClassMember) -> AnyHashable { AnyHashable(member) }
  func merged(_ old: ClassMember, into new: ClassMember) -> ClassMember { new }
}

private struct SequenceMerging: StatementMerging {
  let keepsOrder = true

  func isAddition(_ statement: SequenceStatement) -> Bool { statement.isAddition }
  func key(of statement: SequenceStatement) -> AnyHashable { AnyHashable(statement) }
  func merged(_ old: SequenceStatement, into new: SequenceStatement) -> SequenceStatement { old }
}

extension MermaidDiagram {
  /// What a person may have added, within other statements too.
  fileprivate func additions(_ parts: GeneratedParts) -> [AnyHashable] {
    switch self {
    case .state(let diagram):
      diagram.header.additions
        + diagram.allStatements.flatMap { statement -> [AnyHashable] in
          if statement.isAddition(parts) { return [statement] }
          return statement.given(parts)
        }
    case .classes(let diagram):
      diagram.header.additions
        + diagram.allStatements.flatMap { statement -> [AnyHashable] in
          if statement.isAddition(parts) { return [statement] }
          return statement.given(parts)
        }
    case .sequence(let diagram):
      diagram.header.additions + diagram.allStatements.filter(\.isAddition).map { $0 }
    case .flowchart, .other, .unrecognized: []
    }
  }
}

extension MermaidDiagram {
  /// The states or classes that are named, those that are only noted or styled too: an addition to
  /// something that is gone would bring it back.
  fileprivate var names: Set<String> {
    func styled(_ style: StyleStatement) -> [String] {
      style.kind == .definition ? [] : style.targets.map(\.text)
    }
    switch self {
    case .state(let diagram):
      let targets = diagram.allStatements.flatMap { statement -> [String] in
        switch statement {
        case .style(let style): styled(style)
        case .click(let click): [click.state.text]
        default: []
        }
      }
      return Set(diagram.stateNames.map(\.text) + targets)
    case .classes(let diagram):
      return Set(
        diagram.allStatements.flatMap { statement -> [String] in
          if case .style(let style) = statement { return styled(style) }
          return statement.classNames.map(\.text)
        })
    case .sequence, .flowchart, .other, .unrecognized: return []
    }
  }
}

extension StateStatement {
  /// The style and label that a person gave an element.
  fileprivate func given(_ parts: GeneratedParts) -> [AnyHashable] {
    switch self {
    case .state(let state):
      let label = parts.label(of: state) == nil ? state.label : nil
      return named(state.id, state.cssClass, label)
    case .transition(let transition):
      let label = parts.label(of: transition) == nil ? transition.label : nil
      return named(transition.from, nil, label)
    default: return []
    }
  }
}

extension ClassStatement {
  fileprivate func given(_ parts: GeneratedParts) -> [AnyHashable] {
    switch self {
    case .declaration(let type): return named(type.id, type.cssClass, type.label)
    case .relation(let relation):
      let label = parts.label(of: relation) == nil ? relation.label : nil
      return named(relation.from.name, nil, label)
    default: return []
    }
  }
}

/// `idle:::hot`, `idle: Nothing to do`
private func named(_ id: Name, _ style: Name?, _ label: Label?) -> [AnyHashable] {
  (style.map { ["\(id):::\($0)"] } ?? []) + (label.map { ["\(id): \($0.text)"] } ?? [])
}

extension DiagramHeader {
  fileprivate var additions: [AnyHashable] {
    (frontMatter.map { [$0] } ?? []) + directives.map { $0 }
  }
}
