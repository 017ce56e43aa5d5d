package import Diagnostics

/// Something that a diagram says, in one line, and what it is about.
package struct DiagramElement: Sendable {
  package enum Subject: Hashable, Sendable {
    case step(from: String, to: String)
    case state(String)
    case participant(String)
    case message(from: String, to: String, text: String)
    case type(String)
    case member(of: String, String)
    case relation(from: String, to: String)
    case other
  }

  package var subject: Subject
  /// As a person would quote it; equal for two elements that say the same.
  package var words: String
  /// Within the diagram's text; nothing for a diagram that was built by code.
  package var range: SourceRange?
}
