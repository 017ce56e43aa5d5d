// The Templates module fills Mustache templates with values of the code, for generated tables and
// pages.
//
// It implements the Mustache specification without lambdas and inheritance: comments, delimiters,
// interpolation, sections, inverted sections and partials. It adds three things. The kind of a
// value decides its escaping (`TemplateValue`, `TemplateEscaping`), because a cell of a Markdown
// table needs other escapes than HTML. A misspelled name is an error with a suggestion
// (`MissingKeys`), because Mustache's silence would write an empty cell into a document. And
// `-first`, `-last` and `-index` describe the place in a list.
//
// `TemplateParser` turns a text into nodes once; `TemplateLibrary` keeps parsed templates;
// `TemplateRenderer` walks over the nodes. Templates come from a repository and are untrusted: they
// can neither run code nor read files, and `Limit` bounds their steps and output. Rules provides
// the data and DocgenKit the files.

internal import Diagnostics

/// Fills one template, and collects all errors instead of stopping at the first.
///
/// Rendering never throws: problems are collected, so that the author sees all misspelled names at
/// once. The caller discards the output if there are any.
struct TemplateRenderer {
  var library: TemplateLibrary
  private(set) var diagnostics: [Diagnostic] = []

  private let escaping: TemplateEscaping
  private let missing: MissingKeys
  private var output = ""
  private var scopes: [Scope]
  /// The partials being rendered, outermost first.
  private var path: [String] = []
  /// White space before each line of the current partial.
  private var indentation = ""
  private var steps = 0
  private var isStopped = false

  /// A value in which names are looked up, and its place in the list of the section.
  private struct Scope {
    let value: TemplateValue
    var place: (index: Int, count: Int)?
  }

  /// A partial that includes itself more often than this would never end.
  private static let deepest = 100
  private static let mostDiagnostics = 100

  init(
    library: TemplateLibrary, escaping: TemplateEscaping, missing: MissingKeys, root: TemplateValue
  ) {
    self.library = library
    self.escaping = escaping
    self.missing = missing
    scopes = [Scope(value: root)]
  }

  mutating func render(_ template: Template) -> String {
    path = [template.path]
    render(template.nodes)
    return output
  }

  private mutating func render(_ nodes: [TemplateNode]) {
    for node in nodes where !isStopped {
      steps += 1
      if steps > Limit.templateSteps.value { return stop(at: .templateSteps) }
      if output.utf8.count > Limit.templateBytes.value { return stop(at: .templateBytes) }
      switch node {
      case .text(let text): output += text
      case .lineStart: output += indentation
      case .variable(let name, let isRaw): show(name, isRaw: isRaw)
      case .section(let name, let isInverted, let nodes):
        renderSection(name, isInverted: isInverted, nodes)
      case .partial(let name, let indentation): include(name, indentation: indentation)
      }
    }
  }

  // MARK: - Nodes

  private mutating func show(_ name: TemplateName, isRaw: Bool) {
    switch lookUp(name) {
    case .found(let value):
      if case .dictionary = value, missing == .refuse {
        report(
          name, "`\(name.text)` is not a text but holds other values",
          help: "name one of them, or open a section with `{{#\(name.text)}}`")
      }
      output += isRaw ? TemplateEscaping.raw(value) : escaping.apply(value)
    case .missing(let known):
      if missing == .refuse { reportMissing(name, known) }
    }
  }

  private mutating func renderSection(
    _ name: TemplateName, isInverted: Bool, _ nodes: [TemplateNode]
  ) {
    var value = TemplateValue.null
    switch lookUp(name) {
    case .found(let found): value = found
    case .missing(let known):
      // Data may lack a name, which is then false; a name that is nearly known is misspelled.
      if missing == .refuse, NearMiss.best(for: name.text, among: known) != nil {
        reportMissing(name, known)
      }
    }
    if isInverted {
      if !value.isTrue { render(nodes) }
      return
    }
    guard value.isTrue else { return }
    guard case .list(let values) = value else {
      render(nodes, in: Scope(value: value))
      return
    }
    for (index, value) in values.enumerated() where !isStopped {
      steps += 1
      render(nodes, in: Scope(value: value, place: (index, values.count)))
    }
  }

  private mutating func render(_ nodes: [TemplateNode], in scope: Scope) {
    scopes.append(scope)
    render(nodes)
    scopes.removeLast()
  }

