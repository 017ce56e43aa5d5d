import Diagnostics
import SwiftIndex

/// Names before a dot that are not types of the sources.
extension UnknownSymbol {
  /// The name with the type of a property instead of the path to it, if that type is written:
  /// `Store.items.first` as `Shelf.first`.
  static func followed(_ name: CodeName, in code: CodeModel) -> CodeName? {
    for count in 2..<max(2, name.parts.count) {
      let path = name.parts.prefix(count)
      guard case .member(let member)? = only(code.symbols(named: path.joined(separator: "."))),
        let type = member.property?.type.flatMap({ type(named: $0, inside: member.owner, code) })
      else { continue }
      var followed = name
      followed.parts = type.qualifiedName.split(separator: ".").map(String.init)
      followed.parts += name.parts[count...]
      return followed
    }
    return nil
  }

  private static func type(
    named written: TypeReference, inside owner: String?, _ code: CodeModel
  ) -> TypeDeclaration? {
    switch written.structure {
    case .optional(let wrapped), .implicitlyUnwrapped(let wrapped):
      type(named: wrapped, inside: owner, code)
    case .named(let name, _):
      only(code.types(named: name, inside: owner ?? "")).flatMap {
        let isOpen = $0.attributes.contains { $0.name == "dynamicMemberLookup" }
        return isOpen || $0.kind == .typealias ? nil : $0
      }
    default: nil
    }
  }

  private static func only<Found>(_ found: [Found]) -> Found? {
    found.count == 1 ? found[0] : nil
  }

  /// Members of that name in other types, for a name whose own type the code does not have: the
  /// type was renamed, or belongs to another library.
  static func membersElsewhere(_ name: CodeName, in code: CodeModel) -> [Member] {
    guard name.parts.count == 2, name.arguments == nil, let owner = name.parts.first,
      owner.first?.isUppercase == true, !code.mentions(owner), !standardTypes.contains(owner)
    else { return [] }
    return code.members(named: name.last).filter { member in
      name.labels.map { $0 == member.signature?.labels } ?? true
    }
  }

  static func ownersHelp(_ name: CodeName, in code: CodeModel) -> Evidence? {
    let members = membersElsewhere(name, in: code)
    let names = Set(members.map { "`\($0.qualifiedName)`" }).sorted()
    guard let first = members.first, names.count <= 3 else { return nil }
    return Evidence(
      .help, "did you mean \(names.joined(separator: " or "))?",
      at: names.count == 1 ? first.nameLocation : nil)
  }

  /// Single-word names of the standard library and Foundation: a text may mention one that the code
  /// has only as `[Int]` or not at all.
  private static let standardTypes: Set<String> = [
    "Actor", "Array", "Bool", "Bundle", "Calendar", "Character", "Clock", "Codable", "Collection",
    "Comparable", "Data", "Date", "Decodable", "Decoder", "Dictionary", "Double", "Duration",
    "Encodable", "Encoder", "Equatable", "Error", "Executor", "Float", "Foundation", "Hashable",
    "Hasher", "Identifiable", "Int", "Iterator", "Locale", "Mirror", "Never", "Notification",
    "Operation", "Optional", "Pipe", "Port", "Predicate", "Process", "Progress", "Range", "Regex",
    "Result", "Scanner", "Sendable", "Sequence", "Set", "Stream", "Strideable", "String",
    "Substring", "Swift", "Task", "Thread", "Timer", "Unit", "Void",
  ]
}

extension SymbolProblem {
  /// A member of the only type that has it, whose name the text shortens.
  ///
  ///     Harbor.openGate()      the code has `HarborKit.openGate()`
  static func ofLongerType(_ name: CodeName, in code: CodeModel) -> SymbolProblem? {
    let first = name.parts[0]
    guard name.parts.count == 2, first.count > 3, CodeName.isCamelCase(name.last),
      !PlatformNames.contains(first), !code.hasModule(first), !code.declares(first)
    else { return nil }
    let members = code.members(named: name.last)
    guard let owner = members.first?.owner, members.allSatisfy({ $0.owner == owner }),
      owner.hasPrefix(first), owner.dropFirst(first.count).first?.isUppercase == true
    else { return nil }
    return SymbolProblem(
      .signature, first, message: "`\(name.last)` is a member of `\(owner)`",
      at: members[0].nameLocation)
  }
}
