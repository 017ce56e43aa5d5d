import Diagnostics
import Mermaid

/// What must hold for every text, whatever it is: asked by the fuzzer and by the tests.
package enum MermaidProperties {
  /// What does not hold for some bytes; empty when all is well. A trap is the worst answer.
  ///
  /// Bytes that do not begin as a diagram are also tried behind the first line of each kind.
  package static func violations(of bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard case .unrecognized = MermaidParser.parse(text).diagram else {
      return violations(of: text)
    }
    return violations(of: text)
      + ["stateDiagram-v2\n", "sequenceDiagram\n", "classDiagram\n"].flatMap {
        violations(of: $0 + text)
      }
  }

  package static func violations(of text: String) -> [String] {
    let document = MermaidParser.parse(text)
    var result: [String] = []
    if document.text != text { result.append("the text is not given back") }
    if document.text(with: document.diagram) != text {
      result.append("the unchanged diagram does not give its text back")
    }
    for error in document.errors where error.range.end < error.range.start {
      result.append("an error ends before it begins: \(error.message)")
    }
    // HTML shows a NUL as another character: such a text cannot be printed as it is.
    if document.errors.isEmpty, !text.utf8.contains(0) {
      result += violations(of: document.diagram)
    }
    return result
  }

  /// What does not hold for a diagram that is right.
  private static func violations(of diagram: MermaidDiagram) -> [String] {
    // The name of a class in backticks, generic parameters included, may go over several lines, and
    // cannot be written again.
    if case .classes(let classes) = diagram, classes.hasNameOverLines { return [] }
    guard let printed = MermaidPrinter.print(diagram) else { return [] }
    var result: [String] = []
    let again = MermaidParser.parse(printed)
    if let error = again.errors.first {
      return ["what is printed is refused: \(error.message)\n\(printed)"]
    }
    if MermaidPrinter.print(again.diagram) != printed {
      result.append("printing twice gives another text\n\(printed)")
    }
    let changes = MermaidComparison.changes(from: diagram, to: again.diagram) ?? []
    if let change = changes.first {
      result.append("what is printed means something else: \(change.sentence)\n\(printed)")
    }
    let own = MermaidComparison.changes(from: diagram, to: diagram) ?? []
    if let change = own.first { result.append("it differs from itself: \(change.sentence)") }
    if MermaidModel.value(of: diagram)?.json.isEmpty != false { result.append("there is no model") }
    return result
  }
}

extension ClassDiagram {
  fileprivate var hasNameOverLines: Bool {
    classNames.contains { $0.text.contains(where: \.isNewline) }
      || allStatements.contains { statement in
        if statement.mentions.contains(where: {
          $0.generic?.source.contains(where: \.isNewline) == true
        }) {
          return true
        }
        return if case .inert(let inert) = statement {
          inert.text.contains(where: \.isNewline)
        } else {
          false
        }
      }
  }
}
