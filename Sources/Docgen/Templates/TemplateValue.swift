/// The data of a template.
///
/// The kind of a value decides its escaping, see `TemplateEscaping`:
///
///     .string("a|b*")      text to be shown verbatim
///     .markdown("a *b*")   text that is already Markdown, such as a documentation comment
///     .code("a|b")         shown as a code span; the template writes no backticks
package indirect enum TemplateValue: Hashable, Sendable {
  case string(String)
  case markdown(String)
  case code(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case list([TemplateValue])
  case dictionary(TemplateDictionary)
  /// A known key without a value: shown as nothing, false as a section.
  case null

  /// False, null, an empty text and an empty list leave a section out; 0 does not.
  package var isTrue: Bool {
    switch self {
    case .string(let text), .markdown(let text), .code(let text): !text.isEmpty
    case .integer, .number, .dictionary: true
    case .boolean(let value): value
    case .list(let values): !values.isEmpty
    case .null: false
    }
  }
}

/// Keys and values in the order they were added; a key added again takes the new value.
package struct TemplateDictionary: Hashable, Sendable {
  package private(set) var keys: [String] = []
  private var values: [String: TemplateValue] = [:]

  package init(_ pairs: [(String, TemplateValue)] = []) {
    for (key, value) in pairs { self[key] = value }
  }

  package subscript(key: String) -> TemplateValue? {
    get { values[key] }
    set {
      if values.updateValue(newValue ?? .null, forKey: key) == nil { keys.append(key) }
    }
  }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .dictionary(TemplateDictionary(elements))
  }
}
