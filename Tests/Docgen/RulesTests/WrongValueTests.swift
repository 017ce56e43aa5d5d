import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Values next to the names of constants.
@Suite struct WrongValueTests {
  private static let source = """
    enum Limits {
      static let maxRetries = 3
      static let cacheSize = 5 * 1_048_576
      static let pageDelay = 0.25
      static let isStrict = true
    }
    struct Settings { var pageSize = 50; var isOpen = false; var sharedName = 1 }
    struct Other { let sharedName = 2 }
    """

  @Test(arguments: [
    ("`maxRetries` (default: 5) ends it.", "`Limits.maxRetries` is 3, the page says 5"),
    ("`Limits.maxRetries` = 4.", "`Limits.maxRetries` is 3, the page says 4"),
    ("`Limits.maxRetries = 4`", "`Limits.maxRetries` is 3, the page says 4"),
    ("`maxRetries` is 30.", "`Limits.maxRetries` is 3, the page says 30"),
    ("`cacheSize` (6 MB)", "`Limits.cacheSize` is 5242880, the page says 6 MB"),
    ("`Limits.isStrict` (default `false`)", "`Limits.isStrict` is true, the page says false"),
    (
      "| Name | Default |\n|---|---|\n| `pageSize` | 7 000 |",
      "`Settings.pageSize` is 50, the page says 7 000"
    ),
    (
      "| Name | Default |\n|---|---|\n| `isOpen` | `true` |",
      "`Settings.isOpen` is false, the page says true"
    ),
  ])
  func `a value that is not that of the code is a warning`(text: String, message: String) {
    let found = findings(text)
    #expect(found.map(\.summary) == [message])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    "`maxRetries` (default: 3)", "`cacheSize` (5 MB)", "`cacheSize` = 5_242_880",
    "`pageDelay` (250 ms)", "`Limits.isStrict` (default `true`)",
    "`maxRetries` (5 of them failed)",
    "`Settings.pageSize` = 10", "`isOpen` = true", "`sharedName` = 7", "`maxRetries` is 5th.",
    "`maxRetries` is greater than 5.", "| Name | Value |\n|---|---|\n| `pageSize` | 10 |",
    "| Name | Default |\n|---|---|\n| `maxRetries` | see below |",
  ])
  func `the value in any unit, a later value of a variable, and other words are silent`(
    text: String
  ) { #expect(findings(text).isEmpty, "\(findings(text))") }

  private func findings(_ text: String) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let code = CodeModel(reading: [SourceInput(path: "Sources/A/A.swift", Self.source)])
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: []), templates: TemplateSource(texts: [:])
    ).findings().filter { $0.rule.rawValue == "wrong-value" }
  }
}
