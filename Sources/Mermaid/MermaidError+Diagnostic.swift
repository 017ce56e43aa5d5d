package import Diagnostics

extension MermaidError {
  /// The error as a finding about a file in which the text stands.
  ///
  /// `place` turns ranges of the text into ranges of the file.
  package func diagnostic(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> Diagnostic {
    Diagnostic(
      rule: "mermaid-syntax", category: .input,
      at: SourceLocation(file: file, range: place(range)), message,
      caretLabel: expectation.map { "expected \($0)" },
      evidence: fix.map { [Evidence(.help, $0.title)] } ?? [],
      fixIts: fix.map { fix in
        [FixIt(range: place(fix.range), replacement: fix.replacement, title: fix.title)]
      } ?? [])
  }
}
