import Diagnostics
import Mermaid
import SwiftIndex

/// The claim of a drawn member about the code.
///
///     +state: SyncState        the property `state`, and its type
///     +apply(event) [Effect]   the method, its parameters, its result
///     +fetch(since: Int)       parameters with their types
///     +put(Book, Int)          parameters by their types alone
///
/// Omitted parts, also with `…`, make no claim.
struct MemberCheck {
  /// Empty for `… 3 more`.
  let name: String
  /// The parameters' labels; `nil` if they are left out. A parameter that is drawn as a type has none.
  private let labels: [String?]?
  /// The parameters' types, if they are drawn.
  private let parameterTypes: [String?]
  /// The type of a property, or of a method's result.
  private let type: String?
  let modifiers: ModifierCheck
  let range: SourceRange?
  /// The line without attributes, and the words before its parentheses or colon.
  private let text: String
  private let words: MemberWords

  /// The parser of class diagrams follows Mermaid, which knows no Swift. Its split into name,
  /// parameters and result is therefore undone here: the text is joined again and split by the
  /// rules of Swift.
  init(_ member: ClassMember) {
    range = member.range
    // Mermaid reads the last parentheses as the parameters; they may belong to a type.
    let written = member.name + (member.parameters.map { "(\($0))\(member.returnType)" } ?? "")
    let text = Self.withoutAttributes(written)
    let open = text.firstIndex(of: "(")
    let head = text[..<(open ?? text.endIndex)]
    guard member.parameters != nil, open != nil, !head.contains(":") else {
      let colon = text.firstIndex(of: ":")
      let words = MemberWords(text[..<(colon ?? text.endIndex)], hasType: colon != nil)
      name = Self.isOmitted(text) && colon == nil ? "" : words.name
      (self.text, self.words) = (text, words)
      let end = colon.map { text[text.index(after: $0)...] } ?? ""
      type = Self.claimed(end)
      modifiers = ModifierCheck(member, end)
      labels = nil
      parameterTypes = []
      return
    }
    let parts = Self.parts(text[...])
    name = parts.name
    (self.text, words) = (text, MemberWords(head, hasType: true))
    let result = parts.end.hasPrefix(":") ? parts.end.dropFirst() : parts.end
    type = Self.claimed(result)
    modifiers = ModifierCheck(member, result)
    guard !parts.parameters.isEmpty, !Self.isOmitted(parts.parameters) else {
      labels = nil
      parameterTypes = []
      return
    }
    let parameters = Self.parameters(parts.parameters[...]).map(Self.parameter)
    labels = parameters.map(\.label)
    parameterTypes = parameters.map(\.type)
  }

  /// `id: Int` has a label and a type, `id` a label, and `Int` or `Int id` a type.
  private static func parameter(_ text: Substring) -> (label: String?, type: String?) {
    let words = text.split(separator: " ").drop { $0 == "any" || $0 == "some" || $0 == "inout" }
    if let first = words.first, MemberWords.startsLikeType(first) {
      let isNamed = words.count == 2 && words.last?.first?.isLowercase == true
      return (nil, claimed(words.dropLast(isNamed ? 1 : 0).joined(separator: " ")[...]))
    }
    guard let colon = text.firstIndex(of: ":") else {
      return (words.first.map(String.init) ?? "", nil)
    }
    let label = text[..<colon].split(separator: " ").first ?? ""
    return (String(label), claimed(text[text.index(after: colon)...]))
  }

  /// `@Published var a: Int` -> `var a: Int`; `@Attribute(.unique) id` -> `id`
  private static func withoutAttributes(_ text: String) -> String {
    var rest = text[...]
    while rest.hasPrefix("@") {
      rest = rest.drop { !$0.isWhitespace && $0 != "(" }
      if rest.hasPrefix("(") { rest = parts(rest).end }
      rest = rest.drop(while: \.isWhitespace)
    }
    return String(rest)
  }

  /// A method's name, the text in its first parentheses, and the text after them.
  private static func parts(_ text: Substring) -> (name: String, parameters: String, end: Substring)
  {
    guard let open = text.firstIndex(of: "(") else { return (String(text), "", "") }
    var (depth, close) = (0, text.endIndex)
    for index in text[open...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      close = index
      break
    }
    // `func open()` and `bool isOpen()`: the last word is the name.
    let name = String(text[..<open].split(separator: " ").last ?? "")
    guard close < text.endIndex else { return (name, "", "") }
    return (
      name, String(text[text.index(after: open)..<close]), text[text.index(after: close)...]
    )
  }

  var isEmpty: Bool { name.isEmpty }
  /// Whether the line has the form of a member: one name, with at most a type and modifiers.
  var isPlain: Bool { words.isPlain }
  /// `String` for `+String title`.
  var leadingType: String? { words.leadingType }

  /// Whether a word looks like a type: `BookStore`, `Int`, `[Book]`.
  func isTypeLike(_ word: String) -> Bool { MemberWords.isTypeLike(word[...]) }

  /// Words in the text that look like types: two capitals.
  var mentionedTypes: [String] {
    let all = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
    return all.map(String.init).filter { word in
      word != name && !word.contains(".") && word.first?.isUppercase == true
        && MemberWords.isTypeLike(word[...])
    }
  }

