import Facts
import Mermaid
import Testing

/// An unchanged tree gives the text back; an edit changes only the lines it must.
@Suite struct EditingTests {
  @Test func `an unchanged diagram gives the text back byte for byte`() throws {
    for entry in try Corpus.all() {
      let document = MermaidParser.parse(entry.text)
      #expect(document.text == entry.text)
      #expect(document.text(with: document.diagram) == entry.text)
    }
  }

  @Test func `a new label changes one line`() throws {
    let source = """
      %% drawn by hand
      stateDiagram-v2

        [*]   -->   idle
        idle --> syncing : old
          %% odd indentation

        state "Two" as two {
            x-->y
        }
      """
    let document = MermaidParser.parse(source)
    var diagram = state(source)
    for (index, statement) in diagram.statements.enumerated() {
      guard case .transition(var transition) = statement, transition.label != nil else { continue }
      transition.label = "new; better"
      diagram.statements[index] = .transition(transition)
    }
    #expect(
      document.text(with: .state(diagram))
        == source.replacing("idle --> syncing : old", with: "idle --> syncing: new#59; better"))
  }

  @Test func `a new statement gets its neighbours' indentation and line ends`() throws {
    let source = "sequenceDiagram\r\n  loop x\r\n    A->>B : one\r\n  end\r\n"
    let document = MermaidParser.parse(source)
    var diagram = sequence(source)
    guard case .block(var block) = diagram.statements.first else {
      Issue.record("no block")
      return
    }
    block.branches[0].statements.append(
      .message(Message(from: "B", to: "A", .dottedArrow, "two")))
    diagram.statements[0] = .block(block)
    #expect(
      document.text(with: .sequence(diagram))
        == "sequenceDiagram\r\n  loop x\r\n    A->>B : one\r\n    B-->>A: two\r\n  end\r\n")
  }

  @Test func `a statement that goes takes its line with it`() throws {
    let source = "classDiagram\n  class A {\n    +x\n    +y  \n  }\n  A  -->  B\n"
    let document = MermaidParser.parse(source)
    var diagram = classes(source)
    guard case .declaration(var declaration) = diagram.statements.first else {
      Issue.record("no class")
      return
    }
    declaration.members.removeFirst()
    diagram.statements[0] = .declaration(declaration)
    #expect(
      document.text(with: .classes(diagram))
        == "classDiagram\n  class A {\n    +y  \n  }\n  A  -->  B\n")
  }

  @Test func `whatever the edit, the text reads as the new diagram`() throws {
    for file in Corpus.printedFiles {
      let entries = try Corpus.entries(file)
      let documents = entries.map { MermaidParser.parse($0.text) }.filter(\.errors.isEmpty)
      for (before, after) in zip(documents, documents.dropFirst()) {
        let text = before.text(with: after.diagram)
        let again = MermaidParser.parse(text)
        #expect(again.errors.map(\.message) == [], "\(text)")
        let changes = MermaidComparison.changes(from: after.diagram, to: again.diagram)
        #expect(changes?.map(\.sentence) == [], "\(text)")
      }
    }
  }
}
