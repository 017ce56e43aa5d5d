internal import Diagnostics

/// A piece of a parsed template.
indirect enum TemplateNode: Sendable {
  /// Text within one line, including its line ending.
  case text(String)
  /// A non-empty line begins: the place of a partial's indentation.
  case lineStart
  case variable(TemplateName, isRaw: Bool)
  case section(TemplateName, isInverted: Bool, [TemplateNode])
  /// `indentation` is the white space before a partial that is alone on its line.
  case partial(TemplateName, indentation: String)
}

/// A name in a tag, and its place in the template.
struct TemplateName: Sendable {
  /// As written: `machine.states`.
  let text: String
  /// Empty for `.`, the current value.
  let parts: [String]
  let range: SourceRange

  init(_ text: String, range: SourceRange) {
    self.text = text
    self.range = range
    parts = text == "." ? [] : text.split(separator: ".").map(String.init)
  }
}
