import Diagnostics
import YAML

/// A part of a diagram that Mermaid accepts where it stands, or that some code has built, and that
/// the language cannot say in a line of its own.
package struct UnprintableError: Error, Hashable, Sendable {
  /// The printed line that would not do.
  package var line: String
  /// The lines of the source that it stands for; nothing when it was built by code.
  package var origin: ClosedRange<Int>?
  /// One sentence without a full stop.
  package var message: String

  package init(line: String, origin: ClosedRange<Int>?, message: String) {
    self.line = line
    self.origin = origin
    self.message = message
  }
}

extension MermaidPrinter {
  /// The printed text, read again and found to say what the diagram says, and to be printed as it
  /// is.
  ///
  /// Labels and names can always be written; the parts that have no spelling but their own (styles,
  /// links, generic parameters, front matter) may hold what would end them.
  package static func proven(
    _ diagram: MermaidDiagram
  ) throws(UnprintableError) -> String? {
    guard let writer = write(diagram) else { return nil }
    let again = MermaidParser.parse(writer.text)
    if let error = again.errors.first {
      let offset = again.source.offset(ofLine: error.range.start.line)
      throw UnprintableError("the printed line is refused: \(error.message)", writer, offset)
    }
    if again.diagram != diagram {
      if let change = MermaidComparison.changes(from: diagram, to: again.diagram)?.first {
        let line = change.newRange.map { again.source.offset(ofLine: $0.start.line) }
        throw UnprintableError(
          "what is printed means something else: \(change.sentence)", writer, line,
          origin: change.oldRange)
      }
      if let (before, after) = firstDifference(PlainParts(diagram), PlainParts(again.diagram)) {
        throw UnprintableError(
          "what is printed means something else: `\(before)` is now `\(after)`", writer, nil)
      }
    }
    if let second = write(again.diagram), second.text != writer.text {
      let line = zip(writer.lines, second.lines).first { $0.text != $1.text }?.0
      throw UnprintableError(
        "printed once more it would be another text", writer, line?.offset)
    }
    return writer.text
  }

  private static func firstDifference(
    _ old: PlainParts, _ new: PlainParts
  ) -> (String, String)? {
    for (before, after) in zip(old.texts, new.texts) where before != after {
      return (before, after)
    }
    if old.texts.count > new.texts.count { return (old.texts[new.texts.count], "") }
    if old.texts.count < new.texts.count { return ("", new.texts[old.texts.count]) }
    return nil
  }
}

extension UnprintableError {
  fileprivate init(
    _ message: String, _ writer: MermaidWriter, _ offset: Int?, origin: SourceRange? = nil
  ) {
    let line = offset.flatMap { offset in writer.lines.last { $0.offset <= offset } }
    self.line = line?.text ?? ""
    self.origin = origin.map { $0.start.line...max($0.start.line, $0.end.line) } ?? line?.origin
    self.message = message
  }
}

/// What a comparison of meaning leaves out, as it stands: styles, classes of styles, front matter.
private struct PlainParts {
  private(set) var texts: [String] = []

  init(_ diagram: MermaidDiagram) {
    switch diagram {
    case .state(let diagram):
      header(diagram.header)
      for statement in diagram.allStatements {
        switch statement {
        case .style(let style): self.style(style)
        case .state(let state): texts += [state.cssClass?.text].compactMap(\.self)
        case .transition(let transition):
          texts += [transition.fromClass?.text, transition.toClass?.text].compactMap(\.self)
        default: break
        }
      }
    case .sequence(let diagram):
      header(diagram.header)
      texts += diagram.participants.compactMap(\.configuration?.source)
    case .classes(let diagram):
      header(diagram.header)
      for statement in diagram.allStatements {
        if case .style(let style) = statement { self.style(style) }
        if case .declaration(let declaration) = statement, let name = declaration.cssClass {
          texts.append(name.text)
        }
      }
    case .flowchart, .other, .unrecognized: break
    }
  }

  private mutating func header(_ header: DiagramHeader) {
    texts.append(header.keyword.text)
    texts.append(header.frontMatter?.text ?? "")
    texts.append(header.wrapping.shown ?? "")
  }

  private mutating func style(_ style: StyleStatement) {
    texts.append("\(style.kind) \(style.targets.map(\.text)) \(style.printedValue)")
  }
}
