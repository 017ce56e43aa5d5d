package import Diagnostics

/// The rules about Mermaid texts, in documents as in files.
extension RuleID {
  package static let mermaidSyntax = RuleID("mermaid-syntax")
  package static let straySemicolon = RuleID("stray-semicolon")
  package static let oversizedDiagram = RuleID("oversized-diagram")
}

extension MermaidError {
  /// The error as a finding about the file that contains the text.
  ///
  /// `place` turns ranges of the text into ranges of the file.
  package func diagnostic(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> Diagnostic {
    Diagnostic(
      rule: .mermaidSyntax, category: .input,
      at: SourceLocation(file: file, range: place(range)), message,
      caretLabel: expectation.map { "expected \($0)" },
      evidence: fix.map { [Evidence(.help, $0.title)] } ?? [],
      fixIts: fix.map { fix in
        [FixIt(range: place(fix.range), replacement: fix.replacement, title: fix.title)]
      } ?? [])
  }
}

extension StraySemicolon {
  /// A warning about the file that contains the text.
  package func diagnostic(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> Diagnostic {
    let advice = "write `#59;` for a `;` to be shown, and each statement on a line of its own"
    return Diagnostic(
      rule: .straySemicolon, severity: .warning, category: .input,
      at: SourceLocation(file: file, range: place(range)), message,
      evidence: [Evidence(.help, fix?.title ?? advice)],
      fixIts: fix.map { fix in
        [
          FixIt(
            range: place(fix.range), replacement: fix.replacement, title: fix.title, isSafe: true)
        ]
      } ?? [])
  }
}

extension MermaidDocument {
  /// The errors of the text, or else its warnings, as findings about the file that contains it.
  package func diagnostics(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> [Diagnostic] {
    errorGroups.map { $0.diagnostic(in: file, place: place) }
      + straySemicolons.map { $0.diagnostic(in: file, place: place) }
  }
}
