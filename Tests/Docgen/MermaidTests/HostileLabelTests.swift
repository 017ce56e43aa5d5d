import Foundation
import Mermaid
import Testing

/// The real Mermaid accepts every printed diagram and shows its labels and names, whatever they
/// contain.
///
/// `HOSTILE_LABELS` is the number of printed diagrams; `make hostile-labels` sets it to 100,000.
@Suite struct HostileLabelTests {
  private static let count =
    ProcessInfo.processInfo.environment["HOSTILE_LABELS"].flatMap(Int.init)
    ?? Amount.of(900, full: 6_000)
  /// The number of diagrams per request.
  private static let batch = 6_000

  @Test func `hostile labels and names are shown as they are`() throws {
    var generator = DiagramGenerator(seed: 77)
    var texts = DiagramGenerator.hostile
    var rest = Self.count
    while rest > 0 {
      while texts.count < min(rest, Self.batch) / 6 + 1 { texts.append(generator.hostileText()) }
      texts.removeAll { ["", "A", "B", "S"].contains(normalized($0)) }
      try check(texts)
      rest -= texts.count * 6
      texts = []
    }
  }

  /// Six diagrams for each text: it is a label in three and a name in three.
  private func check(_ texts: [String]) throws {
    let diagrams = texts.flatMap { labelled(Label($0)) + named(Name($0)) }
    for (number, answer) in try RealMermaid.shown(diagrams).enumerated() {
      let text = normalized(texts[number / 6])
      if number % 6 < 3 {
        #expect(!answer.shown.isEmpty)
        for shown in answer.shown { #expect(normalized(shown) == text, "\(diagrams[number])") }
      } else {
        let names = answer.names.map(normalized)
        #expect(names.contains(text), "\(names)\n\(diagrams[number])")
      }
    }
  }

  /// The text as a name in the three kinds.
  private func named(_ name: Name) -> [String] {
    [
      MermaidPrinter.print(
        StateDiagram(statements: [
          .transition(StateTransition(from: name, to: "B")),
          .transition(StateTransition(from: "B", to: name)),
          .note(StateNote(.left, of: name, "n")),
        ])),
      MermaidPrinter.print(
        SequenceDiagram(statements: [
          .message(Message(from: name, to: "B", .solidArrow, "x")),
          .note(SequenceNote(.over, [name], text: "n")),
          .activate(ParticipantReference(name)),
        ])),
      MermaidPrinter.print(
        ClassDiagram(statements: [
          .declaration(ClassDeclaration(name, members: [ClassMember(nil, "x: Int")])),
          .relation(ClassRelation(from: ClassRelation.Side(name), to: ClassRelation.Side("B"))),
          .note(ClassNote("n", for: name)),
        ])),
    ]
  }

  /// The label in every place of the three kinds.
  private func labelled(_ label: Label) -> [String] {
    [
      MermaidPrinter.print(
        StateDiagram(statements: [
          .transition(StateTransition(from: "A", to: "B", label: label)),
          .state(StateDeclaration("S1", label: label)),
          .state(StateDeclaration("S2", label: label, isLabelQuoted: true)),
          .note(StateNote(.left, of: "A", label)),
        ])),
      MermaidPrinter.print(
        SequenceDiagram(statements: [
          .participant(Participant("A", label: label)),
          .message(Message(from: "A", to: "B", .solidArrow, label)),
          .note(SequenceNote(.over, ["A"], text: label)),
          .block(SequenceBlock(.loop, label, statements: [])),
        ])),
      MermaidPrinter.print(
        ClassDiagram(statements: [
          .declaration(ClassDeclaration("A", label: label)),
          .relation(
            ClassRelation(
              from: ClassRelation.Side("A"), to: ClassRelation.Side("B"), label: label)),
          .note(ClassNote(label)),
        ])),
    ]
  }

  /// White space as HTML shows it: runs become one space, and lines are trimmed.
  private func normalized(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split { $0.isWhitespace }.joined(separator: " ")
    }
    return lines.joined(separator: "\n").trimmed
  }
}

extension String {
  /// Without line feeds at both ends.
  fileprivate var trimmed: String {
    var slice = self[...]
    while slice.first == "\n" { slice.removeFirst() }
    while slice.last == "\n" { slice.removeLast() }
    return String(slice)
  }
}
