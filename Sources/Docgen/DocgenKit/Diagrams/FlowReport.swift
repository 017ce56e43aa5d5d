import Diagrams
import JSON
import SwiftIndex

/// A sequence diagram read from the code and its calls, as JSON.
struct FlowReport: Sendable {
  let flow: SourceFlow
  let diagram: String

  var json: JSON {
    let calls = flow.bodies.flatMap(\.calls).filter { $0.to != $0.from }
    return [
      "diagram": .text(diagram),
      "method": .text("\(flow.type.qualifiedName).\(flow.entry.fullName)"),
      "complete": .boolean(flow.gaps.isEmpty && !flow.isTruncated),
      "calls": .array(
        calls.map { call in
          [
            "from": .text(call.from), "to": call.to.map { .text($0) }, "label": .text(call.label),
            "place": .text("\(call.location)"),
          ]
        }),
    ]
  }
}
