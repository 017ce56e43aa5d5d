/// Prints findings as GitHub's workflow commands, which become annotations of a pull request.
///
///     ::error file=docs/sync.md,line=21,col=5,title=stale-region::`idle --> syncing` …
///
/// Format: "Workflow commands for GitHub Actions", setting an error message.
package enum GitHubFormat {
  package static func text(for diagnostics: [Diagnostic]) -> String {
    diagnostics.map(line).joined()
  }

  private static func line(for diagnostic: Diagnostic) -> String {
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = "file=\(property(diagnostic.location.file))"
    if let range = diagnostic.location.range {
      properties += ",line=\(range.start.line),col=\(range.start.column)"
      if range.end.line > range.start.line { properties += ",endLine=\(range.end.line)" }
    }
    properties += ",title=\(property(diagnostic.rule.rawValue))"
    let evidence = diagnostic.reported.map { item in
      "\n\(item.kind.rawValue): \(item.text)" + (item.location.map { " (\($0))" } ?? "")
    }
    return "::\(command) \(properties)::\(data(diagnostic.summary + evidence.joined()))\n"
  }

  /// The escapes of the workflow commands. Other control characters become visible ones, because
  /// the log is shown in a browser and in terminals.
  private static func data(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n", "\r\n": result += "%0A"
      default: result += String(character).visible
      }
    }
  }

  private static func property(_ text: String) -> String {
    data(text).reduce(into: "") { result, character in
      switch character {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.append(character)
      }
    }
  }
}
