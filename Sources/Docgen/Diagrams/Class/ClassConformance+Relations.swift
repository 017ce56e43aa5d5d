import Mermaid
import Models
import SwiftIndex

extension ClassConformance {
  /// The deviations of drawn relations, and the missing required relations.
  ///
  /// An arrow to a class that the sources do not have is skipped, because the class itself is
  /// already reported as unknown. Arrows are compared with all relations of the code
  /// (`everyRelation`), but only those in `relations`, which omits arrows that follow from others,
  /// must be drawn.
  func relationDeviations(_ drawing: ParsedClasses, _ types: [KnownClass]) -> [ClassDeviation] {
    let model = TypeModel(of: types.map(\.chosen), in: code)
    let known = Dictionary(
      types.map { ($0.drawn.name, $0) }, uniquingKeysWith: { first, _ in first })
    let claims = drawing.relations.map { (claim: RelationCheck($0), range: $0.range) }
    var found: [ClassDeviation] = []
    for (claim, range) in claims {
      guard let from = known[claim.from], known[claim.to] != nil else { continue }
      let between = model.everyRelation.filter(claim.isBetween)
      if let kind = deviation(of: claim, from: between) {
        found.append(
          ClassDeviation(
            kind: kind, type: claim.from, other: claim.to, range: range,
            declaredAt: from.declaration.nameLocation, isInheritance: claim.isInheritance))
      }
    }
    let demanded = demandedRelations
    for relation in model.relations where demanded.contains(relation.kind) {
      let isDrawn = claims.contains {
        $0.claim.isBetween(relation) && $0.claim.kinds.contains(relation.kind)
      }
      guard !isDrawn else { continue }
      found.append(
        ClassDeviation(
          kind: .missingRelation(relation), type: relation.from, other: relation.to,
          range: known[relation.from]?.drawn.range, declaredAt: relation.location))
    }
    return found
  }

  /// Only a complete diagram must draw creation and use.
  private var demandedRelations: Set<TypeModel.Relation.Kind> {
    switch strictness {
    case .partial, .unmarked: []
    case .listed: selection.relations.intersection([.inherits, .conforms, .composes, .aggregates])
    case .complete: selection.relations
    }
  }

  /// `between` has all relations of the code between the two types.
  ///
  /// The multiplicity is checked only for relations of possession, and only if the types of all
  /// properties between the two classes are written in the source. A drawn multiplicity must be
  /// that of one of the properties; a complete diagram must draw one if the largest is not 1.
  private func deviation(
    of claim: RelationCheck, from between: [TypeModel.Relation]
  ) -> ClassDeviation.Kind? {
    let fitting = between.filter {
      claim.kinds.contains($0.kind)
        && (strictness != .complete || claim.hasForm(of: $0, among: between))
    }
    guard !fitting.isEmpty else { return .unknownRelation(found: between) }
    let held = fitting.filter { $0.kind == .composes || $0.kind == .aggregates }
    let counts = held.compactMap(\.multiplicity)
    // If syntax does not show all multiplicities, the drawn one may be right.
    guard let most = counts.max(), counts.count == held.count else { return nil }
    guard let (drawn, meaning) = claim.multiplicity else {
      let isMissing = strictness == .complete && most != .one
      return isMissing ? .otherMultiplicity(drawn: nil, declared: most.rawValue) : nil
    }
    return counts.contains(meaning)
      ? nil : .otherMultiplicity(drawn: drawn, declared: most.rawValue)
  }
}
