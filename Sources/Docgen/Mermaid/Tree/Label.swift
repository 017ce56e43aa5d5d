package import Diagnostics

/// A text that a diagram shows: `third 429; open the breaker`.
///
/// `text` is the displayed text, with `\n` for a line break. `written` is the source of a parsed
/// label, including entity codes; without it the printer escapes the text itself.
///
/// Two labels are equal if they show the same text, whatever their source. Printing a tree that was
/// read keeps the source where the place allows it.
package struct Label: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String
  @NonSemantic package var written: String?
  /// The label's own place, for carets under it; `nil` if it was built by code.
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
  /// The source of a parsed label, or the displayed text of a label that was built by code.
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
