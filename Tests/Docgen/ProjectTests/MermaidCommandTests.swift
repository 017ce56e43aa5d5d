import Foundation
import JSON
import Testing

/// Runs the built `docgen mermaid` on temporary files.
@Suite struct MermaidCommandTests {
  /// A folder of files that goes with the test.
  private final class Files {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")

    init(_ texts: [String: String]) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in texts { try Data(text.utf8).write(to: url(name)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
    }

    func mermaid(_ arguments: String..., input: String = "") throws -> Outcome {
      try Tool.docgen.run(["mermaid"] + arguments, in: folder, input: Data(input.utf8))
    }
  }

  private static let page = """
    # Page

    > - one
    >
    >   ```mermaid
    >   stateDiagram-v2
    >     A -> B
    >   ```

    ```mermaid
    erDiagram
      A ||--o{ B : holds
    ```

    """

  // MARK: - lint

  @Test func `lint reports the line and column in the page, the expectation and the fix`() throws {
    let files = try Files(["a.md": Self.page, "b.mmd": "sequenceDiagram\n  A->>B: hi\n"])
    let outcome = try files.mermaid("lint", "a.md", "b.mmd")
    #expect(outcome.code == 4)
    #expect(
      outcome.contains("a.md:7:9: error: `->` is not an arrow of state diagrams [mermaid-syntax]"),
      "\(outcome)")
    #expect(outcome.contains("^~ expected `-->`"), "\(outcome)")
    #expect(outcome.contains("= help  replace `->` with `-->`"), "\(outcome)")
    #expect(outcome.contains("1 error in 2 diagrams of 2 files · 1 of another kind"), "\(outcome)")
  }