  /// A partial sees the scopes of its caller. The indentation of its tag is added to each of its
  /// lines.
  private mutating func include(_ name: TemplateName, indentation: String) {
    guard path.count <= Self.deepest else {
      report(
        name, "`\(name.text)` includes itself without end",
        help: "put the partial into a section that becomes false")
      isStopped = true
      return
    }
    do throws(TemplateFailure) {
      guard let template = try library.template(named: name.text) else {
        if missing == .refuse { reportUnknown(name) }
        return
      }
      let outer = self.indentation
      self.indentation += indentation
      path.append(template.path)
      render(template.nodes)
      path.removeLast()
      self.indentation = outer
    } catch {
      diagnostics += error.diagnostics.filter { !diagnostics.contains($0) }
    }
  }

  // MARK: - Names

  private enum Found {
    case found(TemplateValue)
    /// The names that are known there.
    case missing([String])
  }

  /// The first part is looked up from the innermost scope outwards, the others within its value.
  ///
  /// Only the first part of a dotted name searches outwards. If `machine` is found in an inner
  /// scope without `states`, `machine.states` is missing, as in the specification.
  private func lookUp(_ name: TemplateName) -> Found {
    guard let first = name.parts.first else {
      return .found(scopes.last?.value ?? .null)
    }
    if let value = place(name.text) { return .found(value) }
    var value: TemplateValue?
    for scope in scopes.reversed() {
      guard case .dictionary(let dictionary) = scope.value, let found = dictionary[first] else {
        continue
      }
      value = found
      break
    }
    guard var value else { return .missing(names()) }
    for (index, part) in name.parts.enumerated().dropFirst() {
      guard case .dictionary(let dictionary) = value else { return .missing([]) }
      guard let next = dictionary[part] else {
        let prefix = name.parts[..<index].joined(separator: ".")
        return .missing(dictionary.keys.map { "\(prefix).\($0)" })
      }
      value = next
    }
    return .found(value)
  }

  /// `-first`, `-last` and `-index` (from 1) within a section that iterates over a list.
  private func place(_ name: String) -> TemplateValue? {
    guard name.hasPrefix("-"), let place = scopes.last(where: { $0.place != nil })?.place else {
      return nil
    }
    switch name {
    case "-first": return .boolean(place.index == 0)
    case "-last": return .boolean(place.index == place.count - 1)
    case "-index": return .integer(place.index + 1)
    default: return nil
    }
  }

  /// Every name that can be used here, innermost first.
  private func names() -> [String] {
    scopes.reversed().flatMap { scope -> [String] in
      guard case .dictionary(let dictionary) = scope.value else { return [] }
      return dictionary.keys
    }
  }

  // MARK: - Diagnostics

  private mutating func reportMissing(_ name: TemplateName, _ known: [String]) {
    let nearest = NearMiss.best(for: name.text, among: known)
    let list = known.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    report(
      name, "the data has no `\(name.text)`",
      label: nearest.map { "did you mean `\($0)`?" },
      help: known.isEmpty ? "no names are known here" : "known here: \(list)",
      fix: nearest)
  }

  /// Ends the rendering.
  private mutating func stop(at limit: Limit) {
    isStopped = true
    keep(
      Diagnostic(
        rule: .templateSyntax, at: SourceLocation(file: path.last ?? "", line: 1),
        limit.message("the template"), evidence: [Evidence(.help, limit.help)]))
  }

  private mutating func reportUnknown(_ name: TemplateName) {
    let location = SourceLocation(file: path.last ?? "", range: name.range)
    keep(.unknownTemplate(name.text, at: location, among: library.names))
  }

  private mutating func report(
    _ name: TemplateName, _ summary: String, label: String? = nil, help: String,
    fix: String? = nil
  ) {
    keep(
      Diagnostic(
        rule: .templateSyntax,
        at: SourceLocation(file: path.last ?? "", range: name.range), summary, caretLabel: label,
        evidence: [Evidence(.help, help)],
        fixIts: fix.map {
          [FixIt(range: name.range, replacement: $0, title: "replace with `\($0)`")]
        } ?? []))
  }

  /// Records a finding once, however often the place is rendered.
  private mutating func keep(_ diagnostic: Diagnostic) {
    let isKnown = diagnostics.contains {
      $0.location == diagnostic.location && $0.summary == diagnostic.summary
    }
    if !isKnown, diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }
}
