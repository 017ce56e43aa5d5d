/// The condition of one `#if` branch.
package struct CompilationCondition: Hashable, Sendable {
  /// As written behind `#if` or `#elseif`; empty for `#else`.
  package var text: String
  /// Conditions of the branches before it, none of which may hold.
  package var excluded: [String]

  /// In full: `!(os(Linux)) && canImport(UIKit)`.
  package var description: String {
    let negated = excluded.map { "!(\($0))" }
    return (negated + (text.isEmpty ? [] : [text])).joined(separator: " && ")
  }
}