  @Test func `another kind of diagram is a note, not an error`() throws {
    let files = try Files(["a.mmd": "erDiagram\n  A ||--o{ B : holds\n"])
    let outcome = try files.mermaid("lint", "a.mmd")
    #expect(outcome.code == 0)
    #expect(
      outcome.contains("a.mmd:1:1: note: a diagram of kind `erDiagram` is skipped"),
      "\(outcome)")
    #expect(try files.mermaid("lint", "-q", "a.mmd").output.isEmpty)
  }

  @Test func `a semicolon that is drawn as a state is a warning, not an error`() throws {
    let files = try Files(["a.md": "```mermaid\nstateDiagram-v2\n    A --> B;\n```\n"])
    let outcome = try files.mermaid("lint", "a.md")
    #expect(outcome.code == 0)
    #expect(
      outcome.contains(
        "a.md:3:11: warning: `;` does not end a statement of a state diagram: Mermaid draws a state `B;` "
          + "[stray-semicolon]"), "\(outcome)")
    #expect(outcome.contains("no errors, 1 warning in 1 diagram of 1 file"), "\(outcome)")
  }

  @Test func `lint prints annotations for GitHub`() throws {
    let files = try Files(["a.md": Self.page])
    let outcome = try files.mermaid("lint", "-f", "github", "a.md")
    #expect(outcome.code == 4)
    #expect(
      outcome.output.hasPrefix("::error file=a.md,line=7,col=9,title=mermaid-syntax::"),
      "\(outcome)")
  }

  @Test func `standard input is a diagram or a page`() throws {
    let files = try Files([:])
    #expect(try files.mermaid("lint", "-", input: "classDiagram\nclass A\n").code == 0)
    let outcome = try files.mermaid("lint", "-", input: Self.page)
    #expect(outcome.contains("<stdin>:7:9: error: "), "\(outcome)")
  }

  @Test func `an unreadable file has its own exit code, a wrong command line another`() throws {
    let files = try Files([:])
    let missing = try files.mermaid("lint", "none.mmd")
    #expect(missing.code == 4)
    #expect(missing.contains("none.mmd: error: the file cannot be read"), "\(missing)")
    try Data([0x63, 0xE9, 0x0A]).write(to: files.url("latin.mmd"))
    let latin = try files.mermaid("lint", "latin.mmd")
    #expect(latin.code == 4)
    #expect(latin.contains("latin.mmd:1:2: error: the byte 0xE9 is not UTF-8"), "\(latin)")
    for wrong in [["lint"], ["lnt", "a"], ["diff", "a"], ["model"], ["diff", "-", "-"]] {
      let outcome = try Tool.docgen.run(["mermaid"] + wrong, in: files.folder)
      #expect(outcome.code == 2, "\(wrong): \(outcome)")
      #expect(outcome.errors.contains("Try 'docgen mermaid"), "\(wrong): \(outcome)")
    }
  }

  // MARK: - fmt

  @Test func `fmt changes the blocks of a page and nothing else`() throws {
    let page = "a  \r\n> ~~~mermaid\r\n> stateDiagram-v2\r\n>  A   -->  B\r\n> ~~~\r\n\r\n* b\r\n"
    let expected = page.replacingOccurrences(of: ">  A   -->  B", with: ">     A --> B")
    let files = try Files(["a.md": page])
    let check = try files.mermaid("fmt", "--check", "a.md")
    #expect(check.code == 1)
    #expect(check.output == "a.md is not formatted\n")
    #expect(try files.text("a.md") == page)
    #expect(try files.mermaid("fmt", "a.md").code == 0)
    #expect(try files.text("a.md") == expected)
    #expect(try files.mermaid("fmt", "--check", "a.md").output.isEmpty)
  }

  @Test func `fmt keeps generated regions and wrong diagrams unchanged`() throws {
    let wrong = "```mermaid\nstateDiagram-v2\nA ->  B\n```\n"
    let generated = """
      <!-- docgen:begin state-diagram -->
      ```mermaid
      stateDiagram-v2
      A   --> B
      ```
      <!-- docgen:end 00000000 -->

      """
    let files = try Files(["a.md": wrong, "b.md": generated])
    #expect(try files.mermaid("fmt", "a.md", "b.md").code == 4)
    #expect(try files.text("a.md") == wrong)
    #expect(try files.text("b.md") == generated)
  }

  @Test func `fmt keeps line ends and front matter, and is idempotent`() throws {
    let text =
      "---\r\ntitle: x\r\n---\r\nclassDiagram\r\ncssClass \"A, B\" hot\r\n\r\n\r\nclass A\r\n"
    let expected = text.replacingOccurrences(of: "cssClass", with: "    cssClass")
      .replacingOccurrences(of: "\r\n\r\n\r\nclass", with: "\r\n\r\n    class")
    let files = try Files(["a.mmd": text])
    #expect(try files.mermaid("fmt", "a.mmd").code == 0)
    #expect(try files.text("a.mmd") == expected)
    #expect(try files.mermaid("fmt", "--check", "a.mmd").code == 0)
  }

  @Test func `fmt keeps the spelling of labels, and indents the lines of notes`() throws {
    let files = try Files([:])
    let state = "stateDiagram-v2\nA-->B:x -> y\nnote left of A\n a -> b\n  c > d\nend note\n"
    let outcome = try files.mermaid("fmt", "-", input: state)
    #expect(
      outcome.output == """
        stateDiagram-v2
            A --> B: x -> y
            note left of A
                a -> b
                c > d
            end note

        """ && outcome.errors.isEmpty, "\(outcome)")
    for text in ["note \"a -> b\"", "A --> B : x -> y", "class C[\"p -> q\"]"] {
      let outcome = try files.mermaid("fmt", "-", input: "classDiagram\n\(text)\n")
      #expect(outcome.output == "classDiagram\n    \(text)\n", "\(outcome)")
    }
    let sequence = try files.mermaid("fmt", "-", input: "sequenceDiagram\nA->>B: 1 -> 2\n")
    #expect(sequence.output == "sequenceDiagram\n    A->>B: 1 -> 2\n", "\(sequence)")
  }

  @Test func `fmt writes standard input to standard output`() throws {
    let files = try Files([:])
    let outcome = try files.mermaid("fmt", "-", input: "sequenceDiagram\nA ->> B :x\n%% c\n")
    #expect(outcome.output == "sequenceDiagram\n    A->>B: x\n    %% c\n")
    #expect(outcome.code == 0)
  }

  // MARK: - diff

  private static let old = "stateDiagram-v2\n  A --> B: one\n  B --> A: back\n"
  private static let new = "stateDiagram-v2\n  B --> A:  back\n  A --> B: two\n  A --> C\n"

  @Test func `diff reports each change with both places`() throws {
    let files = try Files(["old.mmd": Self.old, "new.mmd": Self.new])
    let outcome = try files.mermaid("diff", "old.mmd", "new.mmd")
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        old.mmd:2:12 new.mmd:3:12: relabelled transition: the transition `A --> B: one` is now \
        `A --> B: two`
        new.mmd:4:3: added transition: the transition `A --> C` is new

        """)
    let same = try files.mermaid("diff", "old.mmd", "-", input: Self.old + "%% comment\n")
    #expect(same.code == 0)
    #expect(same.output == "the diagrams have the same meaning\n")
  }

  @Test func `diff as JSON has kinds, elements and places`() throws {
    let files = try Files(["old.mmd": Self.old, "new.mmd": Self.new])
    let outcome = try files.mermaid("diff", "--format", "json", "old.mmd", "new.mmd")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let diagrams = (value as? [String: Any])?["diagrams"] as? [[String: Any]]
    let changes = diagrams?.first?["changes"] as? [[String: Any]] ?? []
    #expect(diagrams?.first?["kind"] as? String == "state")
    #expect(changes.map { $0["kind"] as? String } == ["relabelled", "added"])
    #expect((changes.first?["old"] as? [String: Int])?["line"] == 2)
    #expect((changes.first?["new"] as? [String: Int])?["column"] == 12)
    #expect(changes.last?["old"] == nil)
  }

  @Test func `diff as Mermaid draws the change`() throws {
    let files = try Files(["old.mmd": Self.old + "B --> D\n", "new.mmd": Self.new])
    let outcome = try files.mermaid("diff", "--format=mermaid", "old.mmd", "new.mmd")
    #expect(outcome.contains("A --> B: 🟪 [was: one] two\n"), "\(outcome)")
    #expect(outcome.contains("A --> C: 🟩 [new]\n"), "\(outcome)")
    #expect(outcome.contains("B --> D: 🟥 [gone]\n"), "\(outcome)")
    #expect(try files.mermaid("lint", "-", input: outcome.output).code == 0)
  }

  @Test func `pages are compared diagram by diagram`() throws {
    func page(_ label: String) -> String {
      "```mermaid\nsequenceDiagram\nA->>B: x\n```\n\ntext\n\n```mermaid\n\(Self.old)```\n"
        .replacingOccurrences(of: "one", with: label)
    }
    let files = try Files(["old.md": page("one"), "new.md": "text\n\n" + page("1")])
    let outcome = try files.mermaid("diff", "old.md", "new.md")
    #expect(outcome.output.hasPrefix("old.md:10:12 new.md:12:12: relabelled"), "\(outcome)")
    let other = try files.mermaid("diff", "old.md", "-", input: Self.old)
    #expect(other.code == 1)
    #expect(
      other.contains("old.md:2:1: removed diagram: the sequence diagram is gone"), "\(other)")
  }

  @Test func `flowcharts are compared too`() throws {
    let files = try Files([
      "old.mmd": "flowchart LR\n  App[The app] --> Core & Tools\n  Core -->|reads| Store\n",
      "new.mmd":
        "flowchart LR\n  Core -->|writes| Store\n  app2[The app] --> Core\n  app2 -.-> Tools\n",
    ])
    let outcome = try files.mermaid("diff", "old.mmd", "new.mmd")
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        old.mmd:3:12 new.mmd:2:12: relabelled edge: the edge `Core --> Store: reads` is now \
        `Core --> Store: writes`
        old.mmd:2:16 new.mmd:4:8: changed edge: the edge `The app --> Tools` is now \
        `The app -.-> Tools`

        """)
  }

  @Test func `a wrong diagram is not compared`() throws {
    let files = try Files(["old.mmd": Self.old, "new.mmd": "stateDiagram-v2\nA -> B\n"])
    let outcome = try files.mermaid("diff", "old.mmd", "new.mmd")
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("new.mmd:2:3: error: "), "\(outcome)")
  }

  // MARK: - model

  @Test func `model prints one object per diagram`() throws {
    let files = try Files(["a.md": "```mermaid\n\(Self.old)```\n\n```mermaid\n\(Self.new)```\n"])
    let outcome = try files.mermaid("model", "a.md")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == """
        {"direction":"TB","states":[{"id":"A","type":"default"},{"id":"B","type":"default"}],\
        "transitions":[{"from":"A","to":"B","label":"one"},{"from":"B","to":"A","label":"back"}]}
        """)
  }

  @Test func `each request line gets a response line with its id`() throws {
    let files = try Files([:])
    let input = """
      {"id":"x","text":"stateDiagram\\nA"}
      {"text":"sequenceDiagram\\nA->","id":2}
      {"id":[3],"text":"pie\\ntitle x"}
      {"id":4,"text":"nothing"}
      """
    let outcome = try files.mermaid("model", "--jsonl", input: input)
    #expect(outcome.code == 0)
    #expect(
      outcome.output.split(separator: "\n") == [
        #"{"id":"x","ok":true,"kind":"state","model":{"direction":"TB","states":[{"id":"A","type":"default"}]}}"#,
        #"{"id":2,"ok":false,"kind":"sequence","error":"2:4: the line ends too early; expected a participant"}"#,
        #"{"id":[3],"ok":true,"kind":"pie"}"#,
        #"{"id":4,"ok":false,"error":"1:1: `nothing` is not a kind of diagram that Mermaid knows; expected `stateDiagram-v2`, `sequenceDiagram`, `classDiagram` or `flowchart`"}"#,
      ])
    let broken = try files.mermaid("model", "--jsonl", input: "{\"id\":1}\n[\n" + input)
    #expect(broken.code == 4)
    #expect(broken.contains(#"{"id":1,"ok":false,"error":"line 1: expected"#), "\(broken)")
    #expect(broken.contains(#"{"id":null,"ok":false,"error":"line 2, column 2: "#), "\(broken)")
    #expect(broken.contains(#"{"id":"x","ok":true"#), "\(broken)")
  }

  // MARK: - help

  @Test(arguments: [[], ["lint"], ["fmt"], ["diff"], ["model"]])
  func `help fits 80 columns and names the exit codes`(path: [String]) throws {
    let files = try Files([:])
    let outcome = try Tool.docgen.run(["mermaid"] + path + ["--help"], in: files.folder)
    #expect(outcome.code == 0)
    #expect(outcome.contains("Usage: docgen mermaid"), "\(outcome)")
    #expect(outcome.contains("Exit codes:"), "\(outcome)")
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
