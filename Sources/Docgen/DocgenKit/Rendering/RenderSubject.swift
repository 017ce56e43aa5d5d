import Diagnostics
import Markdown
import Mermaid

/// The subject of a picture: a page with its diagrams, or one diagram.
struct RenderSubject {
  private let input: MermaidInput
  /// The diagram that the operand names; `nil` for a complete page.
  private(set) var diagram: MermaidText?
  /// The reasons why it cannot be drawn.
  private(set) var problems: [Diagnostic] = []

  /// Reads `FILE`, `FILE:LINE` or `-`. A line selects the diagram or region that contains it;
  /// `needsDiagram` is set for formats that can show only one diagram.
  init(_ operand: String, needsDiagram: Bool) {
    let (path, line) = Self.parts(operand)
    input = MermaidInput(path)
    problems = input.problems
    guard problems.isEmpty else { return }
    if input.page == nil {
      diagram = input.texts.first
    } else if let line {
      diagram = input.texts.first { contains(line, $0) }
      if diagram == nil { report("no diagram at line \(line)") }
    } else if needsDiagram {
      if input.texts.count == 1 { diagram = input.texts.first }
      if diagram == nil {
        let count = input.texts.count
        report(
          count == 0
            ? "it has no diagram" : "it has \(count) diagrams; choose one, as in FILE:LINE")
      }
    }
    if let diagram { problems += diagram.document.errors.map(problem(in: diagram)) }
  }

  /// `a.md:12` -> `a.md` and 12, unless a file with that complete name exists.
  private static func parts(_ operand: String) -> (path: String, line: Int?) {
    guard let colon = operand.lastIndex(of: ":"), FileSystem.kind(of: operand) == nil,
      let line = Int(operand[operand.index(after: colon)...])
    else { return (operand, nil) }
    return (String(operand[..<colon]), line)
  }

  private func contains(_ line: Int, _ text: MermaidText) -> Bool {
    guard let fence = text.fence else { return false }
    return input.page?.diagramLines(fence).contains(line) == true
  }

  private mutating func report(_ summary: String) {
    let places = input.texts.compactMap(\.fence?.range.start.line).map {
      "\(input.path):\($0)"
    }
    problems.append(
      Diagnostic(
        rule: .configuration, category: .usage, at: SourceLocation(file: input.path), summary,
        evidence: places.isEmpty
          ? [] : [Evidence(.help, "its diagrams: \(places.joined(separator: ", "))")]))
  }

  private func problem(in diagram: MermaidText) -> (MermaidError) -> Diagnostic {
    { error in error.diagnostic(in: input.path) { diagram.place($0, in: input) } }
  }

  var sources: [String: SourceText] { [input.path: input.source] }

  /// Whether it has a diagram.
  var isDrawn: Bool { diagram != nil || input.page?.fences.contains(where: Self.isDrawn) == true }

  private static func isDrawn(_ fence: Fence) -> Bool { fence.language.lowercased() == "mermaid" }

  /// The title: a page's first heading.
  var title: String {
    input.page?.headings.first.map(\.text) ?? input.path
  }

  /// The text as HTML, diagrams as `<pre class="mermaid">`, with the images of the project at this
  /// root.
  func html(root: String) -> (text: String, images: PageImages?) {
    if let diagram { return (Self.block(diagram.document.text), nil) }
    guard let page = input.page else { return ("", nil) }
    var images = PageImages(of: page, at: input.path, root: root)
    let text = page.html { fence in
      Self.isDrawn(fence) ? Self.block(fence.literal) : nil
    } image: {
      images.address(of: $0)
    }
    return (text, images)
  }

  private static func block(_ text: String) -> String {
    "<pre class=\"mermaid\">\(HTMLText.escaped(text))</pre>\n"
  }
}

extension Page {
  /// The lines of a diagram and of its marker.
  func diagramLines(_ fence: Fence) -> ClosedRange<Int> {
    let region = regions.first { $0.fences.contains(fence) }?.range ?? fence.range
    return min(
      region.start.line, fence.range.start.line)...max(
        region.end.line, fence.range.end.line)
  }
}
