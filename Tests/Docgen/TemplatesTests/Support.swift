import Diagnostics
import Templates

/// The result of a template, with partials by name.
func fill(
  _ text: String, _ value: TemplateValue = [:], partials: [String: String] = [:],
  escaping: TemplateEscaping = .html, missing: MissingKeys = .showNothing
) throws -> String {
  var library = TemplateLibrary(TemplateSource(texts: partials))
  let template = try Template(name: "test", path: "test.mustache", text: text)
  return try library.render(template, with: value, escaping: escaping, missing: missing)
}

/// The problems of a template or its data, each as `line:column summary`.
func mistakes(
  _ text: String, _ value: TemplateValue = [:], partials: [String: String] = [:]
) -> [String] {
  do {
    _ = try fill(text, value, partials: partials, missing: .refuse)
    return []
  } catch let failure as TemplateFailure {
    return failure.diagnostics.map { diagnostic in
      let start = diagnostic.location.range?.start
      return "\(start?.line ?? 0):\(start?.column ?? 0) \(diagnostic.summary)"
    }
  } catch {
    return ["\(error)"]
  }
}
