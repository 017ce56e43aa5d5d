/// The rules about files and the configuration.
extension Explanation {
  static let inputs: [String: Explanation] = [
    "not-utf8": other(
      "docgen reads UTF-8 only.", "a document", "the bytes of another encoding",
      remedy: "Save the file as UTF-8."),
    "nul-byte": other(
      "Programs that read Markdown differ about NUL bytes.", "a document", "a byte 0",
      remedy: "Remove the byte."),
    "too-large": other(
      "More than 512 MB.", "a document", "a disk image that somebody called `.md`",
      remedy: "Leave it out of `documents`."),
    "unreadable": other(
      "The system refuses to hand the file out.", "a document", "a file without read permission",
      remedy: "Mend its permissions, or leave it out with `exclude`."),
    "unwritable": other(
      "The system refuses to take the file, or it changed while docgen was at work.", "a document",
      "a file in a folder without write permission",
      remedy: "Mend the permissions of its folder, then generate again."),
    "swift-syntax": other(
      """
      The rest of the file is read. Findings that the unreadable part may explain are warnings, and \
      `docgen fix` keeps a region that would lose a name which the file mentions.
      """, "a Swift file", "func open( {", remedy: "Fix it; the compiler reports the same error."),
    "unknown-convention": other(
      """
      At least 8 references of one kind lead nowhere, and at most one in ten resolves. The project \
      probably has a convention that docgen does not know, such as a base folder or a generator. \
      Findings of that kind are warnings, unless the history shows the commit that removed the target. \
      The same holds for a folder in which at least 8 Swift blocks, and more than half of all, do not \
      parse: they are probably another language, and their findings are hints.
      """,
      "a page of a DocC catalog, one of many", #"@Snippet(path: "House/Examples/Opening")"#,
      remedy: """
        List them with `docgen check --hints`. If they are wrong, make them errors again in \
        `severities`: `"unresolved-doc-link/medium": "error"`. If they are right, turn them off there. \
        Write the name of the other language in place of `swift`.
        """),
    "baseline": other(
      """
      The baseline is committed: what it allows may become less, never more. Either something fell \
      below it, or it allows something that is mended.
      """,
      "the baseline", #""machines": {"Door": {"coverage": 1}}"#,
      remedy:
        "`docgen baseline update` writes down what became better; see the manual for the rest."),
    "configuration": other(
      "`.docgen.json` is missing, is no JSON, or says something that docgen does not know.",
      "the configuration", #"{ "document": ["docs/*.md"] }"#,
      remedy: "The manual lists the keys; `docgen schema` tells them to an editor."),
  ]
}
