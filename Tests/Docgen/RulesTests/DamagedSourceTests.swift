import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// A file with syntax errors only limits findings about declarations that it may contain.
@Suite struct DamagedSourceTests {
  private static let whole = "public struct Window { var pane = 0 }\n"

  private func severities(_ page: String, door: String) -> [Diagnostic.Severity] {
    let code = CodeModel(
      reading: [
        SourceInput(path: "Window.swift", Self.whole), SourceInput(path: "Door.swift", door),
      ])
    let page = Page(path: "docs/a.md", bytes: Array(page.utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], sources: [:]),
      templates: TemplateSource(texts: [:])
    ).findings().map(\.severity)
  }

  private static let damaged = "struct Door { var key = 0\n  func ( { knock() } }\n"
  private static let repaired = "struct Door { var key = 0\n  func ring() { knock() } }\n"

  private static func diagram(_ type: String, _ member: String) -> String {
    """
    <!-- docgen:verify class-diagram partial=yes -->

    ```mermaid
    classDiagram
        class \(type) {
            \(member)
        }
    ```

    """
  }

  @Test(arguments: [
    "`Door.handle` is polished.\n", diagram("Door", "handle"), diagram("knock", "key"),
  ])
  func `names that a damaged file may declare are missing with a warning only`(page: String) {
    #expect(severities(page, door: Self.damaged) == [.warning])
    #expect(severities(page, door: Self.repaired) == [.error])
  }

  @Test(arguments: ["`Window.handle` is polished.\n", diagram("Window", "handle")])
  func `names that no damaged file mentions are missing`(page: String) {
    #expect(severities(page, door: Self.damaged) == [.error])
  }
}
