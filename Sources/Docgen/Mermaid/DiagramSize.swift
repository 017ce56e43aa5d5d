package import Diagnostics

/// How large a diagram is, as far as Mermaid limits it.
///
/// Mermaid draws an error message in place of a diagram that exceeds a limit, and only the site
/// that shows the page can raise it. So the size is checked for each diagram, including those of
/// kinds that this module does not read.
package struct DiagramSize: Sendable {
  /// In UTF-16 units, without front matter, directives and comments: as Mermaid counts them.
  package let characters: Int
  /// A lower bound of the links of a flowchart; Mermaid limits the links of no other kind.
  package let links: Int

  /// Mermaid's default `maxTextSize`. A larger text is replaced by an error message.
  package static let maximumCharacters = 50_000
  /// Mermaid's default `maxEdges`. With more a flowchart is an error.
  package static let maximumLinks = 500

  /// The size of a text; `nil` if it is too short to exceed a limit.
  package init?(_ source: SourceText) {
    // A link and its ends have five bytes at least.
    guard source.bytes.count > 4 * Self.maximumLinks else { return nil }
    let prepared = PreparedText(source.bytes)
    // The line feed at the end was added by `PreparedText`.
    let text = String(decoding: prepared.bytes.dropLast(), as: UTF8.self)
    characters = text.utf16.count
    links = Self.isFlowchart(text) ? Self.links(in: text) : 0
  }

  /// A sentence for each limit that is exceeded.
  package var problems: [String] {
    var problems: [String] = []
    if characters > Self.maximumCharacters {
      problems.append(
        "the diagram has \(characters) characters; Mermaid draws up to \(Self.maximumCharacters)")
    }
    if links > Self.maximumLinks {
      problems.append(
        "the flowchart has at least \(links) links; Mermaid draws up to \(Self.maximumLinks)")
    }
    return problems
  }

  private static func isFlowchart(_ text: String) -> Bool {
    let first = text.prefix { !$0.isWhitespace && $0 != ";" }
    return first == "graph" || first.hasPrefix("flowchart")
  }

  /// Counts `-->`, `---`, `-.->`, `==>`, `~~~` and their like outside of quotes and brackets.
  ///
  /// A lower bound, because `A & B --> C & D` is one arrow in the text and four links in the
  /// diagram.
  private static func links(in text: String) -> Int {
    var count = 0
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == UInt8(ascii: ";") }) {
      var depth = 0
      var isQuoted = false
      // The characters of the link so far.
      var run = 0
      for byte in line {
        switch byte {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
        let isSign = !isQuoted && depth == 0 && "-=.~>".utf8.contains(byte)
        run = isSign ? run + 1 : 0
        if run == 3 { count += 1 }
      }
    }
    return count
  }
}

extension MermaidDocument {
  /// Warnings about a diagram that Mermaid refuses because of its size.
  package func sizeDiagnostics(
    in file: String, place: (SourceRange) -> SourceRange = { $0 }
  ) -> [Diagnostic] {
    let start = place(SourceRange(line: 1, column: 1, length: 0)).start
    return (DiagramSize(source)?.problems ?? []).map { problem in
      Diagnostic(
        rule: .oversizedDiagram, severity: .warning,
        at: SourceLocation(file: file, line: start.line, column: start.column), problem,
        evidence: [
          Evidence(
            .note,
            "only the site that shows the diagram can raise `maxTextSize` and `maxEdges`; "
              + "GitHub does not"),
          Evidence(
            .help,
            "split the diagram; a generated one is narrowed by `types`, `around`, `max-types`, "
              + "`max-members` and `relations`"),
        ])
    }
  }
}
