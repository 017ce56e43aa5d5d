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
    var result: [String] = []
    let own = MermaidComparison.changes(from: diagram, to: diagram) ?? []
    if let change = own.first { result.append("it differs from itself: \(change.sentence)") }
    if MermaidModel.value(of: diagram)?.json.isEmpty == true { result.append("there is no model") }
    do throws(UnprintableError) {
      guard let printed = try MermaidPrinter.proven(diagram) else { return result }
      let again = MermaidParser.parse(printed).diagram
      if let second = MermaidPrinter.print(again), second != printed {
        result.append("printing twice gives another text\n\(printed)\nand then\n\(second)")
      }
    } catch {
      let printed = MermaidPrinter.print(diagram) ?? ""
      if !opensTagInStyle(printed) {
        result.append("\(error.message)\n\(error.line)\n\(printed)")
      }
    }
    return result
  }

  /// A style has no spelling but its own, and `<b` in one begins a tag that a later line ends: the
  /// printer may say that it cannot write that.
  private static func opensTagInStyle(_ printed: String) -> Bool {
    printed.split(separator: "\n").contains { line in
      guard line.contains("style") || line.contains("classDef"),
        let open = line.lastIndex(of: "<")
      else { return false }
      return !line[open...].contains(">")
    }
  }
}
