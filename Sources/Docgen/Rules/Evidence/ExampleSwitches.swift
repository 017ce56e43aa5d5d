import Diagnostics
import Models
import SwiftIndex

/// The cases of a `switch` in an example, compared with those of the project's enum.
///
///     Harbor.land(ship) { result in
///       switch result { case .docked: …  case .delayed: … }   `Landing` has another case
///     }
struct ExampleSwitches {
  private let page: CheckedPage
  private let receivers: ExampleReceivers
  private let code: CodeModel

  init(_ page: CheckedPage, _ receivers: ExampleReceivers) {
    (self.page, self.receivers) = (page, receivers)
    code = page.project.code
  }

  func candidates(in example: Example) -> [SymbolCandidate] {
    example.reading.switches.compactMap { found in
      guard let type = type(of: found), let name = CodeName(ofType: type.name),
        let message = difference(of: found, type)
      else { return nil }
      return SymbolCandidate(
        name,
        SymbolProblem(.signature, type.name, message: message, at: type.nameLocation),
        text: type.name, at: SourcePosition(line: found.line, column: found.column),
        in: example.fence, on: page)
    }
  }

  private func difference(of found: ExampleSwitch, _ type: TypeDeclaration) -> String? {
    let names = Set(type.members.map(\.name))
    if let unknown = found.names.first(where: { !names.contains($0) }) {
      return "`\(type.qualifiedName)` has no case `\(unknown)`"
    }
    let missing = type.cases.map(\.name).filter { !found.names.contains($0) }
    guard !found.hasDefault, !missing.isEmpty else { return nil }
    let list = missing.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let count = missing.count == 1 ? "another case" : "\(missing.count) other cases"
    return "`\(type.qualifiedName)` has \(count): \(list)"
  }

  /// The enum of the value, or the only one that has all of the cases.
  private func type(of found: ExampleSwitch) -> TypeDeclaration? {
    let types =
      found.subject.flatMap(receivers.type(ofChain:)).map { code.types(named: $0) }
      ?? types(withCases: found.names)
    guard types.count == 1, types[0].kind == .enum, !types[0].cases.isEmpty,
      !ExamplePath.isExample(types[0].location.file),
      !page.blockNames.declared.contains(types[0].name),
      !found.names.contains(where: ["some", "none"].contains),
      types[0].cases.allSatisfy({ $0.conditions.isEmpty && !$0.attributes.areOfDeprecated })
    else { return nil }
    return types[0]
  }

  /// Enums with all of these cases, if there are three and at most half as many others.
  private func types(withCases names: [String]) -> [TypeDeclaration] {
    guard names.count > 2, names.contains(where: { !PlatformNames.contains($0) }) else { return [] }
    let owners = Set(
      code.members(named: names[0]).filter { $0.enumCase != nil }.compactMap(\.owner))
    return owners.flatMap { code.types(named: $0) }.filter { type in
      let cases = Set(type.cases.map(\.name))
      return code.isOwn(type.name) && cases.isSuperset(of: names)
        && cases.count * 2 <= names.count * 3
    }
  }
}
