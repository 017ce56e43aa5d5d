import SwiftIndex

/// The arguments of a call that must be cases of an enum of the project.
///
///     show(layout: .wide)      `Layout` has no case `wide`, or it has values
struct ImplicitCases {
  private let code: CodeModel

  init(_ code: CodeModel) { self.code = code }

  /// The problem with each argument of a call that means one of these functions.
  func problems(
    of use: ExampleUse, among functions: [Member]
  ) -> [(member: ImplicitMember, problem: SymbolProblem)] {
    use.implicitMembers.compactMap { member in
      guard let type = type(of: member, among: functions),
        let problem = problem(with: member, of: type)
      else { return nil }
      return (member, problem)
    }
  }

  /// The enum that all the functions take under the argument's label.
  ///
  /// `nil` if the functions disagree, if the parameter is generic, or if the enum is not the
  /// project's.
  private func type(of member: ImplicitMember, among functions: [Member]) -> TypeDeclaration? {
    guard let label = member.label, !functions.isEmpty else { return nil }
    var found: TypeDeclaration?
    for function in functions {
      let parameters = function.signature?.parameters.filter { $0.label == label } ?? []
      guard parameters.count == 1, let name = parameters[0].type?.plainText,
        function.signature?.genericParameters.contains(where: { $0.name == name }) == false
      else { return nil }
      let types = code.types(named: name)
      guard types.count == 1, types[0].kind == .enum, code.isOwn(types[0].name),
        found == nil || found == types[0]
      else { return nil }
      found = types[0]
    }
    return found
  }

  private func problem(with member: ImplicitMember, of type: TypeDeclaration) -> SymbolProblem? {
    let cases = type.cases.filter { $0.name == member.name }
    guard let known = cases.first else {
      // A static member of the enum, or of a protocol that it conforms to.
      let namesakes =
        code.members(named: member.name) + type.members.filter { $0.name == member.name }
      guard namesakes.allSatisfy({ !$0.isStatic }), !type.cases.isEmpty,
        code.inheritsOnlyFromPlatform(type), !["some", "none"].contains(member.name)
      else { return nil }
      return SymbolProblem(
        .signature, member.name, message: "`\(type.qualifiedName)` has no case `\(member.name)`",
        at: type.nameLocation)
    }
    let hasValues = cases.allSatisfy { $0.enumCase?.associatedValues.isEmpty == false }
    let isStatic = type.members.contains {
      $0.name == member.name && $0.isStatic && $0.enumCase == nil
    }
    guard hasValues, !member.hasValues, !isStatic else { return nil }
    return SymbolProblem(
      .signature, member.name,
      message: "the case `\(type.qualifiedName).\(member.name)` has values, which are missing",
      at: known.nameLocation)
  }
}
