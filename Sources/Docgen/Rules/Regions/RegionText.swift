import Diagrams
package import Markdown
package import Mermaid
import Models

/// The text of a generated region, and the diagram in it.
package struct RegionText: Sendable {
  private let text: String
  private let fence: Fence?
  /// What of the diagram is docgen's, as the marker says.
  private let parts: GeneratedParts
  /// As it is written.
  private let written: MermaidDiagram?

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
    written = document.flatMap { $0.errors.isEmpty ? $0.diagram : nil }
  }

  /// What docgen has to say; nothing where the text is not one diagram that Mermaid accepts.
  package var diagram: MermaidDiagram? { written?.bare(parts) }

  /// What stands around the diagram, words only.
  var surroundings: [Substring] {
    guard let fence else { return [] }
    let bytes = Array(text.utf8)
    let around =
      String(decoding: bytes[..<fence.contentBytes.lowerBound], as: UTF8.self)
      + String(decoding: bytes[fence.contentBytes.upperBound...], as: UTF8.self)
    return around.split(whereSeparator: \.isWhitespace)
  }

  /// The checksum of what it says, whatever a person has added or put into another order.
  package var meaning: String? {
    diagram?.meaning.map { Checksum.of(surroundings.joined(separator: " ") + "\n" + $0) }
  }

  /// What goes into the end marker when this is written by docgen.
  package var note: String { Checksum.of(text) + (meaning ?? "") }

  /// This text with what a person has added to an older one; nothing where that cannot be done
  /// without losing something.
  package func keepingAdditions(of older: RegionText) -> String? {
    guard let fence, let written, let old = older.written, surroundings == older.surroundings,
      let merged = DiagramMerging.merged(old, into: written, parts)
    else { return nil }
    var bytes = Array(text.utf8)
    let generated = String(decoding: bytes[fence.contentBytes], as: UTF8.self)
    let spaced = DiagramMerging.spaced(merged, like: generated)
    bytes.replaceSubrange(fence.contentBytes, with: Array(spaced.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
