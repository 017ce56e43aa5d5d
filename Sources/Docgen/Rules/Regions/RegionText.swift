import Diagrams
package import Markdown
package import Mermaid
import Models

/// The text of a generated region, and the diagram in it.
package struct RegionText: Sendable {
  private let text: String
  private let fence: Fence?
  /// The generated parts of the diagram, as set by the marker.
  let parts: GeneratedParts
  /// The diagram; `nil` if the text is not one diagram that Mermaid accepts.
  package let diagram: MermaidDiagram?

  /// A text for this region.
  package init(_ text: String, in region: Region) {
    self.text = text
    parts = GeneratedParts(
      hasNotes: region.opening["notes"] == "yes",
      hasStepLabels: region.opening["labels"] != "none",
      relationLabels: Set(TypeModel.Relation.Kind.labelled.map(\.rawValue)))
    let fences = Page(path: "", bytes: Array(text.utf8)).fences
    fence = fences.count == 1 && fences[0].language.lowercased() == "mermaid" ? fences[0] : nil
    let document = fence.map { MermaidParser.parse($0.literal) }
    diagram = document.flatMap { $0.errors.isEmpty ? $0.diagram : nil }
  }

  /// The text around the diagram.
  var context: [Substring] {
    guard let fence else { return [] }
    let bytes = Array(text.utf8)
    let around =
      String(decoding: bytes[..<fence.contentBytes.lowerBound], as: UTF8.self)
      + String(decoding: bytes[fence.contentBytes.upperBound...], as: UTF8.self)
    return around.split(whereSeparator: \.isWhitespace)
  }

  /// The checksum of the generated facts, independent of the author's additions and order.
  package var meaning: String? {
    guard let facts = diagram?.generatedFacts(parts), !facts.isEmpty else { return nil }
    return Checksum.of((context.map(String.init) + facts).joined(separator: "\n"))
  }

  /// The note for the end marker of a text by docgen.
  package var note: String { Checksum.of(text) + (meaning ?? "") }

  /// This text with the author's additions to an older one; `nil` if one of them would be lost.
  package func keepingAdditions(of older: RegionText) -> String? {
    guard let fence, let diagram, let old = older.diagram, context == older.context,
      let merged = DiagramMerging.merged(old, into: diagram, parts)
    else { return nil }
    var bytes = Array(text.utf8)
    let generated = String(decoding: bytes[fence.contentBytes], as: UTF8.self)
    let spaced = DiagramMerging.spaced(merged, like: generated)
    bytes.replaceSubrange(fence.contentBytes, with: Array(spaced.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
