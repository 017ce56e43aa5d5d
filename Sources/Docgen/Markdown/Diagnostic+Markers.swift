internal import Diagnostics

/// Errors of a single marker.
extension Diagnostic {
  static func unknownDirective(_ word: Marker.Word, in file: String) -> Diagnostic {
    let known = Marker.Directive.allCases.map(\.rawValue)
    let nearest = word.text.last == ":" ? nil : NearMiss.best(for: word.text, among: known)
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      rule: .unknownDirective,
      at: SourceLocation(file: file, range: word.range), "unknown directive `\(word.text)`",
      caretLabel: nearest.map { "did you mean `\($0)`?" },
      evidence: [Evidence(.help, "the directives are \(list)")],
      fixIts: nearest.map { name in
        [FixIt(range: word.range, replacement: name, title: "replace with `\(name)`")]
      } ?? [])
  }

  static func malformedArgument(_ word: Marker.Word, in file: String) -> Diagnostic {
    malformed(
      word.range, in: file, "`\(word.text)` is not an argument",
      help: "write key=value, or key=\"a value with spaces\"; a key begins with a letter")
  }

  static func missingValue(_ name: Marker.Word, in file: String) -> Diagnostic {
    malformed(
      name.range, in: file, "`\(name.text)=` has no value",
      help: "write the value directly after `=`; an empty one is `\(name.text)=\"\"`")
  }

  static func unclosedQuote(
    _ quote: Marker.Word, of name: String, in file: String
  ) -> Diagnostic {
    malformed(
      quote.range, in: file, "the quote of `\(name)` is never closed",
      help: "close it with `\"` before `-->`; a quote within the value is written `\\\"`")
  }

  static func duplicateArgument(_ name: Marker.Word, in file: String) -> Diagnostic {
    malformed(
      name.range, in: file, "`\(name.text)` is given twice", help: "keep one of the two")
  }

  static func missingSubject(
    of directive: Marker.Directive, at location: SourceLocation
  ) -> Diagnostic {
    let (what, example) =
      switch directive {
      case .value: ("an expression", "docgen:value CircuitBreaker.threshold")
      case .disable: ("a rule", "docgen:disable stale-value reason=\"…\"")
      default: ("a kind of region", "\(directive.rawValue) state-diagram machine=SyncState")
      }
    return Diagnostic(
      rule: .malformedMarker, at: location,
      "`\(directive.rawValue)` lacks \(what)",
      evidence: [Evidence(.help, "for example `<!-- \(example) -->`")])
  }

  static func surplusArgument(
    _ word: Marker.Word, of directive: Marker.Directive, in file: String
  ) -> Diagnostic {
    malformed(
      word.range, in: file, "`\(directive.rawValue)` takes no argument `\(word.text)`",
      help: "arguments belong in the opening marker")
  }

  static func malformedChecksum(_ word: Marker.Word, in file: String) -> Diagnostic {
    malformed(
      word.range, in: file, "`\(word.text)` is not a checksum",
      help:
        "docgen writes eight hexadecimal digits here; remove the word, and `docgen fix` writes it again"
    )
  }

  private static func malformed(
    _ range: SourceRange, in file: String, _ summary: String, help: String
  ) -> Diagnostic {
    Diagnostic(
      rule: .malformedMarker, at: SourceLocation(file: file, range: range),
      summary, evidence: [Evidence(.help, help)])
  }
}
