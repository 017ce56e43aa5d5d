import Mermaid
import SwiftCode

/// What a drawn member says of the code.
///
///     +state: SyncState        the property `state`, and its type
///     +apply(event) [Effect]   the method, its parameters, what it returns
///     +fetch(since: Int)       parameters with their types
///
/// What is left out, and what a `…` stands for, claims nothing.
struct MemberClaim {
  /// Empty for `… 3 more`.
  let name: String
  /// The parameters' labels; nothing where they are left out.
  private let labels: [String]?
  /// The parameters' types, where they are drawn.
  private let parameterTypes: [String?]
  /// The type of a property, or of what a method returns.
  private let type: String?

  init(_ member: ClassMember) {
    guard member.isMethod else {
      let text = member.name
      let colon = text.firstIndex(of: ":")
      // `int x` is Mermaid's own order, the type before the name: the name alone counts.
      name = String(text[..<(colon ?? text.endIndex)].split(separator: " ").last ?? "")
      type = colon.flatMap { Self.claimed(text[text.index(after: $0)...]) }
      labels = nil
      parameterTypes = []
      return
    }
    name = member.name
    var result = member.returnType[...]
    if result.hasPrefix(":") { result = result.dropFirst() }
    type = Self.claimed(result)
    guard let text = member.parameters, !text.isEmpty, !Self.isOmitted(text) else {
      labels = nil
      parameterTypes = []
      return
    }
    let parts = Self.parameters(text[...])
    labels = parts.map { part in
      let label = part[..<(part.firstIndex(of: ":") ?? part.endIndex)]
      return String(label.split(separator: " ").first ?? "")
    }
    parameterTypes = parts.map { part in
      part.firstIndex(of: ":").flatMap { Self.claimed(part[part.index(after: $0)...]) }
    }
  }

  var isEmpty: Bool { name.isEmpty || Self.isOmitted(name) }

  /// The labels of a declared method or case, as they are drawn.
  static func labels(of member: Member) -> [String]? {
    member.signature?.parameters.map { $0.label ?? $0.name ?? "_" }
      ?? member.enumCase?.associatedValues.map { $0.label ?? $0.type.text }
  }

  func fitsParameters(of member: Member) -> Bool {
    guard let labels else { return true }
    return Self.labels(of: member) == labels
  }

  /// The first drawn type that is not the declared one, with that one.
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

  // MARK: - Types as they are drawn

  /// A drawn type without what else a method's end may say; nothing where none is drawn.
  private static func claimed(_ text: Substring) -> String? {
    let words = text.split(separator: " ").drop { word in
      word == "async" || word == "->" || word.hasPrefix("throws") || word == "rethrows"
    }
    let type = words.joined(separator: " ")
    return type.isEmpty || isOmitted(type) ? nil : type
  }

  private static func isOmitted(_ text: String) -> Bool {
    text.contains("…") || text.contains("...")
  }

  /// White space, `any`, `some`, attributes and `inout` say nothing that a picture must show.
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

  /// Splits at the commas that stand in no brackets.
  private static func parameters(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var (depth, start) = (0, text.startIndex)
    for index in text.indices {
      switch text[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      // `->` closes nothing.
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
