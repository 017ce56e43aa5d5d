import Templates

/// The initial pages of `docgen new`; a file `new-KIND.mustache` in the project's template folder
/// replaces one.
enum StartingTemplates {
  /// By kind, in the order of the help; each gets `title` and `name`.
  static let all: [(kind: String, text: String)] = [
    ("state-machine", stateMachine), ("sequence", sequence), ("class", classes), ("page", page),
  ]

  /// The project's templates, and these for missing names.
  static func source(_ project: TemplateSource) -> TemplateSource {
    let own = Dictionary(uniqueKeysWithValues: all.map { ("new-" + $0.kind, $0.text) })
    return TemplateSource(names: Set(project.names).union(own.keys).sorted()) { name in
      project.file(name)
        ?? own[name].map { TemplateSource.File(path: "\(name).mustache", text: $0) }
    }
  }

  private static let stateMachine = """
    # {{title}}

    What {{name}} is for, and who drives it.

    ## States

    <!-- docgen:begin state-diagram machine={{{name}}} notes=yes -->
    <!-- docgen:end -->

    ## Every step

    Write a row for each step that needs a reason; take `partial` out once all of them have one.

    <!-- docgen:verify table machine={{{name}}} partial -->
    | From | Event | To | Why |
    |---|---|---|---|
    {{#steps}}
    | {{from}} | {{event}} | {{to}} | … |
    {{/steps}}

    """

  private static let sequence = """
    # {{title}}

    What happens, and when.

    <!-- docgen:begin sequence scenarios="{{{name}}}" -->
    <!-- docgen:end -->

    """

  private static let classes = """
    # {{title}}

    {{meaning}}{{^meaning}}What {{name}} is for.{{/meaning}}

    ## Around it

    <!-- docgen:begin class-diagram around={{{name}}} members=none direction=LR -->
    <!-- docgen:end -->

    ## What it offers

    <!-- docgen:begin class-diagram types={{{name}}} access={{{access}}} signatures=types relations=none -->
    <!-- docgen:end -->

    """

  private static let page = """
    # {{title}}

    What this page is about, in a sentence.

    ## Why

    ## How

    """
}
