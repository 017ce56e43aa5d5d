import Diagnostics
import JSON
import Rules
import Traces

/// A problem with a value of the configuration, and its place in the file.
///
/// The same table of keys (`ConfigurationKey.all`) drives this check, the schema for editors and
/// the manual, so the three always agree.
struct ConfigurationDiagnostic: Hashable, Sendable {
  var text: String
  var start: Int
  var end: Int

  private init(_ text: String, _ node: JSONNode) {
    self.text = text
    start = node.start
    end = node.end
  }

  private init(_ text: String, keyOf member: JSONMember) {
    self.text = text
    start = member.keyStart
    end = member.keyStart + member.key.utf8.count + 2
  }

  /// All problems with an object that has these keys.
  static func all(of members: [JSONMember], _ settings: [ConfigurationKey])
    -> [ConfigurationDiagnostic]
  {
    members.flatMap { member -> [ConfigurationDiagnostic] in
      guard let setting = settings.first(where: { $0.name == member.key }) else {
        return [unknown("key", member, among: settings.map(\.name))]
      }
      return all(of: member.node, setting.form, in: member.key)
    }
  }

  /// `key` is the nearest one above the value.
  private static func all(
    of node: JSONNode, _ form: ConfigurationKey.Form, in key: String, isElement: Bool = false
  ) -> [ConfigurationDiagnostic] {
    switch (form, node.value) {
    case (.text, .text), (.flag, .boolean): []
    case (.version, .text(let text)) where Version(text) != nil: []
    case (.version, .text(let text)):
      [ConfigurationDiagnostic("`\(key)` must be \(form.title), not `\(text)`", node)]
    case (.count, .integer(let count)) where count >= 0: []
    case (.word(let words), .text(let word)):
      words.contains(word) ? [] : [unknownWord(word, node, among: words)]
    case (.list(let element, let name), .array(let nodes)):
      nodes.flatMap { node in
        all(of: node, element, in: key, isElement: true)
          + (name == ConfigurationKey.patternsName ? excess(of: node) : [])
      }
    case (.object(let settings), .object(let members)): all(of: members, settings)
    case (.map(let form, let keys), .object(let members)):
      members.flatMap { member -> [ConfigurationDiagnostic] in
        if let keys, !keys.contains(member.key) { return [unknownRule(member, among: keys)] }
        if let limit = Glob(member.key).excess {
          return [ConfigurationDiagnostic(limit.message("the pattern"), keyOf: member)]
        }
        return all(of: member.node, form, in: member.key)
      }
    case (.either(let one, _), _) where matches(node, one): all(of: node, one, in: key)
    case (.either(_, let other), _) where matches(node, other): all(of: node, other, in: key)
    default:
      [
        ConfigurationDiagnostic(
          "`\(key)` must \(isElement ? "hold \(elements(form))" : "be \(form.title)"), not \(node.kind)",
          node
        )
      ]
    }
  }

  private static func excess(of node: JSONNode) -> [ConfigurationDiagnostic] {
    guard let limit = node.text.flatMap({ Glob($0).excess }) else { return [] }
    return [ConfigurationDiagnostic(limit.message("the pattern"), node)]
  }

  private static func elements(_ form: ConfigurationKey.Form) -> String {
    if case .either(.word, .object) = form { "names and objects" } else { "strings" }
  }

  /// Whether a value has the JSON type of a form.
  private static func matches(_ node: JSONNode, _ form: ConfigurationKey.Form) -> Bool {
    switch (form, node.value) {
    case (.text, .text), (.word, .text), (.list, .array), (.object, .object), (.map, .object): true
    default: false
    }
  }

  private static func unknown(
    _ what: String, _ member: JSONMember, among known: [String]
  ) -> ConfigurationDiagnostic {
    let near = NearMiss.best(for: member.key, among: known)
    let hint = near.map { "; did you mean `\($0)`?" } ?? ""
    return ConfigurationDiagnostic("unknown \(what) `\(member.key)`\(hint)", keyOf: member)
  }

  private static func unknownRule(
    _ member: JSONMember, among known: [String]
  ) -> ConfigurationDiagnostic {
    RuleCatalogue.description(of: member.key) != nil
      ? ConfigurationDiagnostic(
        "`\(member.key)` has a fixed severity: it reports that docgen could not do its work",
        keyOf: member)
      : unknown("rule", member, among: known)
  }

  private static func unknownWord(
    _ word: String, _ node: JSONNode, among words: [String]
  ) -> ConfigurationDiagnostic {
    ConfigurationDiagnostic("`\(word)` is not one of \(words.joined(separator: ", "))", node)
  }
}
