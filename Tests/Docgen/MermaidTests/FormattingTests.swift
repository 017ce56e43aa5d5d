import JSON
import Mermaid
import Testing

/// Formatting re-indents what the author wrote and changes white space only.
@Suite struct FormattingTests {
  struct Case: Sendable, CustomStringConvertible {
    var text: String
    var formatted: String

    var description: String { text }
  }

  static let cases = [
    Case(
      text: """
        stateDiagram-v2
        [*]-->A
        A  -->  B:x -> y
          A : one   more
        state "Long" as C {
        D --> E   : #59; "quoted" *as* is
        --


        F
        %% why
        }
        note left of A
         a -> b
           c > d

        e
        end note
        state G
        {
        H
            }
        classDef hot   fill:#f00,   color:white
        """,
      formatted: """
        stateDiagram-v2
            [*] --> A
            A --> B: x -> y
            A: one   more
            state "Long" as C {
                D --> E: #59; "quoted" *as* is
                --

                F
                %% why
            }
            note left of A
                a -> b
                c > d

                e
            end note
            state G
            {
                H
            }
            classDef hot   fill:#f00,   color:white

        """),
    Case(
      text: """
        ---
        title:   x
        ---
        %%{init: {
          "theme": "dark"}}%%
          sequenceDiagram
        participant   A as  Alice
        box Aqua  One
        actor B
        end
        alt yes
        A ->> B :x
        loop  often
        A-->>+B:
        end
        else   no
        A-) B: y
        end
        Note over A,B:  z
        accDescr {
        one
          two
        }
        """,
      formatted: """
        ---
        title:   x
        ---
        %%{init: {
          "theme": "dark"}}%%
        sequenceDiagram
            participant   A as  Alice
            box Aqua  One
                actor B
            end
            alt yes
                A->>B: x
                loop  often
                    A-->>+B:
                end
            else   no
                A-)B: y
            end
            Note over A,B:  z
            accDescr {
                one
                two
            }

        """),
    Case(
      text: """
        classDiagram
          class A["two
         lines"] {
        +x:  Int
        %% why
        <<protocol>>
                }
          A  <|--   B:is
          A "1" *--   "many" C : has
          namespace N {
          class D
          }
          note "x
           y"
          cssClass "A, B" hot
          note for A~T~ "z"
          A : +f()
        """,
      formatted: """
        classDiagram
            class A["two
         lines"] {
                +x:  Int
                %% why
                <<protocol>>
            }
            A <|-- B : is
            A "1" *--   "many" C : has
            namespace N {
                class D
            }
            note "x
           y"
            cssClass "A, B" hot
            note for A~T~ "z"
            A : +f()

        """),
    Case(
      text: """
        classDiagram
        class A~First,
          Second~ {
        +x
        }

        """,
      formatted: """
        classDiagram
            class A~First,
          Second~ {
                +x
            }

        """),
  ]

  @Test(arguments: cases)
  func `lines are indented by their depth`(example: Case) {
    let document = MermaidParser.parse(example.text)
    #expect(document.errors.isEmpty)
    #expect(MermaidFormatter.format(document) == example.formatted)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `a formatted text stays as it is and differs in white space only`(lineEnd: String) throws {
    var count = 0
    for entry in try Corpus.printed() {
      let text = entry.text.replacing("\n", with: lineEnd)
      let document = MermaidParser.parse(text)
      guard document.errors.isEmpty else { continue }
      count += 1
      let formatted = try #require(MermaidFormatter.format(document), "\(entry)")
      #expect(MermaidFormatter.format(MermaidParser.parse(formatted)) == formatted, "\(entry)")
      #expect(formatted.withoutSpace == text.withoutSpace, "\(entry)")
    }
    #expect(count > 300)
  }

  @Test func `formatted diagrams mean the same to the real Mermaid`() throws {
    let texts = try Corpus.printed().compactMap { entry in
      MermaidFormatter.format(MermaidParser.parse(entry.text))
    }
    #expect(texts.count > 300)
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts)) {
      #expect(verdict.ok, "\(verdict.error ?? "")\n\(text)")
    }
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts, models: true))
    where verdict.ok {
      let ours = MermaidModel.value(of: MermaidParser.parse(text).diagram)?.sorted.encoded
      #expect(ours == verdict.model, "\(text)")
    }
  }

  @Test func `wrong diagrams and other kinds are not formatted`() {
    for text in ["stateDiagram-v2\n A -> B", "erDiagram\n A", "flowchart LR\n A --> B", ""] {
      #expect(MermaidFormatter.format(MermaidParser.parse(text)) == nil)
    }
  }
}

extension String {
  fileprivate var withoutSpace: [UInt8] { utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
