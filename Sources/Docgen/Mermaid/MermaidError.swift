package import Diagnostics

/// A place where a text is not valid Mermaid.
package struct MermaidError: Error, Hashable, Sendable {
  /// The offending token; empty at the end of the text.
  package var range: SourceRange
  package var token: String
  /// One sentence without a full stop: ``a label ends at `;` ``.
  package var message: String
  /// The texts that would be valid there: `a state name`, `-->`.
  package var expected: [String]
  package var fix: FixIt?

  package init(
    _ message: String, at range: SourceRange, token: String, expected: [String] = [],
    fix: FixIt? = nil
  ) {
    self.range = range
    self.token = token
    self.message = message
    self.expected = expected
    self.fix = fix
  }

  /// `a participant, a message or the end of the line`
  package var expectation: String? {
    guard let last = expected.last else { return nil }
    let rest = expected.dropLast()
    return rest.isEmpty ? last : rest.joined(separator: ", ") + " or " + last
  }
}
