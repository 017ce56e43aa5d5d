import Diagnostics

extension [RuleDescription] {
  /// Files that cannot be read or written.
  static let documents: [RuleDescription] = [
    RuleDescription(
      .notUTF8, .error, "A file is not UTF-8.",
      .other(
        "docgen reads UTF-8 only.", "a document", "the bytes of another encoding",
        remedy: "Save the file as UTF-8.")),
    RuleDescription(
      .nulByte, .warning, "A document holds a NUL byte.",
      .other(
        "Markdown programs treat NUL bytes differently.", "a document", "a byte 0",
        remedy: "Remove the byte.")),
    RuleDescription(
      .tooLarge, .error, "A document is too large to be read.",
      .other(
        "The document has more than 512 MB.", "a document",
        "a disk image that somebody called `.md`",
        remedy: "Leave it out of `documents`.")),
    RuleDescription(
      .unreadable, .error, "A file cannot be read.",
      .other(
        "The system does not let docgen read the file.", "a document",
        "a file without read permission",
        remedy: "Fix its permissions, or leave it out with `exclude`.")),
    RuleDescription(
      .unwritable, .error, "A document cannot be written.",
      .other(
        "The system does not let docgen write the file, or it changed while docgen ran.",
        "a document",
        "a file in a folder without write permission",
        remedy: "Fix the permissions of its folder, then run `docgen fix` again.")),
    RuleDescription(
      .unsafeWrite, .error,
      "What docgen would write would damage the document; nothing is written.",
      .other(
        """
        docgen reads what it is about to write once more. Where the page outside of the regions would \
        mean something else, or the region would not read back, nothing is written.
        """,
        "a template whose output would swallow the end marker", "```\nnever closed",
        remedy: "Fix the template, or whatever the region is generated from.")),
  ]
}
