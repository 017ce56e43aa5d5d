import Mermaid
import Testing

/// Whatever a label holds, the real Mermaid accepts the printed diagram and shows that label.
@Suite struct LabelTests {
  @Test func `hostile labels are shown as they are`() throws {
    var labels = DiagramGenerator.hostile
    var generator = DiagramGenerator(seed: 77)
    labels += (0..<700).map { _ in generator.noise() }
    labels.removeAll { normalized($0).isEmpty || normalized($0) == "A" || normalized($0) == "S" }
    let texts = labels.flatMap { diagrams(Label($0)) }
    for (number, answer) in try RealMermaid.shown(texts).enumerated() {
      let label = labels[number / 3]
      #expect(!answer.shown.isEmpty)
      for shown in answer.shown {
        #expect(normalized(shown) == normalized(label), "\(texts[number])")
      }
    }
  }

  /// The label in every place of the three kinds.
  private func diagrams(_ label: Label) -> [String] {
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
          .note(SequenceNote(.over, ["A"], label)),
          .block(SequenceBlock(.loop, label, [])),
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

  /// White space as HTML shows it: runs are one space, lines have none at their ends.
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
