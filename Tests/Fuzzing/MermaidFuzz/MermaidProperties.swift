// The MermaidFuzz module has properties that the reading, comparison and formatting of Mermaid must
// have for every text.
//
// `MermaidProperties` checks one text and lists the violations. libFuzzer generates texts and calls
// the function in `FuzzEntry.swift` with them (`make fuzz`); the tests check the same properties
// with stored texts. No property needs the real Mermaid, so that a run can check many texts.

import Diagnostics
import Facts
import JSON
import Mermaid

/// The properties of every text, checked by the fuzzer and by the tests.
package struct MermaidProperties {
  /// The violated properties.
  package private(set) var violations: [String] = []
  /// The number of accepted diagrams.
  package private(set) var accepted = 0

  /// Checks the bytes; if they do not begin like a diagram, also after the first line of each kind.
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
    if document.text != text { violations.append("the text is not preserved") }
    for error in document.errors where error.range.end < error.range.start {
      violations.append("an error ends before it begins: \(error.message)")
    }
    guard document.errors.isEmpty else { return }
    let diagram = document.diagram
    if let change = MermaidComparison.changes(from: diagram, to: diagram)?.first {
      violations.append("it differs from itself: \(change.message)")
    }
    if MermaidModel.value(of: diagram)?.bytes.isEmpty == true {
      violations.append("the model is missing")
    }
    switch diagram {
    case .state, .sequence, .classes: checkFormatting(document)
    case .flowchart, .other, .unrecognized: break
    }
  }

  private mutating func checkFormatting(_ document: MermaidDocument) {
    accepted += 1
    // The printer must not trap, whatever the author's diagram.
    _ = MermaidPrinter.print(document.diagram)
    guard let formatted = MermaidFormatter.format(document) else {
      return violations.append("it cannot be formatted")
    }
    func visible(_ text: String) -> [UInt8] {
      text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    if visible(formatted) != visible(document.text) {
      violations.append("formatting changes more than white space\n\(formatted)")
    }
    if let second = MermaidFormatter.format(MermaidParser.parse(formatted)), second != formatted {
      violations.append("formatting twice gives another text\n\(formatted)\nand then\n\(second)")
    }
  }
}
