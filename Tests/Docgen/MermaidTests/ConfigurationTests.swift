import Mermaid
import Testing

/// Configurations that make the real Mermaid fail.
@Suite struct ConfigurationTests {
  private static let themes = [
    "default", "base", "dark", "forest", "neutral", "neo", "redux", "redux-dark", "unknown",
  ]
  private static let variables = [
    "primaryColor", "secondaryColor", "tertiaryColor", "background", "primaryTextColor",
    "lineColor", "mainBkg", "noteBkgColor", "labelTextColor", "labelBackground", "actorTextColor",
    "border1", "cScale3", "git2", "quadrant1Fill", "fontSize", "nodeBorder",
  ]
  private static let values = [
    "E8F5E9", "none", "var(--x)", "", "#E8F5E9", "#fff", "#ff", "red", "RED", "rgb(1, 2, 3)",
    "rgba(1,2,3,.5)", "hsl(1, 2%, 3%)", "hsl(1,2,3)", "transparent", "currentColor", "10px",
  ]

  @Test func `colors of themes are judged as the real Mermaid judges them`() throws {
    let texts = Self.themes.flatMap { theme in
      Self.variables.flatMap { variable in
        Self.values.map { value in
          """
          %%{init: {"theme": "\(theme)", "themeVariables": {"\(variable)": "\(value)"}}}%%
          sequenceDiagram
            A->>B: x
          """
        }
      }
    }
    try compareVerdicts(texts)
  }

  @Test func `configurations together are judged as the real Mermaid judges them`() throws {
    let front = [
      "", "---\nconfig:\n  theme: base\n---\n",
      "---\nconfig: {theme: base, themeVariables: {primaryColor: none}}\n---\n",
    ]
    let directives = [
      "", "%%{init: }%%\n", "%%{init}%%\n", "%%{init: {}}%%\n", "%%{initialize: }%%\n",
      "%%{init: {'theme': 'forest'}}%%\n",
      "%%{init: {'themeVariables': {'primaryColor': 'E8F5E9'}}}%%\n",
      "%%{init: {'themeVariables': {'primaryColor': 'red'}}}%%\n", "%%{wrap}%%\n",
      "%%{init: {bad}}%%\n",
    ]
    let texts = front.flatMap { front in
      directives.flatMap { first in
        directives.map { "\(front)\(first)\($0)sequenceDiagram\n  A->>B: x" }
      }
    }
    try compareVerdicts(texts)
  }

  private func compareVerdicts(_ texts: [String]) throws {
    var refused = 0
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts)) {
      let errors = MermaidParser.parse(text).errors
      if !verdict.ok { refused += 1 }
      #expect(
        errors.isEmpty == verdict.ok,
        "\(verdict.error ?? "accepted"), ours: \(errors.first?.message ?? "accepted")\n\(text)")
    }
    #expect(refused > 20 && refused < texts.count)
  }
}
