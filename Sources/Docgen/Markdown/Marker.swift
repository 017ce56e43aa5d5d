package import Diagnostics

/// An HTML comment with an instruction to docgen: `<!-- docgen:begin state-diagram machine=Sync
/// -->`.
package struct Marker: Hashable, Sendable {
  /// The instruction of a marker.
  package enum Directive: String, CaseIterable, Sendable {
    /// `<!-- docgen:begin KIND key=value … -->` opens a region that docgen writes.
    case begin = "docgen:begin"
    /// `<!-- docgen:end CHECKSUM -->` closes it.
    case end = "docgen:end"
    /// `<!-- docgen:verify KIND key=value … -->` has the next block proven.
    case verify = "docgen:verify"
    /// `<!-- docgen:value EXPRESSION key=value … -->` opens a value in running text.
    case value = "docgen:value"
    /// `<!-- /docgen:value -->` closes it.
    case valueEnd = "/docgen:value"
    /// `<!-- docgen:disable RULE reason="…" -->` silences a rule for the next block.
    case disable = "docgen:disable"
    /// `<!-- docgen:setup CODE -->` has Swift code that the reader does not see, for the blocks
    /// after it.
    case setup = "docgen:setup"
  }

  /// A piece of a marker and its place.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let range: SourceRange
  }

  /// `key=value`, `key="quoted value"`, or a bare `key` without value.
  package struct Argument: Hashable, Sendable {
    package let name: Word
    /// Without quotes, with escapes replaced; the range is the one between the quotes.
    package let value: Word?

    package var range: SourceRange {
      SourceRange(start: name.range.start, end: value?.range.end ?? name.range.end)
    }
  }

  package let directive: Directive
  /// The KIND, CHECKSUM, EXPRESSION or RULE after the directive.
  package let subject: Word?
  /// In the order of the text.
  package let arguments: [Argument]
  /// The text between `<!--` and `-->`, trimmed.
  package let text: String
  /// From `<!--` to the end of `-->`.
  package let range: SourceRange
  package let bytes: Range<Int>
  /// Whether it is in running text, not in an HTML block.
  package let isInline: Bool
  /// Index in `Page.blocks` of the HTML block, paragraph or heading that contains it.
  package let block: Int
  /// Index in `Page.comments`.
  package let comment: Int
  /// The number of the enclosing emphasis or link in its block, counted from 1; 0 without one.
  let inlineParent: Int

  /// The value of the first argument with a name.
  package subscript(name: String) -> String? {
    argument(named: name)?.value?.text
  }

  package func argument(named name: String) -> Argument? {
    arguments.first { $0.name.text == name }
  }

  /// An argument's value split at white space and commas: `participants="A, B C"` -> A, B, C.
  package func list(_ name: String) -> [String] {
    (self[name] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
  }
}
