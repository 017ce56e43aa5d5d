import Diagnostics
import Models
import Rules
import Testing
import Traces

@Suite struct ProjectRuleTests {
  private func findings(_ model: ProjectModel) -> [String] {
    CheckedProject(model).findings().map { "\($0.location.file):\($0.line)" }
  }

  @Test func `a sound project has nothing to report`() {
    #expect(findings(Door.model()) == [])
  }

  @Test func `an observed transition that is not declared`() {
    var trace = Door.visit()
    trace.machines[0].edges.removeAll { $0.event == "pulled" }
    #expect(
      findings(Door.model(trace: trace)) == [
        "Sources/House/Door.swift:27:28 outdated-trace the traces were recorded before `Door` had "
          + "the transition from `open` to `closed` on `pulled`",
        "visit.jsonl:9:1 undeclared-transition `Door` went `open --> closed` on `pulled`, which it does not declare",
      ])
  }

  @Test func `a state that nothing leads to`() {
    var trace = Door.visit()
    trace.machines[0].edges.removeAll { $0.to == "locked" }
    #expect(
      findings(Door.model(trace: trace)) == [
        "Sources/House/Door.swift:8:8 unreachable-state no transition of `Door` leads to `locked`",
        "Sources/House/Door.swift:28:33 outdated-trace the traces were recorded before `Door` had "
          + "the transition from `closed` to `locked` on `keyTurned`",
      ])
  }

  @Test func `an event that the traces do not know yet`() {
    let source = Door.source.replacing(
      "case keyTurned\n", with: "case keyTurned\n    case kicked\n")
    #expect(
      findings(Door.model(source: source)) == [
        "Sources/House/Door.swift:18:10 outdated-trace the traces were recorded before `Door` had the event `kicked`"
      ])
  }

  @Test func `a drawn transition that the sources no longer have`() {
    let page = """
      <!-- docgen:verify state-diagram partial=yes -->
      ```mermaid
      stateDiagram-v2
          open --> closed: pulled
      ```

      """
    let source = Door.source.replacing(
      "case (.open, .pulled): state = .closed", with: "case (.open, .pulled): state = .locked")
    let model = Door.model(source: source)
    #expect(
      Door.findings(on: page, model: model) == [
        "4:5 outdated-transition `open --> closed` on `pulled` is no longer in the sources"
      ])
    #expect(
      model.machine(named: "Door")?.edges.compactMap(\.contradiction) == [
        "`pulled` leads from open to locked"
      ])
  }

  @Test func `a transition that the sources have since the traces were recorded`() {
    let source = Door.source.replacing(
      "case (.open, .pulled): state = .closed",
      with: "case (.open, .pulled): state = .closed\n    case (.open, .pushed): state = .locked")
    func words(_ source: String) -> [String]? {
      Door.model(source: source).machine(named: "Door")?.unrecorded.map(\.title)
    }
    #expect(words(source) == ["the transition from `open` to `locked` on `pushed`"])
    #expect(words(Door.source) == [])
  }
}
