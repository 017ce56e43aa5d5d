import Diagnostics
import JSON
import Markdown
import Models
import SwiftIndex

/// A JSON block, compared with the keys and types of a `Codable` type, without decoding it.
package struct DataVerification: Sendable {
  /// A key or a value that the type would not decode.
  package struct Deviation: Sendable {
    /// The offset in the block's text.
    var offset: Int
    var summary: String
    var evidence: [Evidence] = []
  }

  let fence: Fence
  private(set) var deviations: [Deviation] = []
  private let code: CodeModel

  init(_ fence: Fence, _ request: RegionRequest) throws(RegionProblem) {
    self.fence = fence
    code = request.project.code
    guard let name = request.marker["type"] else {
      throw request.finding(
        RuleID(.missingArgument), "the marker does not name the type that the block is decoded as",
        evidence: [Evidence(.help, "add type=NAME")])
    }
    let type = try request.type(named: name)
    let bytes = Array(fence.literal.utf8)
    guard let node = try? JSONNode.parse(bytes[...], .configuration) else { return }
    compare(node, with: type, at: "")
  }

  // MARK: - Objects

  private mutating func compare(_ node: JSONNode, with type: TypeDeclaration, at path: String) {
    if type.kind == .enum {
      compare(node, withEnum: type)
      return
    }
    guard case .object(let members) = node.value else {
      deviations.append(
        Deviation(
          offset: node.start, summary: "`\(type.name)` is decoded from an object, not \(node.kind)",
          evidence: [Evidence(.declared, type.name, at: type.nameLocation)]))
      return
    }
    let keys = CodableKey.all(of: type, in: code)
    for member in members {
      guard let key = keys.first(where: { $0.text == member.key }) else {
        unknown(member, of: type, among: keys.map(\.text))
        continue
      }
      if let reference = key.type { compare(member.node, with: reference, key: key) }
    }
    guard !type.decodesItself, !Self.leavesOut(fence.literal) else { return }
    let present = Set(members.map(\.key))
    for key in keys where key.isRequired && !present.contains(key.text) {
      deviations.append(
        Deviation(
          offset: node.start, summary: "`\(type.name)` needs the key `\(key.text)`",
          evidence: [Evidence(.declared, key.text, at: key.location)]))
    }
  }

  private static func leavesOut(_ text: String) -> Bool {
    text.contains("…") || text.contains("...")
  }

  private mutating func unknown(
    _ member: JSONMember, of type: TypeDeclaration, among keys: [String]
  ) {
    var evidence = [Evidence(.declared, type.name, at: type.nameLocation)]
    if let near = NearMiss.best(for: member.key, among: keys) {
      evidence.append(Evidence(.help, "did you mean `\(near)`?"))
    }
    deviations.append(
      Deviation(
        offset: member.keyStart, summary: "`\(type.name)` has no key `\(member.key)`",
        evidence: evidence))
  }

  // MARK: - Values

  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  private static let fractions: Set = ["Double", "Float", "CGFloat", "Decimal", "TimeInterval"]
  private static let texts: Set = ["String", "URL", "UUID"]

  private mutating func compare(
    _ node: JSONNode, with reference: TypeReference, key: CodableKey
  ) {
    switch reference.structure {
    case .optional(let wrapped):
      if case .null = node.value { return }
      compare(node, with: wrapped, key: key)
    case .array(let element):
      guard case .array(let nodes) = node.value else {
        return wrongKind(node, key, "an array")
      }
      for node in nodes { compare(node, with: element, key: key) }
    case .dictionary(key: let name, value: let value) where name.plainText == "String":
      guard case .object(let members) = node.value else {
        return wrongKind(node, key, "an object")
      }
      for member in members { compare(member.node, with: value, key: key) }
    default: compare(node, withNamed: reference.plainText, key: key)
    }
  }

  private mutating func compare(_ node: JSONNode, withNamed name: String, key: CodableKey) {
    switch node.value {
    case .integer where Self.numbers.contains(name) || Self.fractions.contains(name): return
    case .number where Self.fractions.contains(name): return
    case .text where Self.texts.contains(name): return
    case .boolean where name == "Bool": return
    default: break
    }
    if Self.numbers.contains(name) { return wrongKind(node, key, "a whole number") }
    if Self.fractions.contains(name) { return wrongKind(node, key, "a number") }
    if Self.texts.contains(name) { return wrongKind(node, key, "a string") }
    if name == "Bool" { return wrongKind(node, key, "true or false") }
    // A nested type; another module's type may decode itself from anything.
    let types = code.types(named: name)
    if types.count == 1, !types[0].decodesItself, types[0].kind == .enum || types[0].kind == .struct
    {
      compare(node, with: types[0], at: key.text)
    }
  }

  private mutating func wrongKind(_ node: JSONNode, _ key: CodableKey, _ expected: String) {
    deviations.append(
      Deviation(
        offset: node.start, summary: "`\(key.text)` is \(expected), not \(node.kind)",
        evidence: [Evidence(.declared, "\(key.text): \(key.type?.text ?? "")", at: key.location)]))
  }

  /// An enum of strings is decoded from one of its raw values.
  private mutating func compare(_ node: JSONNode, withEnum type: TypeDeclaration) {
    guard type.inheritance.contains(where: { $0.name == "String" }),
      case .text(let text) = node.value
    else { return }
    let values = type.cases.map(\.codingText)
    guard !values.contains(text) else { return }
    deviations.append(
      Deviation(
        offset: node.start, summary: "`\(type.name)` has no value `\(text)`",
        evidence: [Evidence(.declared, values.joined(separator: ", "), at: type.nameLocation)]))
  }
}

/// A key of an encoded type: a case of `CodingKeys`, or else a stored property.
struct CodableKey {
  var text: String
  /// The type of the property; `nil` if it is inferred.
  var type: TypeReference?
  var location: SourceLocation
  /// Whether decoding fails without it.
  var isRequired: Bool

  static func all(of type: TypeDeclaration, in code: CodeModel) -> [CodableKey] {
    let declared = code.types(named: type.qualifiedName + ".CodingKeys").first
    let keys =
      declared?.cases.map { ($0.name, $0.codingText, $0.nameLocation) }
      ?? type.storedProperties.filter { !$0.isStatic }.map { ($0.name, $0.name, $0.nameLocation) }
    return keys.map { name, text, location in
      let property = type.property(named: name).first?.property
      let isOptional = property?.type?.isOptionalType ?? false
      return CodableKey(
        text: text, type: property?.type, location: location,
        isRequired: property != nil && !isOptional)
    }
  }
}

extension Member {
  /// The raw value of a case, which is its name by default.
  fileprivate var codingText: String {
    if case .literal(.string(let text))? = enumCase?.rawValue { return text }
    return name
  }
}

extension TypeReference {
  var isOptionalType: Bool {
    if case .optional = structure { return true }
    return false
  }
}

extension TypeDeclaration {
  /// Whether code of its own decodes it, which may read other keys or forgive missing ones.
  fileprivate var decodesItself: Bool {
    members.contains { $0.fullName.hasPrefix("init(from:") }
  }
}
