import Diagnostics
import Markdown

/// A region with a diagram in one of the project's documents, as a separate page.
struct DrawnRegion: CustomStringConvertible {
  enum Kind: String {
    case state = "state-diagram"
    case sequence
    case classes = "class-diagram"
    case modules = "module-diagram"
  }

  var document: String
  var kind: Kind
  var isVerified: Bool
  /// The marker, the fence with the diagram and the end marker.
  var lines: [String]

  init?(_ region: Region, on page: Page) {
    guard let kind = Kind(rawValue: region.name), region.fences.count == 1 else { return nil }
    document = page.path
    self.kind = kind
    isVerified = region.kind == .verified
    let marker = region.opening
    let all = String(decoding: page.source.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let last = isVerified ? region.fences[0].range.end.line : region.range.end.line
    lines = Array(all[(marker.range.start.line - 1)..<last])
  }

  /// The indices (from 0) of the diagram's lines after its keyword.
  var diagram: Range<Int> {
    let open = lines.firstIndex { $0.hasPrefix("```mermaid") } ?? 0
    let close = lines[(open + 1)...].firstIndex { $0.hasPrefix("```") } ?? lines.count
    return (open + 2)..<close
  }

  var description: String { "\(document): \(lines[0])" }
}

/// A region with one change.
struct Mutant: CustomStringConvertible {
  /// `delete message`, `redirect edge`
  var name: String
  var region: DrawnRegion
  var lines: [String]
  /// The lines (from 1) where the change may be reported; empty means anywhere.
  var places: Set<Int>
  /// The rules of which one must report the change.
  var rules: Set<String>
  /// The text that the report must quote.
  var quotes: String = ""

  var text: String { lines.joined(separator: "\n") + "\n" }

  var description: String {
    let changed = places.sorted().first.map { lines[min($0, lines.count) - 1] } ?? ""
    return "\(name) in \(region): \(changed)"
  }
}
