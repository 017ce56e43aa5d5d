import Diagnostics
import Facts
import Mermaid

/// What must hold for every text, whatever it is: asked by the fuzzer and by the tests.
package struct MermaidProperties {
  /// What does not hold; empty when all is well. A trap is the worst answer.
  package private(set) var violations: [String] = []
  /// How many diagrams were accepted.
  package private(set) var accepted = 0
  /// How many of them have no canonical form for the sake of one of their `BareParts`, and say so.
  package private(set) var unprintable = 0

  /// Bytes that do not begin as a diagram are also tried behind the first line of each kind.
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    check(text)
    guard case .unrecognized = MermaidParser.parse(text).diagram else { return }
    for kind in ["stateDiagram-v2\n", "sequenceDiagram\n", "classDiagram\n", "flowchart\n"] {
      check(kind + text)
    }
  }

  package init(_ text: String) {
    check(text)
  }

  private mutating func check(_ text: String) {
    let document = MermaidParser.parse(text)
    if document.text != text { violations.append("the text is not given back") }
    if document.text(with: document.diagram) != text {
      violations.append("the unchanged diagram does not give its text back")
    }
    for error in document.errors where error.range.end < error.range.start {
      violations.append("an error ends before it begins: \(error.message)")
    }
    // HTML shows a NUL as another character: such a text cannot be printed as it is.
    if document.errors.isEmpty, !text.utf8.contains(0) {
      check(document.diagram)
    }
  }

  private mutating func check(_ diagram: MermaidDiagram) {
    let own = MermaidComparison.changes(from: diagram, to: diagram) ?? []
    if let change = own.first { violations.append("it differs from itself: \(change.sentence)") }
    if MermaidModel.value(of: diagram)?.json.isEmpty == true {
      violations.append("there is no model")
    }
    do throws(UnprintableError) {
      guard let printed = try MermaidPrinter.proven(diagram) else { return }
      accepted += 1
      let again = MermaidParser.parse(printed)
      if let error = again.errors.first {
        violations.append("what is printed is refused: \(error.message)\n\(printed)")
      }
      if let change = MermaidComparison.changes(from: diagram, to: again.diagram)?.first {
        violations.append("what is printed differs: \(change.sentence)\n\(printed)")
      }
      if let second = MermaidPrinter.print(again.diagram), second != printed {
        violations.append("printing twice gives another text\n\(printed)\nand then\n\(second)")
      }
    } catch {
      accepted += 1
      // Without the parts that have no other spelling, each diagram is printed.
      let plain = BareParts.replaced(in: diagram)
      if plain != diagram, (try? MermaidPrinter.proven(plain)) != nil { return unprintable += 1 }
      let printed = MermaidPrinter.print(diagram) ?? ""
      violations.append("it cannot be printed: \(error.message)\n\(error.line)\n\(printed)")
    }
  }
}
