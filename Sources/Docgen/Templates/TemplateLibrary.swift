internal import Diagnostics

/// The templates of a run, each parsed when it is first needed.
///
///     var library = TemplateLibrary(TemplateSource(texts: ["greeting": "Hello {{name}}"]))
///     try library.render("greeting", with: ["name": "Ada"])  ->  "Hello Ada"
package struct TemplateLibrary: Sendable {
  private let source: TemplateSource
  private var parsed: [String: Template] = [:]

  package init(_ source: TemplateSource) {
    self.source = source
  }

  /// Fills a template; all of its partials come from the same source.
  ///
  /// Throws all problems of the template and its partials: syntax errors, unknown names, reached
  /// limits. Nothing is returned in part.
  package mutating func render(
    _ name: String, with value: TemplateValue, escaping: TemplateEscaping = .tableCell,
    missing: MissingKeys = .refuse
  ) throws(TemplateFailure) -> String {
    guard let template = try template(named: name) else {
      throw TemplateFailure([.unknownTemplate(name, at: nil, among: source.names)])
    }
    return try render(template, with: value, escaping: escaping, missing: missing)
  }

  /// Fills a template that need not be one of the source's.
  package mutating func render(
    _ template: Template, with value: TemplateValue, escaping: TemplateEscaping = .tableCell,
    missing: MissingKeys = .refuse
  ) throws(TemplateFailure) -> String {
    var renderer = TemplateRenderer(
      library: self, escaping: escaping, missing: missing, root: value)
    let text = renderer.render(template)
    self = renderer.library
    guard renderer.diagnostics.isEmpty else { throw TemplateFailure(renderer.diagnostics) }
    return text
  }

  /// The names of all templates.
  package var names: [String] { source.names }

  /// A template by name; `nil` if the source does not have it.
  package mutating func template(named name: String) throws(TemplateFailure) -> Template? {
    if let template = parsed[name] { return template }
    guard let file = source.file(name) else { return nil }
    let template = try Template(name: name, path: file.path, text: file.text)
    parsed[name] = template
    return template
  }
}

extension Diagnostic {
  /// The error for an unknown template that the program or a partial tag names.
  static func unknownTemplate(
    _ name: String, at location: SourceLocation?, among names: [String]
  ) -> Diagnostic {
    let nearest = NearMiss.best(for: name, among: names)
    return Diagnostic(
      rule: .unknownTemplate,
      at: location ?? SourceLocation(file: "\(name).mustache"),
      "the template `\(name)` does not exist", caretLabel: nearest.map { "did you mean `\($0)`?" },
      evidence: [Evidence(.help, "templates are files `NAME.mustache` in the template folder")])
  }
}
