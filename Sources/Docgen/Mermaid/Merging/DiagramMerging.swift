import Facts

/// Adds the author's additions in a generated diagram to the regenerated one.
///
/// Statements with generated facts come from the new diagram. Comments, styles, links and notes of
/// the old one stay after the statement that they followed. Statements of both diagrams stay in the
/// old order if order has no meaning. A statement is identified by its generated facts, a composite
/// state or a class by its name.
///
/// Why not a textual merge: the regenerated diagram may have another order, other indentation and
/// other neighbors for each line, and a conflict marker would break the page. Here each statement
/// is identified by its meaning, so an author's comment stays with the transition that it explains.
///
/// The result is proven and not assumed: it is printed, parsed, and must have exactly the generated
/// facts of the new diagram and every addition of the old one. If not, the result is `nil`, and the
/// caller knows that an addition would be lost. Cost: linear in statements, apart from insertions
/// of new ones.
package enum DiagramMerging {
  /// The merged diagram's text. Returns `nil` if an addition would be lost, or if the generated
  /// facts would differ from the new diagram's.
  ///
  /// `parts` states which facts the generator writes; all others are the author's. Both diagrams
  /// must be of the same kind. Flowcharts are not merged.
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
    // `spaced` puts blank lines back.
    let text = printed.split(separator: "\n").joined(separator: "\n") + "\n"
    let read = MermaidParser.parse(text).diagram
    let elements = Set(new.facts.filter(\.kind.isElement).map { $0[.name] })
    guard read.generatedFacts(parts) == new.generatedFacts(parts),
      read.decoratedNames.isSubset(of: elements)
    else { return nil }
    var rest: [String: Int] = [:]
    for addition in read.additions(parts) { rest[addition, default: 0] += 1 }
    for addition in old.additions(parts) {
      guard let count = rest[addition], count > 0 else { return nil }
      rest[addition] = count - 1
    }
    return text
  }
}

/// How statements of a kind of diagram are merged.
private protocol StatementMerging {
  associatedtype Statement: Hashable
  /// Whether statements keep the order of the new diagram.
  var keepsOrder: Bool { get }
  func isAddition(_ statement: Statement) -> Bool
  /// Equal for the same element of both diagrams.
  func key(of statement: Statement) -> AnyHashable
  /// Merges an element of both diagrams.
  func merged(_ old: Statement, into new: Statement) -> Statement
}

extension StatementMerging {
  /// Several statements with one key are paired in their order. A new statement is inserted after
  /// the statement that precedes it in the new diagram, or at the beginning.
  func merged(_ old: [Statement], into new: [Statement]) -> [Statement] {
    var rest: [AnyHashable: [Int]] = [:]
    for index in new.indices.reversed() { rest[key(of: new[index]), default: []].append(index) }
    // The old order: elements of both diagrams, by their index in the new one, and additions.
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
      // After the element that it follows in the new diagram.
      let place = items.firstIndex { $0.index == index - 1 }.map { $0 + 1 } ?? 0
      items.insert((index, new[index]), at: place)
    }
    return items.map(\.statement)
  }

  /// In the new order, with each addition after the element that it followed.
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
    if isAddition(statement) { return AnyHashable(statement) }
    return AnyHashable(
      MermaidDiagram.state(StateDiagram(statements: [statement])).generatedFacts(parts))
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
    default:
      isAddition(statement)
        ? AnyHashable(statement)
        : AnyHashable(
          MermaidDiagram.classes(ClassDiagram(statements: [statement])).generatedFacts(parts))
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

  func isAddition(_ statement: SequenceStatement) -> Bool {
    if case .comment = statement { true } else { false }
  }
  func key(of statement: SequenceStatement) -> AnyHashable { AnyHashable(statement) }
  func merged(_ old: SequenceStatement, into new: SequenceStatement) -> SequenceStatement { old }
}
