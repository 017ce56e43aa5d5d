package import Diagnostics
import Diagrams
package import Facts
package import Markdown
package import Mermaid
import Models
import SwiftIndex

/// Looks up the element at a place of a page.
extension CheckedPage {
  /// The facts of code and traces about the element; `nil` for plain words.
  ///
  /// Values are tried before markers, because a value's region contains its markers; fences before
  /// code and links, which cannot be in them.
  ///
  /// - Parameters:
  ///   - place: A position in the file, as a cursor has it.
  ///   - templates: The files of the project's templates, by name.
  /// - Returns: `nil` if no fact of the project is known about the text there.
  package func knowledge(at place: SourcePosition, templates: [String: String] = [:])
    -> HoverInfo?
  {
    if let value = regions.first(where: { $0.region.kind == .value && $0.region.range.holds(place) }
    ) {
      return knowledge(ofValue: value)
    }
    if let marker = page.markers.first(where: { $0.range.holds(place) }) {
      return MarkerHoverInfo(marker: marker, project: project, templates: templates).about(place)
    }
    if let fence = page.fences.first(where: { $0.range.holds(place) }) {
      return knowledge(at: place, in: fence)
    }
    if let found = knowledge(ofCellAt: place) { return found }
    if let span = page.codeSpans.first(where: { $0.range.holds(place) }) {
      var found = knowledge(ofCode: span.text)
      found?.range = span.contentRange
      return found
    }
    guard let link = page.links.first(where: { $0.range.holds(place) }) else { return nil }
    return knowledge(of: link)
  }

  // MARK: - Diagrams

  private func knowledge(at place: SourcePosition, in fence: Fence) -> HoverInfo? {
    guard fence.language.lowercased() == "mermaid", let inner = page.place(place, in: fence) else {
      return nil
    }
    let diagram = MermaidParser.parse(fence.literal).diagram
    guard let part = FactPlace.at(inner, in: diagram.facts) else { return nil }
    let region = page.regions.first { $0.fences.contains { $0.block == fence.block } }
    var found = DiagramHoverInfo(project: project, diagram: diagram, region: region).about(part)
    found?.range = location(of: part.range, in: fence).range
    return found
  }

  /// The facts of code and traces about parts of a diagram, one for each part; `nil` if there are
  /// none. The diagram may have more elements than the text of the fence.
  package func knowledge(
    of parts: [FactPlace], of diagram: MermaidDiagram, in fence: Fence
  ) -> [HoverInfo?] {
    let region = page.regions.first { $0.fences.contains { $0.block == fence.block } }
    let knowledge = DiagramHoverInfo(project: project, diagram: diagram, region: region)
    return parts.map(knowledge.about)
  }

  // MARK: - Text

  private func knowledge(ofValue checked: CheckedRegion) -> HoverInfo? {
    guard case .value(let expected) = checked.outcome else { return nil }
    var found = HoverInfo("value `\(expected.expression)`")
    found.range = checked.region.contentRange
    found.add(symbolsNamed: expected.expression, in: project.code)
    found.notes.append("now \(expected.text)")
    let isSymbol = found.symbols.contains { $0.location == expected.location }
    if !isSymbol, expected.location.range != nil {
      let kind: Evidence.Kind = expected.isObserved ? .observed : .declared
      found.declared.append(Evidence(kind, expected.text, at: expected.location))
    }
    return found
  }

