package import Diagnostics

/// Almost no reference of one kind resolves, or most Swift blocks of a folder do not parse, so that
/// docgen may not know a convention of the project.
package enum UnknownConvention: DescribedRule {
  package static let id = RuleID("unknown-convention")
  package static let severity = Diagnostic.Severity.warning
  package static let summary =
    "Almost no reference of one kind resolves, or most Swift blocks do not parse."
  package static let explanation = Explanation.other(
    """
    At least 8 references of one kind lead nowhere, and at most one in ten resolves. The project \
    probably has a convention that docgen does not know, such as a base folder or a generator. \
    Findings of that kind are warnings, unless the history shows the commit that removed the target. \
    The same holds for a folder in which at least 8 Swift blocks, and more than half of all, do not \
    parse: they are probably another language, and their findings are hints.
    """,
    "a page of a DocC catalog, one of many", text: #"@Snippet(path: "House/Examples/Opening")"#,
    remedy: """
      List them with `docgen check --hints`. If they are wrong, make them errors again in \
      `severities`: `"unresolved-doc-link/medium": "error"`. If they are right, turn them off there. \
      Write the name of the other language in place of `swift`.
      """)

  static func finding(
    _ kind: ReferenceKind, _ summary: String, in configuration: String
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: .medium, category: .usage,
      at: SourceLocation(file: configuration), summary,
      evidence: [
        Evidence(.note, "\(kind.form.convention); this project may have another convention"),
        Evidence(
          .help,
          "`docgen check --hints` lists them; `\"\(kind.rule)/medium\"` in `severities` makes them "
            + "errors again, or turns them off"),
      ])
  }

  /// Most Swift blocks of a folder do not parse.
  static func finding(_ blocks: String, in configuration: String) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: .medium, category: .usage,
      at: SourceLocation(file: configuration), blocks,
      evidence: [
        Evidence(.note, "they are probably another language; the single findings are hints"),
        Evidence(
          .help,
          "write the name of their language in place of `swift`, or set `\"swift-block\": \"off\"` "
            + "in `severities`"),
      ])
  }
}
