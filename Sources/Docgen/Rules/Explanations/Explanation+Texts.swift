/// The rules about prose, values, links and quoted code.
extension Explanation {
  static let texts: [String: Explanation] = [
    "stale-value": document(
      "A value in running text is a constant of the sources, a count, or what a scenario recorded.",
      "It opens to <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value --> degrees.",
      remedy: "`docgen fix` writes the value of the code."),
    "unknown-symbol": document(
      "By its look this is a name of the code, and the sources neither declare nor use it.",
      "It is `DoorMachine.hinges` that matters.",
      remedy: """
        Write the name as the code has it; `docgen fix` does so where it is misspelt. A name \
        of something else goes to `ignore` in the configuration.
        """),
    "unknown-file": document(
      "A path between backticks must lead to a file of the project, and to a line that it has. So "
        + "must each entry of a tree of folders in a code block, if most of the tree exists.",
      "See `Sources/App/Dor.swift`.", remedy: "Write the path as it is."),
    "unknown-command": other(
      """
      Readers copy commands. In shell blocks and inline code, a script, a target of `make`, a target \
      or product of `swift`, a test after `--filter` and an Xcode scheme must exist. `cd` is \
      followed; placeholders, variables and targets of included makefiles are ignored.
      """,
      "a document", "```sh\nmake lint\n```",
      remedy: "Write the command as it is now. A word of something else goes to `ignore`."),
    "wrong-value": document(
      """
      A number or truth value after a constant's name, or below "Default" in its row, must be the \
      constant's value. Units are ignored: 30 s and 30_000 agree. A variable is compared only with \
      what the page calls its default.
      """,
      "It opens to `DoorMachine.width` (default: 70) degrees.",
      remedy: "Write the value of the code, or mark it: `<!-- docgen:value DoorMachine.width -->`."),
    "moved-line": document(
      """
      A line beside a name must be one of its declaration: a link to `File.swift#L12` whose text is \
      the name, or the name and then the file with its line between backticks.
      """,
      "See `DoorMachine.width` (`Door.swift:1`).",
      remedy: "`docgen fix` writes the line of the declaration."),
    "broken-link": document(
      """
      Relative links, images and anchors must lead to a file or heading of the repository. Pages of \
      DocC catalogs and of site generators follow the rules of those programs; what docgen cannot \
      know about them is a note. So is a link that resolves from a copy of the page in a sibling \
      folder.
      """,
      "See [the windows](windows.md).",
      remedy: "Write the path from this document's folder, or the anchor of a heading."),
    "unresolved-doc-link": other(
      """
      Links to symbols, articles and tutorials, in DocC catalogs and in documentation comments, must \
      resolve as DocC resolves them. Members that a base type of another module may have are notes.
      """,
      "a documentation comment",
      "/// Opens the door, see ``DoorMachine/hinges``.",
      remedy: """
        Write the name with its types before it and its labels after it, separated by `/`. A name of \
        something else goes to `ignore` in the configuration.
        """),
    "wrong-count": document(
      """
      "the five states of `Type`" and "`Type` requires 24 methods" are compared with the code, \
      "three tools:" with the list that follows.
      """,
      "`DoorMachine` has 12 methods.",
      remedy: """
        `docgen fix` writes the number of the code; a value marker keeps it right. Correct the \
        number or the list by hand.
        """),
    "incomplete-list": other(
      """
      A list, the first column of a table or the headings of a section name most cases of an enum, \
      targets or products of a package, properties of a type, types that inherit from it, or Swift \
      files of a folder. It is a warning if the sentence before it claims to have all of them, or if \
      the missing ones are newer than the list. It is a hint otherwise, and silent for files.
      """,
      "a document about `enum Mood { case calm, merry, gloomy, furious }`",
      """
      These are all cases of `Mood`:

      - `calm`
      - `merry`
      - `gloomy`
      """,
      remedy: "Add the missing names, or write that the list is a selection: \"for example\"."),
    "wrong-version": other(
      """
      A platform or Swift version under a heading such as "Requirements", after "requires" or in a \
      badge is compared with the nearest `Package.swift`. A lower version than that of the manifest is \
      a warning, a higher one a hint. In `.package(url:from:)` of the package itself, a version that \
      no tag has reached, or one of an older major version, is a warning.
      """,
      "a document", "Harbor requires iOS 13+, and `Package.swift` has `.iOS(.v15)`.",
      remedy: "Write the version of the manifest."),
    "wrong-kind": other(
      """
      Prose that calls a type of the project a class, struct, enum, actor or protocol must use the \
      kind of its declaration: "the `Store` protocol", "actor `Store`".
      """,
      "a document", "The `Door` class opens, and the code has `actor Door`.",
      remedy: "Write the kind of the declaration."),
    "stray-fence": other(
      """
      A fence without a language whose block contains the line that opens another block has lost its \
      partner: the text in between is shown as code, and the code after it as text.
      """,
      "a document",
      """
      ~~~
      ## Install
      ~~~swift
      """,
      remedy: "Remove the fence, or add the one that is missing."),
    "wrong-cell": table(
      "A cell below a heading that the project tells must say what is so.",
      "| `closed` | `pushed` | `locked` |",
      remedy: "Write what is so; `columns=\"HEADING=\"` makes a column prose."),
    "unknown-row": table(
      "Each row of a verified table must be about something that is there.",
      "| `opne` | `pulled` | `closed` |", remedy: "Write its name as the code has it."),
    "missing-row": table(
      "A verified table must have a row for everything that its marker names.",
      "| `open` | `pulled` | `closed` |",
      remedy: "Write the row, or `partial` in the marker."),
    "stale-snippet": document(
      "A Swift block below a `docgen:verify snippet` must say what the code says.",
      """
      <!-- docgen:verify snippet symbol=DoorMachine.width -->
      ```swift
      static let width = 70
      ```
      """,
      remedy: "Quote the code as it is; `…` stands for what is left out."),
    "outdated-example": document(
      "Readers copy examples. Calls and members of the project's types must exist, with these "
        + "labels, `try` and `await`; a signature without a body must agree with its declaration. "
        + "Types of others, and names that the page declares itself, are ignored, and so is code "
        + "after a comment such as `// WRONG`.",
      """
      ```swift
      DoorMachine.slamShut()
      ```
      """,
      remedy: "Write the example as the code is now; `…` or `...` stands for arguments left out."),
    "swift-block": document(
      "Readers copy what they see: a Swift block must parse as some piece of a file. `…` and `...` "
        + "stand for anything. Numbers of alternatives, check marks and crosses, and scalars "
        + "without width are ignored.",
      """
      ```swift
      let door = = DoorMachine()
      ```
      """,
      remedy: "Fix it, or remove the word `swift` from a block that is not Swift."),
    "mermaid-syntax": document(
      "Mermaid would show an error instead of this diagram.",
      """
      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
          closed --> --> open
      ```
      """,
      remedy: "The finding says what was expected; `docgen mermaid lint` checks diagrams alone."),
    "oversized-diagram": other(
      """
      Mermaid replaces a diagram of more than 50,000 characters (`maxTextSize`) by an error message, \
      and refuses a flowchart of more than 500 links (`maxEdges`). Only the site that shows the \
      diagram can raise these limits, not the diagram itself; GitHub uses the defaults.
      """,
      "a document", "<!-- docgen:begin class-diagram modules=* -->",
      remedy: """
        Split the diagram. A generated class diagram is narrowed by `types`, `modules` or `around`, by \
        `max-types` and `max-members`, and by `members=none` or fewer `relations`.
        """),
    "stray-semicolon": document(
      """
      A `;` ends no statement of a state diagram. Behind a name it is part of the name; it ends a label, \
      and Mermaid draws it and the words that follow as states.
      """,
      """
      <!-- docgen:verify state-diagram machine=Door partial -->
      ```mermaid
      stateDiagram-v2
          closed --> open: pushed;
      ```
      """,
      remedy: """
        Take it out, or write `#59;` for a `;` that is to be shown; `docgen fix` does so where \
        it is plain which.
        """),
    "other-diagram": other(
      "`docgen mermaid` reads state, sequence and class diagrams, and passes over the others.",
      "a document given to `docgen mermaid lint`", "```mermaid\npie\n  \"a\": 1\n```",
      remedy: "Nothing needs to be done."),
    "not-canonical": other(
      "Formatted and read again, the diagram would mean something else.",
      "a document given to `docgen mermaid fmt`", "```mermaid\n…\n```",
      remedy: "The diagram is not changed; please report this as a fault of docgen."),
    "page-contract": other(
      "`contracts` in the configuration, or `contract` in the page's front matter, says what a page "
        + "must hold: sections, diagrams, length. A page that is promised must be there.",
      "the configuration", #""contracts": {"docs/door.md": {"sections": ["States"]}}"#,
      remedy: "Write what is missing, or change the contract."),
    "empty-document": document(
      "It was probably meant to hold something.", "",
      remedy: "Write it, or leave it out of `documents`."),
    "large-document": other(
      "More than 10 MB: nobody reads that, and checking it takes seconds.",
      "a document", "a log that somebody called `.md`",
      remedy: "Split it, or leave it out of `documents`."),
  ]

  /// A verified table of the door's steps with this row.
  private static func table(_ meaning: String, _ row: String, remedy: String) -> Explanation {
    document(
      meaning,
      """
      <!-- docgen:verify table machine=Door -->
      | From | Trigger | To |
      |---|---|---|
      \(row)
      """, remedy: remedy)
  }
}
