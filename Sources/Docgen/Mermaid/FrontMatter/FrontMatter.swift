import Diagnostics
import YAML

/// A diagram's front matter, parsed as YAML like in the real Mermaid.
struct FrontMatter {
  private let label: Label
  private let value: YAMLValue
  private let error: YAMLError?

  /// `nil` for a diagram without front matter.
  init?(_ header: DiagramHeader) {
    guard let label = header.frontMatter else { return nil }
    self.label = label
    do throws(YAMLError) {
      value = try YAMLValue(yaml: label.text)
      error = nil
    } catch {
      value = .null
      self.error = error
    }
  }

  /// `title: …` at the outermost level.
  var title: Label? {
    guard let text = value["title"]?.shown.map(ModelText.trimmed), !text.isEmpty else { return nil }
    return Label(text, range: label.range)
  }

  /// `config: …`
  var configuration: YAMLValue? { value["config"] }

  /// The error of front matter that is not YAML; Mermaid refuses it.
  ///
  /// The position of a YAML error is relative to the front matter; the result has the place in the
  /// diagram's text.
  static func errors(_ header: DiagramHeader) -> [MermaidError] {
    guard let matter = FrontMatter(header), let error = matter.error,
      let range = matter.label.range
    else { return [] }
    let source = SourceText(matter.label.text)
    let start = source.position(of: error.offset)
    let line = source.line(start.line)
    let rest = String(decoding: line.utf8.dropFirst(start.column - 1), as: UTF8.self)
    let token = String(rest.prefix { !$0.isWhitespace })
    return [
      MermaidError(
        error.message,
        at: SourceRange(
          line: range.start.line + start.line, column: start.column + range.start.column - 1,
          length: token.utf8.count),
        token: token)
    ]
  }

  static func title(_ header: DiagramHeader) -> Label? { FrontMatter(header)?.title }
}

extension DiagramHeader {
  /// Whether every text of a sequence diagram is wrapped: set by `%%{wrap}%%`, the front matter's
  /// configuration, or an `init` directive; the last one counts. Mermaid keeps any value, and wraps
  /// if JavaScript counts it as true.
  var wrapping: YAMLValue {
    var found = FrontMatter(self)?.configuration.map(Wrapping.init) ?? Wrapping()
    let directives = directives.compactMap { Directive($0.text) }
    for value in Directive.values(directives.filter(\.isInit)) { found.add(Wrapping(value)) }
    let wraps = directives.filter { $0.name.contains("wrap") }
    let isWrapped =
      wraps.contains { $0.name == "wrap" } && Directive.values(wraps).count == wraps.count
    if isWrapped { return .truth(true) }
    if let all = found.all, all.isTrue { return all }
    return found.sequence ?? .truth(false)
  }
}

/// The settings of a configuration for wrapping.
private struct Wrapping {
  /// For all kinds of diagrams.
  var all: YAMLValue?
  /// For sequence diagrams; `config` means the part of the diagram's kind.
  var sequence: YAMLValue?

  init() {}

  init(_ value: YAMLValue) {
    all = value["wrap"]
    sequence = value["sequence"]?["wrap"] ?? value["config"]?["wrap"]
  }

  mutating func add(_ later: Wrapping) {
    all = later.all ?? all
    sequence = later.sequence ?? sequence
  }
}
