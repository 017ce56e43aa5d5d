package import Diagnostics

/// A constant's value and its declaration.
package struct ConstantValue: Hashable, Sendable {
  /// `CircuitBreaker.threshold`.
  package var qualifiedName: String
  /// The value, if the syntax shows it.
  package var literal: Literal?
  /// The initial value as written: `.seconds(30)`, `5 * 60`.
  package var text: String
  package var expression: ConstantExpression?
  package var isLet: Bool
  package var location: SourceLocation
}

extension CodeModel {
  /// The value of a constant or of a property with an initial value, or an enum case's raw value.
  ///
  /// Other constants in its expression are followed: `maximum = base * 4` is known if `base` is.
  package func constant(_ name: String) -> Lookup<ConstantValue> {
    let lookup = symbol(name)
    if case .unknown(let nearest) = lookup { return .unknown(nearest: nearest) }
    return Lookup(values(of: lookup.all), nearest: nil)
  }

  /// The constants that a name may mean; an empty array for an unknown name, without a search for
  /// the nearest one.
  package func constants(named name: String) -> [ConstantValue] {
    values(of: symbols(named: name))
  }

  private func values(of symbols: [Symbol]) -> [ConstantValue] {
    symbols.compactMap { symbol in
      switch symbol {
      case .type: nil
      case .member(let member), .global(let member): value(of: member, following: [])
      }
    }
  }

  private func value(of member: Member, following: Set<String>) -> ConstantValue? {
    let text: String
    let expression: ConstantExpression?
    if let property = member.property, let initial = property.initialValue {
      text = initial
      expression = property.value
    } else if let raw = member.enumCase?.rawValue {
      text = member.headline
      expression = raw
    } else {
      return nil
    }
    let followed = following.union([member.qualifiedName])
    return ConstantValue(
      qualifiedName: member.qualifiedName,
      literal: expression?.folded { literal(named: $0, for: member, following: followed) },
      text: text, expression: expression, isLet: member.property?.isLet ?? true,
      location: member.location)
  }

  /// A constant named in the expression of another: of the same type, or qualified, or global.
  private func literal(
    named name: String, for member: Member, following: Set<String>
  ) -> Literal? {
    guard following.count < structureDepthLimit else { return nil }
    var candidates = [name]
    if let owner = member.owner {
      let bare = name.hasPrefix("Self.") ? String(name.dropFirst(5)) : name
      candidates.insert("\(owner).\(bare)", at: 0)
    }
    for candidate in candidates {
      let found: Member
      // Unknown names are common here, so the nearest one is not searched.
      let symbols = symbols(named: candidate)
      switch symbols.count == 1 ? symbols.first : nil {
      case .member(let member), .global(let member): found = member
      case .type, nil: continue
      }
      guard found.property?.isLet == true, !following.contains(found.qualifiedName) else {
        continue
      }
      if let literal = value(of: found, following: following)?.literal { return literal }
    }
    return nil
  }
}
