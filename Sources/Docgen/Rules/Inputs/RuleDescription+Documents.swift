import Diagnostics

extension [RuleDescription] {
  /// Files that cannot be read or written.
  static let documents: [RuleDescription] = [
    RuleDescription(
      .notUTF8, severity: .error, summary: "A file is not UTF-8.",
      explanation: .other(
        "docgen reads UTF-8 only.", "a document", text: "the bytes of another encoding",
        remedy: "Save the file as UTF-8.")),
    RuleDescription(
      .nulByte, severity: .warning, summary: "A document contains a NUL byte.",
      explanation: .other(
        "Markdown programs treat NUL bytes differently.", "a document", text: "a byte 0",
        remedy: "Remove the byte.")),
    RuleDescription(
      .tooLarge, severity: .error, summary: "A file is too large to be read.",
      explanation: .other(
        "A document exceeds the limit `page-bytes`, or a Swift file exceeds `source-bytes`.",
        "a document", text: "a disk image with the name `backup.md`",
        remedy: "Leave it out of `documents`.")),
    RuleDescription(
      .unreadable, severity: .error, summary: "A file cannot be read.",
      explanation: .other(
        "The system does not let docgen read the file.", "a document",
        text: "a file without read permission",
        remedy: "Fix its permissions, or leave it out with `exclude`.")),
    RuleDescription(
      .unwritable, severity: .error, summary: "A document cannot be written.",
      explanation: .other(
        "The system does not let docgen write the file, or it changed while docgen ran.",
        "a document",
        text: "a file in a folder without write permission",
        remedy: "Fix the permissions of its folder, then run `docgen fix` again.")),
    RuleDescription(
      .unsafeWrite, severity: .error,
      summary: "The generated text would damage the document; nothing is written.",
      explanation: .other(
        """
        docgen reads the new text before it writes. Where the page outside of the regions would \
        mean something else, or the region would not read back, nothing is written.
        """,
        "a template whose output would swallow the end marker", text: "```\nnever closed",
        remedy: "Fix the template, or whatever the region is generated from.")),
  ]
}
