import Diagnostics
import Mermaid
import Models
import SwiftIndex

extension ClassConformance {
  /// The deviation of a drawn member; with several declarations, the smallest one.
  ///
  /// Overloads are the reason for several declarations: a drawn `load()` is right if any of them
  /// fits. The search narrows in three steps, and the first that leaves no candidate determines the
  /// finding: the name, then the labels of the parameters, then types and modifiers.
  func deviation(of claim: MemberCheck, in known: KnownClass) -> ClassDeviation? {
    let type = known.declaration
    let name = claim.name
    if claim.isEmpty || strictness == .unmarked && isProse(claim) { return nil }
    func deviation(_ kind: ClassDeviation.Kind, at place: SourceLocation) -> ClassDeviation {
      ClassDeviation(
        kind: kind, type: known.drawn.name, other: name, range: claim.range, declaredAt: place)
    }
    guard let candidates = members(named: name, of: type) else { return nil }
    guard let first = candidates.first else {
      return deviation(
        .unknownMember(nearest: type.nearestMember(to: name)), at: type.nameLocation)
    }
    let fitting = candidates.filter(claim.fitsParameters)
    guard let nearest = fitting.first else {
      let labels = candidates.lazy.compactMap(MemberCheck.labels).first
      return deviation(.otherParameters(labels ?? []), at: first.nameLocation)
    }
    // An unknown type is a separate finding.
    let isUnmarked = strictness == .unmarked && unknownTypes(in: claim, of: known).isEmpty
    let differences = fitting.map { member in
      (isUnmarked ? unmarkedDifference(claim, member, marksAsync: known.marksAsync) : nil)
        ?? difference(claim, member, in: type)
    }
    guard let difference = differences.first, let difference,
      !differences.contains(where: { $0 == nil })
    else { return nil }
    return deviation(difference, at: nearest.nameLocation)
  }

  /// Whether a line of a class describes it instead of naming a member.
  ///
  ///     Handles retries     Key features: offline     +String title is a member
  private func isProse(_ claim: MemberCheck) -> Bool {
    guard claim.isPlain else { return true }
    guard let type = claim.leadingType else { return false }
    return !claim.isTypeLike(type) && code.types(named: type).isEmpty
      && !PlatformNames.hasType(type)
  }

  /// Unknown types that a member's text mentions: of its value, its parameters or its result.
  func unknownTypes(in claim: MemberCheck, of known: KnownClass) -> [ClassDeviation] {
    guard !claim.isEmpty, !isProse(claim) else { return [] }
    let parameters = Set(known.declaration.genericParameters.map(\.name))
    return claim.mentionedTypes.filter {
      !parameters.contains($0)
        && code.types(named: $0, inside: known.declaration.qualifiedName).isEmpty
    }.map { name in
      var nearest: String?
      if case .unknown(let near) = code.type(named: name) { nearest = near }
      return ClassDeviation(
        kind: .unknownType(nearest: nearest), type: name, range: claim.range)
    }
  }

  /// Only a complete diagram must repeat modifiers. Elsewhere a missing `async` or `throws` makes
  /// no claim, but a modifier that the declaration lacks is always reported.
  private func difference(
    _ claim: MemberCheck, _ member: Member, in type: TypeDeclaration
  ) -> ClassDeviation.Kind? {
    if let (drawn, declared) = claim.differentType(from: member) {
      return .otherType(drawn: drawn, declared: declared)
    }
    let modifiers = claim.modifiers
    if let drawn = modifiers.contradiction(member, in: type) {
      return .otherModifier(drawn, isDrawn: true, declared: member.headline)
    }
    guard strictness == .complete, let missing = modifiers.omission(member) else { return nil }
    return .otherModifier(missing, isDrawn: false, declared: member.headline)
  }

  /// Differences that authors mean only in some spellings: a type or a wrapper before the name, and
  /// no `async` in a class that marks other methods with it.
  private func unmarkedDifference(
    _ claim: MemberCheck, _ member: Member, marksAsync: Bool
  ) -> ClassDeviation.Kind? {
    if let (drawn, declared) = claim.differentLeadingType(from: member) {
      return .otherType(drawn: drawn, declared: declared)
    }
    if let wrapper = claim.missingWrapper(of: member) {
      return .otherModifier(wrapper, isDrawn: true, declared: member.headline)
    }
    guard marksAsync, claim.modifiers.omission(member) == "async" else { return nil }
    return .otherModifier("async", isDrawn: false, declared: member.headline)
  }

  /// The members of a type, or else those that it inherits.
  ///
  /// The search is breadth-first through superclasses and protocols, and remembers visited types
  /// because inheritance in damaged code may be cyclic. It ends at the first type with such a
  /// member: an override hides the member that it overrides. `nil` if they are too many to compare.
  private func members(named name: String, of type: TypeDeclaration) -> [Member]? {
    var queue = [type]
    var seen: Set<String> = []
    while !queue.isEmpty {
      let current = queue.removeFirst()
      guard seen.insert(current.qualifiedName).inserted else { continue }
      if current.hasTooManyOverloads(named: name) { return nil }
      let found = current.members(named: name)
      if !found.isEmpty { return found }
      queue += current.inheritance.compactMap {
        code.types(named: $0.name, inside: current.qualifiedName, module: current.module).first
      }
    }
    return []
  }

  // MARK: - Omissions

  /// Members that the diagram must draw and does not.
  ///
  /// A class that draws members must draw all members of their kinds with at least the access of
  /// its least accessible one, unless it ends in `…`. A complete diagram draws those of its
  /// selection.
  ///
  /// The kinds are those of `TypeSelection.MemberKind`: properties, methods, initializers, cases
  /// and so on. So a class that draws only properties may leave out all methods, and one that draws
  /// a private property claims to draw all properties.
  func missingMembers(of known: KnownClass) -> ClassDeviation? {
    let claims = Dictionary(grouping: known.claims, by: \.name)
    let type = known.declaration
    func isDrawn(_ member: Member) -> Bool {
      type.hasTooManyOverloads(named: member.name)
        || claims[member.name, default: []].contains { $0.fitsParameters(of: member) }
    }
    let demanded: [Member]
    if strictness == .complete {
      demanded = selection.members(of: type, drawn: known.chosen.name)
    } else {
      let drawn = type.members.filter(isDrawn)
      let kinds = Set(drawn.compactMap(\.selectionKind))
      guard let narrowest = drawn.map(\.access).min(), claims[""] == nil else {
        return nil
      }
      demanded = type.members.filter {
        guard let kind = $0.selectionKind else { return false }
        return kinds.contains(kind) && $0.access >= narrowest
      }
    }
    var reported: Set<String> = []
    let missing = demanded.filter { !isDrawn($0) && reported.insert($0.fullName).inserted }
    guard let first = missing.first else { return nil }
    return ClassDeviation(
      kind: .missingMembers(
        missing.map { Evidence(.declared, $0.headline, at: $0.nameLocation) }),
      type: known.drawn.name, other: first.name, range: known.drawn.range)
  }
}
