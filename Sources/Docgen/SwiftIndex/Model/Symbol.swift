package import Diagnostics

/// The possible meanings of a dotted name in a document.
package enum Symbol: Hashable, Sendable {
  case type(TypeDeclaration)
  /// A member with its owner's qualified name, or a case of an enum.
  case member(Member)
  /// A function, variable or macro outside any type.
  case global(Member)

  package var info: DeclarationInfo {
    switch self {
    case .type(let type): type.info
    case .member(let member), .global(let member): member.info
    }
  }

  package var name: String { info.name }
  package var location: SourceLocation { info.location }
  package var nameLocation: SourceLocation { info.nameLocation }

  package var qualifiedName: String {
    switch self {
    case .type(let type): type.qualifiedName
    case .member(let member), .global(let member): member.qualifiedName
    }
  }
}
