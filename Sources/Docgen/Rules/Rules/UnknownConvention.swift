import Diagnostics

/// Nearly no reference of one kind resolves, or most Swift blocks of a folder do not parse, so that
/// docgen may not know a convention of the project.
package enum UnknownConvention {
  package static let rule = InputRule(
    id: "unknown-convention", severity: .warning,
    summary: "Nearly no reference of one kind resolves, or most Swift blocks do not parse.")

  static func finding(
    _ kind: ReferenceKind, _ summary: String, in configuration: String
  ) -> Diagnostic {
    Diagnostic(
      rule: rule.id, severity: rule.severity, confidence: .medium, category: .usage,
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
      rule: rule.id, severity: rule.severity, confidence: .medium, category: .usage,
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