  /// The labels of a declared method or case, in the form of a drawing.
  static func labels(of member: Member) -> [String]? {
    member.signature?.parameters.map { $0.label ?? $0.name ?? "_" }
      ?? member.enumCase?.associatedValues.map { $0.label ?? $0.type.text }
  }

  /// True for a member that is drawn without parameters, which makes no claim about them.
  func fitsParameters(of member: Member) -> Bool {
    guard let labels else { return true }
    let declared = Self.labels(of: member) ?? []
    return declared.count == labels.count
      && zip(labels, declared).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// The type before the name, if the property has another one: `+String title`.
  func differentLeadingType(from member: Member) -> (drawn: String, declared: String)? {
    guard type == nil, labels == nil, let leadingType, let drawn = DrawnType(leadingType),
      let property = member.property?.type?.text, let declared = DrawnType(property),
      drawn != declared
    else { return nil }
    return (leadingType, property)
  }

  /// The property wrapper before the name, if the property lacks it: `+Published count: Int`.
  func missingWrapper(of member: Member) -> String? {
    guard type != nil, labels == nil, let wrapper = leadingType, let property = member.property,
      Self.wrappers.contains(wrapper), !member.hasAttribute(wrapper), property.isStored
    else { return nil }
    return "@" + wrapper
  }

  private static let wrappers: Set = [
    "AppStorage", "Binding", "Environment", "EnvironmentObject", "FetchRequest", "FocusState",
    "GestureState", "ObservedObject", "Published", "Query", "SceneStorage", "State", "StateObject",
  ]

  /// The first drawn type that differs from the declared one, with the declared one.
  ///
  /// Parameters are compared in pairs, in order; the labels were compared before. A case of an
  /// enumeration counts as a method with its associated values as parameters.
  func differentType(from member: Member) -> (drawn: String, declared: String)? {
    let declared =
      member.signature?.parameters.map { $0.type?.text }
      ?? member.enumCase?.associatedValues.map { $0.type.text } ?? []
    for (drawn, declared) in zip(parameterTypes, declared) {
      guard let drawn, let declared, !Self.isSame(drawn, declared) else { continue }
      return (drawn, declared)
    }
    guard let type else { return nil }
    if let property = member.property {
      // A type that is not written would have to be inferred.
      guard let declared = property.type?.text, !Self.isSame(type, declared) else { return nil }
      return (type, declared)
    }
    guard let signature = member.signature else { return nil }
    let result = signature.result?.text ?? "Void"
    return Self.isSame(type, result) ? nil : (type, result)
  }

  // MARK: - Drawn types

  /// A drawn type without the other words at a method's end; `nil` without a type.
  private static func claimed(_ text: Substring) -> String? {
    // `Bool = true`: a value makes no claim.
    let words = text.prefix { $0 != "=" }.split(separator: " ").drop { $0 == "->" || isEffect($0) }
    let type = words.joined(separator: " ")
    return type.isEmpty || isOmitted(type) ? nil : type
  }

  static func isEffect(_ word: Substring) -> Bool {
    word == "async" || word == "rethrows" || word == "throws" || word.hasPrefix("throws(")
  }

  private static func isOmitted(_ text: String) -> Bool {
    text.contains("…") || text.contains("...")
  }

  /// White space, `any`, `some`, attributes and `inout` need not be drawn.
  ///
  ///     any Store  and  Store        the same
  ///     ()         and  Void         the same
  ///     [Int]      and  Array<Int>   different
  ///
  /// The comparison is textual: it neither resolves type aliases nor expands shorthand notation.
  private static func isSame(_ drawn: String, _ declared: String) -> Bool {
    func plain(_ text: String) -> String {
      let words = text.replacing("<", with: " < ").replacing("[", with: " [ ")
        .replacing("(", with: " ( ").replacing(",", with: " , ")
        .split(whereSeparator: \.isWhitespace)
      let silent: Set<Substring> = ["any", "some", "inout", "borrowing", "consuming", "sending"]
      return words.filter { !silent.contains($0) && !$0.hasPrefix("@") }.joined()
        .replacing("()", with: "Void")
    }
    return plain(drawn) == plain(declared)
  }

  /// Splits at the commas outside of brackets.
  ///
  ///     id: Int, of: Pair<A, B>, then: (A, B) -> Void  ->  three parts
  private static func parameters(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var (depth, start) = (0, text.startIndex)
    for index in text.indices {
      switch text[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      // `->` is not a closing bracket.
      case ">" where index > text.startIndex && text[text.index(before: index)] != "-": depth -= 1
      case "," where depth <= 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return parts + [text[start...]]
  }
}

extension ModifierCheck {
  /// `end` is the text after a method's parentheses or a property's colon.
  fileprivate init(_ member: ClassMember, _ end: Substring) {
    self.init(
      visibility: member.visibility, modifier: member.modifier,
      effects: end.split(separator: " ").prefix { $0 == "->" || MemberCheck.isEffect($0) }
        .filter { $0 != "->" }.map(String.init))
  }
}
