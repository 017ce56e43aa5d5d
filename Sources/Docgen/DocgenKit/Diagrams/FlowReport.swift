import Diagrams
import JSON
import SwiftIndex

/// A sequence diagram read from the code and its calls, as JSON.
struct FlowReport: Sendable {
  let flow: SourceFlow
  let diagram: String

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("diagram", diagram)
    writer.member("method", "\(flow.type.qualifiedName).\(flow.entry.fullName)")
    writer.member("complete", flow.gaps.isEmpty && !flow.isTruncated)
    writer.key("calls")
    writer.beginArray()
    for call in flow.bodies.flatMap(\.calls) where call.to != call.from {
      writer.beginObject()
      writer.member("from", call.from)
      if let to = call.to { writer.member("to", to) }
      writer.member("label", call.label)
      writer.member("place", "\(call.location)")
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
