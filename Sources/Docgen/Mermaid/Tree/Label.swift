package import Diagnostics

/// A text that a diagram shows: `third 429; open the breaker`.
///
/// `text` is what a reader sees, with `\n` for a line break. `written` is how a parsed label stood
/// in its source, entity codes and all; the printer chooses its own spelling when it is missing.
package struct Label: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String
  @NonSemantic package var written: String?
  /// The label's own place, for carets under it; nothing when built by code.
  @Location package var range: SourceRange?

  package init(_ text: String, written: String? = nil, range: SourceRange? = nil) {
    self.text = text
    self.written = written
    self.range = range
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var description: String { text }
  package var isEmpty: Bool { text.isEmpty }
  /// As it stands in the source; what is shown, for a label that was built by code.
  package var source: String { written ?? text }
}

/// The identifier of a state, participant, class or namespace, without any quoting.
package struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String
  @Location package var range: SourceRange?

  package init(_ text: String, range: SourceRange? = nil) {
    self.text = text
    self.range = range
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var description: String { text }
}
