import Diagnostics
import JSON
import Models
import Traces

extension CoverageReport {
  /// The object of `docgen status`.
  func json(regions: JSON) -> JSON {
    let decisions = coverage.decisions.map { decision -> JSON in
      [
        "by": .text(decision.by), "condition": .text(decision.condition),
        "held": .integer(decision.held.count), "failed": .integer(decision.failed.count),
      ]
    }
    return [
      "version": 1, "regions": regions, "machines": .array(coverage.machines.map(json)),
      "decisions": .array(decisions), "flows": .array(coverage.flows.map(json)),
    ]
  }

  private func json(_ flow: Coverage.Flow) -> JSON {
    let branches = flow.branches.map { branch -> JSON in
      [
        "branch": .text(branch.title), "line": .integer(branch.line),
        "taken": .boolean(branch.isTaken), "scenarios": .texts(branch.scenarios),
      ]
    }
    return [
      "name": .text(flow.name), "file": .text(flow.file), "line": .integer(flow.line),
      "generated": .boolean(flow.isGenerated), "fitness": JSON(flow.fitness),
      "precision": flow.precision.map { JSON($0) }, "branches": .array(branches),
    ]
  }

  private func json(_ machine: Coverage.Machine) -> JSON {
    let model = machine.model
    let steps = model.edges.map { edge -> JSON in
      let first = edge.observed.first
      let path = first == nil ? EventPath(to: edge, in: model) : nil
      return [
        "from": .text(edge.step.from), "event": .text(edge.step.event),
        "condition": edge.step.condition.map { .text($0) }, "to": .text(edge.step.to),
        "observed": .integer(edge.observed.count),
        "first": first.map { .text("\($0.file):\($0.line)") },
        "shortest": path.map { .texts($0.events) },
        "skeleton": showsSkeletons
          ? path.map { .text(TestSkeleton(path: $0, machine: model).text) } : nil,
      ]
    }
    return [
      "name": .text(model.name), "declared": .boolean(model.isDeclared),
      "taken": .integer(machine.taken), "steps": .array(steps),
    ]
  }
}
