/// Lines that documents state for names, and changes that move them.
extension PostOffice {
  /// `"what a declaration says" of a name in a file`
  private static let declarations:
    [(name: String, text: String, file: String, facets: Set<Facet>)] =
      [
        ("HandSorter", "class HandSorter", counter, [.type("HandSorter")]),
        ("MailCounter", "actor MailCounter", counter, [.type("MailCounter")]),
        ("RoundPlan", "struct RoundPlan", rounds, [.type("RoundPlan")]),
        ("PostStamp", "struct PostStamp", letters, [.type("PostStamp")]),
        ("MailCounter.callNext", "func callNext", counter, member("MailCounter", "callNext")),
        ("MailLimits.bagSize", "static let bagSize", letters, member("MailLimits", "bagSize")),
        ("RoundState.onTour", "case onTour", rounds, member("RoundState", "onTour")),
      ]

  private static func member(_ type: String, _ name: String) -> Set<Facet> {
    [.type(type), .member(type, name)]
  }

  static let lineTexts: [Text] = declarations.flatMap { name, text, file, facets in
    let line = line(of: text, in: files[file]) ?? 0
    let facets = facets.union([.file(file), .line(file, text)])
    return [
      Text(text: "`\(name)` (`\(file):\(line)`)", facets: facets),
      Text(text: "- [`\(name)`](../\(file)#L\(line))", facets: facets),
      Text(text: "| `\(name)` | `\(file):\(line)` |\n|---|---|\n| a | b |", facets: facets),
    ]
  }

  /// The line, from 1, that contains the text; `nil` if none does.
  static func line(of text: String, in file: String?) -> Int? {
    file?.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(text) }.map { $0 + 1 }
  }

  /// An insertion moves all declarations below it.
  static let movedLines: [Change] = [
    Change(
      name: "a comment before counters",
      edits: [Edit(counter, "public protocol", "// Sorting\n// and more.\n\npublic protocol")],
      breaks: []),
    Change(
      name: "a comment among limits",
      edits: [
        Edit(letters, "  public static let bagSize", "  // Each.\n  public static let bagSize")
      ],
      breaks: []),
    Change(
      name: "a comment at the end", edits: [Edit(rounds, "", "// The end.\n")], breaks: []),
  ]
}

extension PostOffice.Change {
  /// The library after the change.
  func applied(to files: [String: String]) -> [String: String] {
    var files = files
    for edit in edits {
      let text = files[edit.file] ?? ""
      files[edit.file] =
        edit.old.isEmpty ? text + edit.new : text.replacing(edit.old, with: edit.new)
    }
    if let (from, to) = movedFile { files[to] = files.removeValue(forKey: from) }
    return files
  }

  /// Whether a claim of the text is false after the change.
  func makesUntrue(_ text: PostOffice.Text, of files: [String: String]) -> Bool {
    let after = applied(to: files)
    return text.facets.contains { facet in
      guard case .line(let file, let declaration) = facet else { return breaks.contains(facet) }
      guard let line = PostOffice.line(of: declaration, in: after[file]) else { return false }
      return line != PostOffice.line(of: declaration, in: files[file])
    }
  }
}
