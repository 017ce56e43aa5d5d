import Diagnostics
import JSON
import Models
import Traces

extension CoverageReport {
  /// The members `machines`, `decisions` and `flows`.
  func write(to json: inout JSONWriter) {
    json.list("machines", coverage.machines) { machine, json in write(machine, to: &json) }
    json.list("decisions", coverage.decisions) { decision, json in
      json.member("by", decision.by)
      json.member("condition", decision.condition)
      json.member("held", decision.held.count)
      json.member("failed", decision.failed.count)
    }
    json.list("flows", coverage.flows) { flow, json in
      json.member("name", flow.name)
      json.member("file", flow.file)
      json.member("line", flow.line)
      json.member("generated", flow.isGenerated)
      json.key("fitness")
      json.number(flow.fitness)
      if let precision = flow.precision {
        json.key("precision")
        json.number(precision)
      }
      json.list("branches", flow.branches) { branch, json in
        json.member("branch", branch.title)
        json.member("line", branch.line)
        json.member("taken", branch.isTaken)
        json.member("scenarios", branch.scenarios)
      }
    }
  }

  private func write(_ machine: Coverage.Machine, to json: inout JSONWriter) {
    let model = machine.model
    json.member("name", model.name)
    json.member("declared", model.isDeclared)
    json.member("taken", machine.taken)
    json.list("steps", model.edges) { edge, json in
      json.member("from", edge.step.from)
      json.member("event", edge.step.event)
      if let condition = edge.step.condition { json.member("condition", condition) }
      json.member("to", edge.step.to)
      json.member("observed", edge.observed.count)
      if let first = edge.observed.first {
        json.member("first", "\(first.file):\(first.line)")
      } else if let path = EventPath(to: edge, in: model) {
        json.member("shortest", path.events)
        if showsSkeletons {
          json.member("skeleton", TestSkeleton(path: path, machine: model).text)
        }
      }
    }
  }
}

extension JSONWriter {
  /// A member that is a list of objects.
  mutating func list<Element>(
    _ key: String, _ elements: [Element], write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginObject()
      write(element, &self)
      endObject()
    }
    endArray()
  }
}
