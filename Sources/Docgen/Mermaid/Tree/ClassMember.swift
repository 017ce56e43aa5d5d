package import Diagnostics

/// A property or a method of a class: `+load(id: String) Row`.
package struct ClassMember: Hashable, Sendable {
  package enum Visibility: String, Hashable, Sendable, CaseIterable {
    case open = "+"
    case hidden = "-"
    case protected = "#"
    case packagePrivate = "~"
  }

  package enum Modifier: String, Hashable, Sendable {
    case `static`, abstract
  }

  package var visibility: Visibility?
  /// The name of a method; the complete text of a property: `x: Int`, `int x`.
  package var name: String
  /// The text between the parentheses; `nil` for a property.
  package var parameters: String?
  /// The text after the parentheses of a method: `Row`, `: Row`.
  package var returnType: String
  package var modifier: Modifier?
  /// The complete source of the member.
  @NonSemantic package var written: String?
  @Location package var range: SourceRange?

  package init(
    _ visibility: Visibility? = nil, _ name: String, parameters: String? = nil,
    returnType: String = "", modifier: Modifier? = nil, range: SourceRange? = nil
  ) {
    self.visibility = visibility
    self.name = name
    self.parameters = parameters
    self.returnType = returnType
    self.modifier = modifier
    self.written = nil
    self.range = range
  }

  package var isMethod: Bool { parameters != nil }
}
