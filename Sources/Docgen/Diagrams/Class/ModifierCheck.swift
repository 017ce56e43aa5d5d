import Mermaid
import SwiftIndex

/// The claim of a drawn member's symbols and of the words after it.
///
///     -reset() async throws(StoreError)$
struct ModifierCheck {
  let visibility: ClassMember.Visibility?
  let modifier: ClassMember.Modifier?
  /// `async`, `throws`, `throws(StoreError)`, `rethrows`
  let effects: [String]
  var isAsync: Bool { effects.contains("async") }

  /// The first modifier that the member does not have.
  ///
  /// The text is as the diagram writes it: `-`, `$`, `*` or a word such as `async`. `nil` means
  /// that each drawn modifier is right.
  func contradiction(_ member: Member, in type: TypeDeclaration) -> String? {
    if let visibility, !visibility.fits(member, in: type) { return visibility.rawValue }
    if modifier == .static, !member.isStatic { return "$" }
    if modifier == .abstract, type.kind != .protocol || member.isFromExtension { return "*" }
    let declared = Effects(member)
    return effects.first { !declared.include($0) }
  }

  /// The first modifier of the member that the diagram lacks.
  ///
  /// The visibility is never missing: Mermaid's notation without a symbol makes no claim about it.
  /// Returns `nil` if all modifiers are drawn.
  func omission(_ member: Member) -> String? {
    if member.isStatic, modifier != .static { return "$" }
    let declared = Effects(member)
    if declared.isAsync, !isAsync { return "async" }
    let throwing = effects.contains { $0.hasPrefix("throws") || $0 == "rethrows" }
    return declared.throwing == .never || throwing ? nil : "throws"
  }
}

/// The effects of a method, or of a property's getter.
///
/// A stored property has no effects. Of a computed property or subscript the getter counts, since a
/// diagram shows how a value is read.
private struct Effects {
  var isAsync = false
  var throwing = Throwing.never

  init(_ member: Member) {
    if let signature = member.signature {
      (isAsync, throwing) = (signature.isAsync, signature.throwing)
    }
    var accessors: [Accessor] = []
    switch member.property?.storage {
    case .computed(let found), .requirement(let found): accessors = found
    case .stored, nil: break
    }
    if case .subscript(_, let found) = member.kind { accessors = found }
    guard let getter = accessors.first(where: { $0.name == "get" }) else { return }
    isAsync = isAsync || getter.isAsync
    if throwing == .never { throwing = getter.throwing }
  }

  func include(_ word: String) -> Bool {
    switch (word, throwing) {
    case ("async", _): isAsync
    case ("rethrows", .rethrows): true
    case ("throws", let throwing): throwing != .never
    case (_, .typed(let type)): word == "throws(\(type.text))"
    default: false
    }
  }
}

extension ClassMember.Visibility {
  /// `+` fits a member with the access of its type, `~` one within the package, `-` one within the
  /// file.
  ///
  /// Swift has five levels of access and Mermaid has four symbols, so each symbol stands for a
  /// range. `#` (protected) has no counterpart in Swift and fits each level between private and
  /// public.
  fileprivate func fits(_ member: Member, in type: TypeDeclaration) -> Bool {
    switch self {
    case .open: member.access >= min(type.access, .package) && member.access > .fileprivate
    case .packagePrivate: member.access == .internal || member.access == .package
    case .protected: member.access != .private && member.access < .public
    case .hidden: member.access <= .fileprivate
    }
  }
}
