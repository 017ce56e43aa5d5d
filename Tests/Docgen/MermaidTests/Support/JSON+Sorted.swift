import JSON
import Mermaid

extension JSON {
  /// The same with the keys of every object in alphabetical order.
  var sorted: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let object):
      .model(object.members.map { ($0.key, $0.value.sorted) }.sorted { $0.0 < $1.0 })
    default: self
    }
  }
}
