import Models
import Rules
import Testing
import Traces

/// All combinations of documented, declared and observed.
@Suite struct ThreeTruthsTests {
  private static let page = """
    <!-- docgen:verify state-diagram machine=Door -->
    ```mermaid
    stateDiagram-v2
        [*] --> closed
    ARROWS
    ```

    """

  private func rules(_ arrows: [String], _ model: ProjectModel = Door.model()) -> [String] {
    let text = Self.page.replacing(
      "ARROWS", with: arrows.map { "    \($0)" }.joined(separator: "\n"))
    return Door.findings(on: text, model: model).map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  private let all = [
    "closed --> open: pushed", "open --> closed: pulled", "closed --> locked: keyTurned",
    "locked --> closed: keyTurned",
  ]

  /// Pulls the door without a declared transition.
  private var undeclared: ProjectModel {
    var trace = Door.visit()
    trace.machines[0].edges.removeAll { $0.event == "pulled" }
    return Door.model(trace: trace)
  }

  @Test func `documented and declared, never observed`() {
    #expect(rules(all) == ["7:5 unobserved-transition", "8:5 unobserved-transition"])
  }

  @Test func `declared and observed, not documented`() {
    #expect(rules(Array(all.dropFirst())).contains("2:1 missing-transition"))
  }

  @Test func `declared only`() {
    #expect(
      rules(Array(all.prefix(2)))
        == ["2:1 missing-unobserved-transition", "2:1 missing-unobserved-transition"])
  }

  @Test func `documented only`() {
    #expect(rules(all + ["open --> locked: pushed"]).contains("9:5 impossible-transition"))
  }

  @Test func `documented and observed, not declared`() {
    #expect(rules(all, undeclared).contains("6:5 undeclared-observed-transition"))
  }

  @Test func `observed only`() {
    #expect(
      rules([all[0], all[2], all[3]], undeclared).contains("2:1 missing-undeclared-transition"))
  }

  @Test func `an undeclared machine is known by its observations`() throws {
    var trace = Door.visit()
    trace.machines = []
    let model = Door.model(trace: trace)
    let machine = try #require(model.machine(named: "Door"))
    #expect(!machine.isDeclared)
    #expect(machine.initial == "closed")
    #expect(machine.edges.map(\.step.event) == ["pushed", "pulled"])
    #expect(rules(Array(all.prefix(2)), model) == [])
    #expect(rules(Array(all.prefix(3)), model) == ["7:16 unknown-state"])
    #expect(rules([all[0]], model) == ["2:1 missing-transition"])
    let findings = Door.findings(
      on: "<!-- docgen:begin state-diagram machine=Door -->\n<!-- docgen:end -->\n", model: model)
    #expect(findings.map { $0.contains("stale-region") } == [true])
  }
}
