import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// State diagrams and tables of machines without a trace.
@Suite struct SourceMachineRuleTests {
  private static let source = """
    actor Session {
      enum State { case offline, connecting, online }

      private(set) var state = State.offline

      func connect() async {
        guard state == .offline else { return }
        state = .connecting
        await open()
        state = .online
      }

      func close() {
        if state == .online { state = .offline }
      }

      private func open() async {}
    }

    final class Mirror {
      var state = Session.State.offline
      func clear() { state = .offline }
    }
    struct Note { var state = Session.State.offline }
    """

  private static let model = ProjectModel(
    code: CodeModel(reading: [SourceInput(path: "Session.swift", source)]), traces: [])

  private func page(_ text: String) -> CheckedPage {
    CheckedPage(
      Page(path: "a.md", bytes: Array(text.utf8)), project: Self.model,
      templates: TemplateSource(texts: [:]))
  }

  /// The findings about a diagram below a marker, from its first line.
  private func findings(_ lines: String, _ keys: String = "machine=Session") -> [String] {
    let text = """
      <!-- docgen:verify state-diagram \(keys) -->
      ```mermaid
      stateDiagram-v2
      \(lines)
      ```

      """
    return page(text).findings().map {
      "\(($0.location.range?.start.line ?? 0) - 3) \($0.rule) \($0.summary)"
    }
  }

  private static let whole = """
    [*] --> offline
    offline --> connecting: the user connects
    connecting --> online
    online --> offline: close
    """

  @Test func `a diagram with the transitions of the code agrees`() {
    #expect(findings(Self.whole) == [])
    // Changes during an await cannot be excluded.
    #expect(findings(Self.whole + "\noffline --> online") == [])
    #expect(findings(Self.whole + "\nonline --> online: connect") == [])
  }

  @Test func `a transition after an await must be drawn from one state`() {
    #expect(
      findings(Self.whole.replacing("\nconnecting --> online", with: "")) == [
        "-1 missing-likely-transition transition `connecting --> online` on `connect` is missing from "
          + "the diagram (the code can take it)"
      ])
    #expect(
      findings(
        Self.whole.replacing("\nconnecting --> online", with: ""), "machine=Session partial=yes")
        == [])
  }

  @Test func `a superfluous transition, a missing one, and a wrong trigger`() {
    #expect(
      findings(Self.whole + "\nonline --> connecting") == [
        "5 impossible-transition `online --> connecting` is drawn, but `Session` has no such transition"
      ])
    #expect(
      findings(Self.whole.replacing("\nonline --> offline: close", with: "")) == [
        "-1 missing-transition transition `online --> offline` on `close` is missing from the diagram"
      ])
    #expect(
      findings(Self.whole.replacing(": close", with: ": connect")) == [
        "4 transition-label `online --> offline` is drawn with a trigger that does not cause it: "
          + "`connect`"
      ])
    #expect(
      findings(Self.whole.replacing("[*] --> offline", with: "[*] --> online")) == [
        "1 wrong-start `Session` does not begin in `online`"
      ])
  }

  @Test func `an enum that several variables hold, and a name without one`() {
    #expect(
      findings(Self.whole, "machine=Session.State") == [
        "-2 region-source `Session.State` means several variables"
      ])
    #expect(findings(Self.whole, "machine=Session.state") == [])
    #expect(
      findings(Self.whole, "machine=Sesion") == [
        "-2 region-source no trace declares a machine `Sesion`, and no type of that name has or is "
          + "an enum"
      ])
  }

  @Test func `a table may leave out likely transitions`() {
    let table = """
      <!-- docgen:verify table machine=Session -->
      | From | Trigger | To |
      |---|---|---|
      | offline | connect | connecting |
      | online | close | offline |

      """
    #expect(page(table).findings().map(\.summary) == [])
    let short = table.replacing("| online | close | offline |\n", with: "")
    #expect(page(short).findings().map(\.rule.rawValue) == ["missing-row"])
  }

  @Test func `the generated table has the conditions that the machine declares`() {
    let source = """
      struct Gate {
        enum State { case shut, open }
        enum Event { case push, pull }
        struct Question { var yes: String, no: String, isYes: Bool
          var text: String { isYes ? yes : no } }

        static let fee = 2
        private(set) var state = State.shut
        private(set) var coins = 0

        func condition(for event: Event) -> String? { question(about: event)?.text }

        func question(about event: Event) -> Question? {
          switch event {
          case .push: Question(yes: "at least \\(Gate.fee) coins", no: "too few", isYes: coins >= Gate.fee)
          case .pull: nil
          }
        }

        mutating func apply(_ event: Event) {
          let mayPass = question(about: event)?.isYes == true
          switch (state, event) {
          case (.shut, .push): if mayPass { state = .open } else { coins += 1 }
          case (.open, .pull): state = .shut
          default: break
          }
        }
      }
      """
    let code = CodeModel(reading: [SourceInput(path: "Gate.swift", source)])
    let template = TemplateSource(
      texts: [
        "table": "{{#transitions}}{{from}} {{event}} [{{condition}}] {{to}}\n{{/transitions}}"
      ])
    let text = "<!-- docgen:begin table template=table machine=Gate -->\n<!-- docgen:end -->\n"
    let page = CheckedPage(
      Page(path: "a.md", bytes: Array(text.utf8)), project: ProjectModel(code: code, traces: []),
      templates: template)
    guard case .generated(let content)? = page.regions.first?.outcome else {
      Issue.record("nothing is generated: \(String(describing: page.regions.first?.outcome))")
      return
    }
    #expect(
      content == """

        `shut` `push` [at least 2 coins] `open`
        `open` `pull` [] `shut`


        """)
  }

  @Test func `the generated diagram`() {
    let text = "<!-- docgen:begin state-diagram machine=Session -->\n<!-- docgen:end -->\n"
    guard case .generated(let content)? = page(text).regions.first?.outcome else {
      Issue.record("nothing is generated")
      return
    }
    #expect(
      content == """
        ```mermaid
        stateDiagram-v2
            [*] --> offline
            offline --> connecting: connect
            connecting --> online: connect
            online --> offline: close
        ```

        """)
  }
}
