import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `docgen fix` applies safe fixes and leaves the rest.
@Suite struct FixTests {
  private let project: SmallProject
  private let page = "docs/a.md"

  init() throws {
    project = try SmallProject()
  }

  @Test func `stale values are fixed, names are left to the author`() throws {
    #expect(try project.docgen("generate").code == 0)
    let drawn = try project.text(page)
    try project.write(
      """
      \(drawn)
      `DoorMachin.width` and `aply(_:)`; <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value -->
      degrees; `somethingElseEntirely`; [here](b.md).

      """, to: page)
    let outcome = try project.docgen("fix", "--check")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("wrote \(page)  (1 region)"), "\(outcome)")
    #expect(outcome.contains("4 errors in 1 document"), "\(outcome)")
    #expect(
      try project.text(page) == """
        \(drawn)
        `DoorMachin.width` and `aply(_:)`; <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value -->
        degrees; `somethingElseEntirely`; [here](b.md).

        """)
    let again = try project.docgen("fix", "--check")
    #expect(!again.contains("wrote"))
    #expect(again.contains("4 errors in 1 document"))
  }

  @Test func `a region and a fix on one page are one change, shown and made together`() throws {
    try project.write(
      """
      <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value -->

      ```mermaid
      stateDiagram-v2
          A --> B;
      ```

      """, to: page)
    let before = try project.text(page)
    let planned = try project.docgen("fix", "--dry-run", "--diff")
    #expect(planned.code == 1, "\(planned)")
    #expect(planned.contains("would write \(page)  (1 region, 1 fix)\n"), "\(planned)")
    #expect(planned.contains("+<!-- docgen:value DoorMachine.width -->90"), "\(planned)")
    #expect(planned.contains("-    A --> B;\n+    A --> B\n"), "\(planned)")
    #expect(try project.text(page) == before)
    let outcome = try project.docgen("generate")
    #expect(outcome.code == 0 && outcome.contains("wrote \(page)  (1 region, 1 fix)\n"))
    #expect(
      try project.text(page)
        == before.replacing("70<", with: "90<").replacing("B;", with: "B"))
    #expect(try project.docgen("fix").output == "nothing to change in 1 document\n")
  }

  @Test func `a region edited by hand stays, and the rest of its page is fixed`() throws {
    #expect(try project.docgen("fix").code == 0)
    let edited = try project.text(page).replacing("open: pushed", with: "open: kicked")
    let diagram = "\n```mermaid\nstateDiagram-v2\n    A --> B;\n```\n"
    try project.write(edited + diagram, to: page)
    let outcome = try project.docgen("fix")
    #expect(outcome.code == 3, "\(outcome)")
    #expect(outcome.contains("[hand-edited-region]"), "\(outcome)")
    #expect(try project.text(page) == edited + diagram.replacing("B;", with: "B"))
  }

  @Test func `a similar name is offered, and never written`() throws {
    let text = "`DoorMachine.State.closd` [`x`](a.md#nowhere) `DoorMachine.State.opn`\n"
    try project.write(text, to: page)
    let outcome = try project.docgen("fix", "--check")
    #expect(try project.text(page) == text)
    #expect(outcome.contains("did you mean `DoorMachine.State.closed`?"), "\(outcome)")
    #expect(outcome.contains("[broken-link]"), "\(outcome)")
  }

  @Test func `semicolons of a state diagram are taken out or written as codes`() throws {
    let head = "> ```mermaid\r\n> stateDiagram-v2\r\n>     A --> B"
    try project.write("\(head);\r\n>     B --> A: one; two\r\n> ```\r\n", to: page)
    let outcome = try project.docgen("fix", "--check")
    #expect(outcome.contains("wrote \(page)  (2 fixes)"), "\(outcome)")
    #expect(
      try project.text(page) == "\(head)\r\n>     B --> A: one#59; two\r\n> ```\r\n")
  }

  @Test func `a correct document is not touched`() throws {
    #expect(try project.docgen("generate").code == 0)
    let file = project.folder.appendingPathComponent(page).path
    let before = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    #expect(try project.docgen("fix", "--check").code == 0)
    let after = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    #expect(before == after)
  }

  #if !os(Windows)
    @Test func `nothing is written while another run writes, and a message states that`() throws {
      let file = open(project.folder.appendingPathComponent(".docgen.json").path, O_RDONLY)
      try #require(file >= 0 && flock(file, LOCK_EX) == 0)
      let before = try project.text(page)
      let outcome = try project.docgen("generate")
      #expect(outcome.code == 4)
      #expect(outcome.errors.contains("another docgen is writing the documents"), "\(outcome)")
      #expect(try project.text(page) == before)
      close(file)
      #expect(try project.docgen("generate").code == 0)
      #expect(try project.text(page) != before)
    }
  #endif
}
