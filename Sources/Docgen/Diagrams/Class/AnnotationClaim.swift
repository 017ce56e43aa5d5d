import Models
import SwiftIndex

/// The claim of an annotation about the code: `<<actor>>`, `<<not Sendable>>`, `<<@MainActor>>`.
///
/// Other words, such as `<<service>>`, make no claim.
enum AnnotationClaim {
  case kind(TypeDeclaration.Kind)
  case isExtension
  case isSendable(Bool)
  case attribute(String)

  /// The comparison ignores case, except for attributes, which Swift distinguishes by case. Returns
  /// `nil` for a word that makes no claim, so that a stereotype of the author's own is never
  /// reported.
  init?(_ word: String) {
    switch word.lowercased() {
    case "protocol", "interface": self = .kind(.protocol)
    case "actor": self = .kind(.actor)
    case "enumeration", "enum": self = .kind(.enum)
    case "struct", "structure": self = .kind(.struct)
    case "class": self = .kind(.class)
    case "extension": self = .isExtension
    case "sendable": self = .isSendable(true)
    case "not sendable": self = .isSendable(false)
    case _ where word.hasPrefix("@"): self = .attribute(String(word.dropFirst()))
    default: return nil
    }
  }

  /// Sendability is expensive to determine, since it depends on the types of all stored properties.
  /// The caller computes it only if an annotation mentions it.
  var isAboutSending: Bool {
    if case .isSendable = self { true } else { false }
  }

  /// The contradicting fact of the code; `nil` if the annotation is right.
  ///
  /// `isSendable` is `nil` if syntax alone cannot decide; then the annotation counts as right. The
  /// text completes a sentence such as "drawn as `<<actor>>`, but declared as …": `struct`, `not
  /// Sendable`, `no attribute @MainActor`.
  func contradiction(in chosen: ChosenType, isSendable: Bool?) -> String? {
    let type = chosen.declaration
    switch self {
    case .kind(let kind): return type.kind == kind ? nil : type.kind.rawValue
    case .isExtension: return chosen.isExtension ? nil : type.kind.rawValue
    case .isSendable(let claimed):
      guard let isSendable, isSendable != claimed else { return nil }
      return isSendable ? "Sendable" : "not Sendable"
    case .attribute(let name):
      return type.hasAttribute(name) ? nil : "no attribute @\(name)"
    }
  }
}
