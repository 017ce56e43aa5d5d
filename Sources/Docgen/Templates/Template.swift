package import Diagnostics

/// A parsed template: parse once, render many times.
package struct Template: Sendable {
  /// The name by which it is included: `state-table`.
  package let name: String
  /// The origin of its text, for diagnostics.
  package let path: String
  let nodes: [TemplateNode]

  /// Throws the first syntax error, with its place in `path`.
  package init(name: String, path: String, text: String) throws(TemplateFailure) {
    self.name = name
    self.path = path
    nodes = try TemplateParser.parse(path: path, text: text)
  }
}

/// The problems that keep a template from being parsed or filled.
package struct TemplateFailure: Error, Hashable, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}

/// The source of templates: files, or text built into the program.
package struct TemplateSource: Sendable {
  /// The file's name in diagnostics, and its text.
  package struct File: Hashable, Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The names of all templates, for suggestions.
  package let names: [String]
  /// The text of a template, read when it is first needed; `nil` for an unknown name.
  package let file: @Sendable (_ name: String) -> File?
  /// What the program that fills the templates states about itself: its commands, for its manual.
  package var programData = TemplateDictionary()

  package init(names: [String], file: @escaping @Sendable (_ name: String) -> File?) {
    self.names = names
    self.file = file
  }

  /// Whether another has the same templates under the same names.
  package func isSame(as other: TemplateSource) -> Bool {
    names == other.names && names.allSatisfy { file($0) == other.file($0) }
  }

  /// Templates held in memory, called `NAME.mustache` in diagnostics.
  package init(texts: [String: String]) {
    self.init(names: texts.keys.sorted()) { name in
      texts[name].map { File(path: "\(name).mustache", text: $0) }
    }
  }
}

/// The treatment of a name that the data does not have.
package enum MissingKeys: Sendable {
  /// An error with the nearest known name; as a section it is false. The default.
  case refuse
  /// Nothing is shown, as in the Mustache specification.
  case showNothing
}
