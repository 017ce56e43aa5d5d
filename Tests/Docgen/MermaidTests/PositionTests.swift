import Diagnostics
import Mermaid
import Testing

/// Every element has its position in the original text: line and UTF-8 column, both from 1.
@Suite struct PositionTests {
  @Test func `a transition and its label`() throws {
    let source = "stateDiagram-v2\n    état --> zwei: 429 übrig\n"
    let transition = try #require(state(source).transitions.first?.transition)
    #expect(transition.range == SourceRange(line: 2, column: 5, length: 26))
    #expect(text(transition.range, in: source) == "état --> zwei: 429 übrig")
    #expect(text(transition.label?.range, in: source) == "429 übrig")
    #expect(text(transition.to.range, in: source) == "zwei")
  }

  @Test func `places after front matter, directives and comments`() throws {
    let source = """
      ---
      title: T
      ---
      %%{init: {"theme": "dark"}}%%
      stateDiagram-v2
      %% first

      %% second
        A --> B: x
      """
    let diagram = state(source)
    #expect(
      diagram.transitions.first?.transition.range?.start == SourcePosition(line: 9, column: 3))
    guard case .comment(let comment) = diagram.statements.dropFirst().first else {
      Issue.record("no second comment")
      return
    }
    #expect(text(comment.range, in: source) == "%% second")
    #expect(diagram.header.directives.first?.text == "{init: {\"theme\": \"dark\"}}")
    #expect(diagram.header.frontMatter?.text == "title: T")
  }

  @Test func `places with CRLF`() throws {
    let source = "sequenceDiagram\r\n  A->>B: one\r\n  B->>A: two\r\n"
    let messages = sequence(source).messages
    #expect(messages.map { text($0.range, in: source) } == ["A->>B: one", "B->>A: two"])
    #expect(messages.map { $0.range?.start.line } == [2, 3])
  }

  @Test func `a composite extends to its brace`() throws {
    let source = "stateDiagram-v2\nstate A {\n  x --> y\n  --\n  z\n}\nB"
    guard case .state(let composite) = state(source).statements.first else {
      Issue.record("no composite")
      return
    }
    #expect(text(composite.range, in: source) == "state A {\n  x --> y\n  --\n  z\n}")
    #expect(composite.regions.count == 2)
    #expect(text(composite.regions.last?.divider, in: source) == "--")
  }

  @Test func `blocks, their branches and their ends`() throws {
    let source = """
      sequenceDiagram
        alt good
          A->>B: x
        else bad one
          B-->>A: y
        end
      """
    guard case .block(let block) = sequence(source).statements.first else {
      Issue.record("no block")
      return
    }
    #expect(block.branches.map { text($0.range, in: source) } == ["alt good", "else bad one"])
    #expect(text(block.branches.last?.label.range, in: source) == "bad one")
    #expect(text(block.endRange, in: source) == "end")
    #expect(block.range?.end == SourcePosition(line: 6, column: 6))
  }

  @Test func `members and relations`() throws {
    let source = """
      classDiagram
        class Store~T~ {
          +load(id: Int) T
        }
        Store "1" *-- "many" Row : holds
      """
    let diagram = classes(source)
    let member = try #require(diagram.declarations.first?.members.first)
    #expect(text(member.range, in: source) == "+load(id: Int) T")
    let relation = try #require(diagram.relations.first)
    #expect(text(relation.range, in: source) == "Store \"1\" *-- \"many\" Row : holds")
    #expect(text(relation.label?.range, in: source) == "holds")
    #expect(text(relation.to.cardinality?.range, in: source) == "many")
    #expect(text(relation.to.name.range, in: source) == "Row")
  }
}
