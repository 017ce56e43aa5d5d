import EmbeddedFiles
import Templates

/// The initial pages of `docgen new`; a file `new-KIND.mustache` in the project's template folder
/// replaces one.
enum StartingTemplates {
  /// By kind, in the order of the help; each gets `title` and `name`.
  static let all = starting_templates().all.map { (kind: String(cString: $0.name), text: $0.text) }

  /// The project's templates, and these for missing names.
  static func source(_ project: TemplateSource) -> TemplateSource {
    let own = Dictionary(uniqueKeysWithValues: all.map { ("new-" + $0.kind, $0.text) })
    return TemplateSource(names: Set(project.names).union(own.keys).sorted()) { name in
      project.file(name)
        ?? own[name].map { TemplateSource.File(path: "\(name).mustache", text: $0) }
    }
  }
}
