import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Models
import Rules
import SwiftIndex

/// The hover text of an element: its declaration, and the observations of the traces.
struct EditorHover {
  let places: EditorPlaces
  let isMarkdown: Bool
  /// The maximum number of declarations of one name.
  private static let most = 3

  init(_ places: EditorPlaces, isMarkdown: Bool) {
    self.places = places
    self.isMarkdown = isMarkdown
  }

  func json(_ knowledge: HoverInfo, in page: EditorPage) -> JSON {
    let range = knowledge.range.map { page.page.source.editorRange(of: $0, places.encoding) }
    return [
      "contents": [
        "kind": isMarkdown ? "markdown" : "plaintext", "value": .text(text(of: knowledge)),
      ],
      "range": range?.json,
    ]
  }

  /// The title, then declarations, transitions and observations, each a paragraph.
  func text(of knowledge: HoverInfo) -> String {
    var paragraphs = [isMarkdown ? "**\(knowledge.title)**" : knowledge.title]
    paragraphs += knowledge.symbols.prefix(Self.most).flatMap(declaration)
    if knowledge.symbols.count > Self.most {
      paragraphs.append("… \(knowledge.symbols.count - Self.most) more with this name")
    }
    let evidence = knowledge.declared.prefix(12).map(line)
    paragraphs += isMarkdown ? [evidence.joined(separator: "  \n")] : evidence
    if let observed = knowledge.observed { paragraphs.append(line(observed)) }
    paragraphs += knowledge.notes
    let text = paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    return isMarkdown ? text : text.filter { $0 != "`" }
  }

  private func declaration(_ symbol: Symbol) -> [String] {
    let headline = symbol.info.headline
    let code = isMarkdown ? "```swift\n\(headline)\n```" : headline
    return [code, symbol.info.documentation?.text ?? "", link(symbol.nameLocation)]
  }

  /// `declared keyTurned · Door.swift:9`
  private func line(_ evidence: Evidence) -> String {
    var words = evidence.kind == .note ? [] : [evidence.kind.rawValue]
    if !evidence.text.isEmpty { words.append("`\(evidence.text)`") }
    let place = evidence.location.map { [link($0)] } ?? []
    return ([words.joined(separator: " ")] + place).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func line(_ observation: Observation) -> String {
    guard let first = observation.first else { return "observed never" }
    let place = SourceLocation(file: first.file, line: first.line)
    return "observed \(observation.count.times), first in `\(first.scenario)` · \(link(place))"
  }

  private func link(_ location: SourceLocation) -> String {
    let line = location.range?.start.line ?? 1
    guard isMarkdown else { return "\(location.file):\(line)" }
    return "[\(location.file):\(line)](\(places.uri(of: location.file))#L\(line))"
  }
}