  /// The meaning of inline code: a symbol, a file, a state or an event.
  ///
  /// A word may mean several things; the symbols of all meanings are collected, and the
  /// observations of all machines are added.
  package func knowledge(ofCode text: String) -> HoverInfo? {
    if let file = FileName(text), let found = knowledge(of: file) { return found }
    var found = HoverInfo("`\(text)`")
    let name = CodeName(text)
    found.add(symbolsNamed: name?.lookup ?? text, in: project.code)
    if let value = ProjectValue.constant(text, in: project) { found.notes.append(value) }
    let word = name.map { $0.isMember || $0.parts.count == 1 ? $0.last : "" } ?? text
    for machine in project.machineNames.compactMap(project.machine) {
      let known =
        machine.knowledge(ofState: word, in: project.code)
        ?? machine.knowledge(ofEvent: word, in: project.code)
      guard let known else { continue }
      for symbol in known.symbols where !found.symbols.contains(symbol) {
        found.symbols.append(symbol)
      }
      if let observed = known.observed {
        var both = found.observed ?? Observation()
        both.add(observed)
        found.observed = both
      }
      found.title = known.title
      found.notes += known.notes
    }
    let isKnown = !found.symbols.isEmpty || found.observed != nil
    if !isKnown, let machine = project.machine(named: text) {
      return machine.knowledge(in: project.code)
    }
    return isKnown ? found : nil
  }

  private func knowledge(of file: FileName) -> HoverInfo? {
    let lines = project.code.lineCountsByFile
    let exact = context?.kind(file.path) == .file ? [file.path] : []
    let named = lines.keys.filter { $0.hasSuffix("/" + file.path) }.sorted()
    let paths = exact.isEmpty ? named : exact
    guard !paths.isEmpty else { return nil }
    var found = HoverInfo("file `\(file.path)`")
    found.declared = paths.map { path in
      let length = lines[path].map { $0.counted("line") } ?? ""
      return Evidence(.note, length, at: SourceLocation(file: path, line: file.line ?? 1))
    }
    return found
  }

  /// The target of a link within the project: a file, or a heading in it.
  private func knowledge(of link: Link) -> HoverInfo? {
    guard let target = LinkTarget(link.destination), let context else { return nil }
    let path = target.path.isEmpty ? page.path : ProjectContext.path(target.path, from: page.path)
    guard let path, target.path.isEmpty || context.kind(path) == .file else { return nil }
    var found = HoverInfo("`\(path)`")
    found.range = link.destinationRange ?? link.range
    let heading = context.headings(of: path).first { $0.anchor == target.anchor }
    found.declared = [
      Evidence(
        .note, heading?.text ?? "",
        at: SourceLocation(file: path, line: heading?.range.start.line ?? 1))
    ]
    return found
  }

  // MARK: - Tables

  private func knowledge(ofCellAt place: SourcePosition) -> HoverInfo? {
    for checked in regions {
      guard case .table(let table) = checked.outcome, checked.region.range.holds(place),
        let row = table.rows.first(where: { $0.range.holds(place) })
      else { continue }
      var found = row.subject.flatMap { subject in
        let knowledge = DiagramHoverInfo(
          project: project, diagram: .unrecognized, region: checked.region)
        return knowledge.about(
          FactPlace(facts: [subject], range: row.range, role: subject.has(.text) ? .text : nil))
      }
      if found == nil, let location = row.location {
        var plain = HoverInfo("`\(row.title)`")
        plain.add(symbolAt: location, in: project.code)
        found = plain
      }
      let cell = row.cells.first { $0.range.holds(place) }
      found?.range = cell?.range ?? row.range
      if let cell, let written = cell.declared {
        found?.notes.append("\(cell.heading): \(written.isEmpty ? "nothing" : "`\(written)`")")
      }
      if let found { return found }
    }
    return nil
  }
}

extension SourceRange {
  /// Whether a cursor at a place touches the range, including the position after its last
  /// character.
  package func holds(_ place: SourcePosition) -> Bool { start <= place && place <= end }
}

extension Page {
  /// The position in a fence's text for a place in the file; `nil` if the place is not in the text.
  ///
  /// The inverse of `Fence.position`.
  func place(_ place: SourcePosition, in fence: Fence) -> SourcePosition? {
    guard fence.contentLines.contains(place.line) else { return nil }
    let line = place.line - fence.contentLines.lowerBound + 1
    let start = fence.position(in: source, line: line, column: 1)
    return SourcePosition(line: line, column: max(1, place.column - start.column + 1))
  }
}
