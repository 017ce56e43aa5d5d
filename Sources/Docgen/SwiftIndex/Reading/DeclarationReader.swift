import Diagnostics
import SwiftSyntax

/// Collects the declarations of one parsed file.
///
/// Types are appended before their members are read, so an outer type precedes its nested ones.
/// Extensions stay separate: `ExtensionMerger` joins them when all files are known. Local types in
/// functions are not read, since no document can name them.
///
/// The order of declarations is that of the file. Cost: linear in the number of declarations;
/// bodies are read by `OutlineReader`.
struct DeclarationReader {
  let source: SourceContext
  private(set) var file: FileDeclarations

  init(source: SourceContext, module: String?) {
    self.source = source
    self.file = FileDeclarations(path: source.path, module: module)
  }

  mutating func read(_ tree: SourceFileSyntax) {
    var globals: [Member] = []
    read(tree.statements, scope: DeclarationScope(), into: &globals)
    file.globals = globals
  }

  /// Declarations between statements; statements themselves declare nothing.
  private mutating func read(
    _ items: CodeBlockItemListSyntax, scope: DeclarationScope, into members: inout [Member]
  ) {
    for item in items {
      guard case .decl(let declaration) = item.item else { continue }
      read(declaration, scope: scope, into: &members)
    }
  }

  private mutating func read(
    _ items: MemberBlockItemListSyntax, scope: DeclarationScope, into members: inout [Member]
  ) {
    for item in items { read(item.decl, scope: scope, into: &members) }
  }

  private mutating func read(
    _ node: DeclSyntax, scope: DeclarationScope, into members: inout [Member]
  ) {
    switch node.as(DeclSyntaxEnum.self) {
    case .structDecl(let node): type(node, .struct, in: scope)
    case .classDecl(let node): type(node, .class, in: scope)
    case .actorDecl(let node): type(node, .actor, in: scope)
    case .enumDecl(let node): type(node, .enum, in: scope)
    case .protocolDecl(let node): type(node, .protocol, in: scope)
    case .typeAliasDecl(let node): alias(node, scope)
    case .extensionDecl(let node): `extension`(node, scope)
    case .importDecl(let node): `import`(node, scope)
    case .operatorDecl(let node): `operator`(node, scope)
    case .precedenceGroupDecl(let node): precedenceGroup(node, scope)
    case .ifConfigDecl(let node): branches(node, scope, into: &members)
    default: source.members(node, scope: scope, into: &members)
    }
  }

  /// The members between the braces of a type or an extension.
  private mutating func members(
    of block: MemberBlockSyntax, scope: DeclarationScope
  ) -> [Member] {
    var members: [Member] = []
    read(block.members, scope: scope, into: &members)
    return members
  }

  // MARK: - Types

  private mutating func type(
    _ node: some TypeDeclSyntax, _ kind: TypeDeclaration.Kind,
    in scope: DeclarationScope
  ) {
    let info = source.info(
      of: node, name: node.name, headlineEnd: node.memberBlock.position.utf8Offset, scope: scope)
    let generics = node.generics
    let index = file.types.count
    file.types.append(
      TypeDeclaration(
        info: info, kind: kind, qualifiedName: scope.qualified(info.name), module: file.module,
        genericParameters: source.genericParameters(generics)
          + source.primaryAssociatedTypes(node.primaries),
        requirements: source.requirements(node.genericWhereClause, in: generics),
        inheritance: source.inheritance(
          node.inheritanceClause, compilationConditions: scope.conditions),
        members: []))
    file.types[index].members = members(of: node.memberBlock, scope: inside(info, kind, in: scope))
  }

  /// Members of a protocol have its access; members of other types are internal, or less if the
  /// type is.
  private func inside(
    _ info: DeclarationInfo, _ kind: TypeDeclaration.Kind, in scope: DeclarationScope
  ) -> DeclarationScope {
    let limit = info.access.insideLimit
    let followsType = kind == .protocol
    return DeclarationScope(
      owner: scope.qualified(info.name), conditions: scope.conditions,
      defaultAccess: followsType ? limit : min(.internal, limit), widestAccess: limit,
      isInProtocol: kind == .protocol)
  }

  private mutating func alias(_ node: TypeAliasDeclSyntax, _ scope: DeclarationScope) {
    let info = source.info(
      of: node, name: node.name, headlineEnd: node.endPosition.utf8Offset, scope: scope)
    file.types.append(
      TypeDeclaration(
        info: info, kind: .typealias, qualifiedName: scope.qualified(info.name),
        module: file.module,
        genericParameters: source.genericParameters(node.genericParameterClause),
        requirements: source.requirements(
          node.genericWhereClause, in: node.genericParameterClause),
        inheritance: [], members: [], aliased: source.type(node.initializer.value)))
  }

  // MARK: - Extensions

  /// The name of the extension is the extended type, since the word `extension` names nothing.
  private mutating func `extension`(_ node: ExtensionDeclSyntax, _ scope: DeclarationScope) {
    let extended = source.type(node.extendedType)
    let name = source.extendedName(extended)
    var info = source.info(
      of: node, name: node.extensionKeyword, headlineEnd: node.memberBlock.position.utf8Offset,
      scope: scope)
    info.name = name
    info.nameLocation = source.location(node.extendedType)
    let requirements = source.requirements(node.genericWhereClause)
    let index = file.extensions.count
    file.extensions.append(
      ExtensionDeclaration(
        info: info, extended: extended, module: file.module, requirements: requirements,
        inheritance: source.inheritance(
          node.inheritanceClause, conditions: requirements, isFromExtension: true,
          compilationConditions: scope.conditions),
        members: []))
    let inner = DeclarationScope(
      owner: name, conditions: scope.conditions,
      defaultAccess: info.declaredAccess?.insideLimit ?? .internal,
      isInExtension: true, extensionConditions: requirements)
    file.extensions[index].members = members(of: node.memberBlock, scope: inner)
  }

  // MARK: - Others

  /// All branches are read, each with its condition; `active(on:)` removes some later, when the
  /// platforms are known.
  private mutating func branches(
    _ node: IfConfigDeclSyntax, _ scope: DeclarationScope, into members: inout [Member]
  ) {
    for branch in source.branches(of: node) {
      var inner = scope
      inner.conditions.append(branch.condition)
      switch branch.elements {
      case .decls(let items): read(items, scope: inner, into: &members)
      case .statements(let items): read(items, scope: inner, into: &members)
      default: break
      }
    }
  }

  private mutating func `import`(_ node: ImportDeclSyntax, _ scope: DeclarationScope) {
    var info = source.info(
      of: node, name: node.importKeyword, headlineEnd: node.endPosition.utf8Offset, scope: scope)
    info.name = node.path.map(\.name.plainName).joined(separator: ".")
    info.nameLocation = source.location(node.path)
    file.imports.append(Import(info: info, kind: node.importKindSpecifier?.text))
  }

  private mutating func `operator`(_ node: OperatorDeclSyntax, _ scope: DeclarationScope) {
    let info = DeclarationInfo(
      name: node.name.text, headline: source.line(node), access: .internal, declaredAccess: nil,
      attributes: [], modifiers: [node.fixitySpecifier.text],
      documentation: source.documentation(before: node.firstToken(viewMode: .sourceAccurate)),
      conditions: scope.conditions, location: source.location(node),
      nameLocation: source.location(node.name))
    file.operators.append(
      OperatorDeclaration(
        info: info,
        precedenceGroup: node.operatorPrecedenceAndTypes?.precedenceGroup.plainName))
  }

  private mutating func precedenceGroup(
    _ node: PrecedenceGroupDeclSyntax, _ scope: DeclarationScope
  ) {
    let headlineEnd = node.leftBrace.position.utf8Offset
    var group = PrecedenceGroup(
      info: source.info(of: node, name: node.name, headlineEnd: headlineEnd, scope: scope))
    for attribute in node.groupAttributes {
      switch attribute {
      case .precedenceGroupRelation(let relation):
        let names = relation.precedenceGroups.map(\.name.plainName)
        if relation.higherThanOrLowerThanLabel.tokenKind == .keyword(.higherThan) {
          group.higherThan += names
        } else {
          group.lowerThan += names
        }
      case .precedenceGroupAssociativity(let associativity):
        group.associativity = associativity.value.text
      case .precedenceGroupAssignment(let assignment):
        group.isAssignment = assignment.value.tokenKind == .keyword(.true)
      @unknown default: break
      }
    }
    file.precedenceGroups.append(group)
  }
}

/// The nodes that declare a type with a body, with the properties that only some of them have.
protocol TypeDeclSyntax: NamedDeclSyntax, DeclGroupSyntax, WithAttributesSyntax,
  WithModifiersSyntax
{
  var generics: GenericParameterClauseSyntax? { get }
  var primaries: PrimaryAssociatedTypeClauseSyntax? { get }
}

extension TypeDeclSyntax {
  var primaries: PrimaryAssociatedTypeClauseSyntax? { nil }
}

extension StructDeclSyntax: TypeDeclSyntax {
  var generics: GenericParameterClauseSyntax? { genericParameterClause }
}

extension ClassDeclSyntax: TypeDeclSyntax {
  var generics: GenericParameterClauseSyntax? { genericParameterClause }
}

extension ActorDeclSyntax: TypeDeclSyntax {
  var generics: GenericParameterClauseSyntax? { genericParameterClause }
}

extension EnumDeclSyntax: TypeDeclSyntax {
  var generics: GenericParameterClauseSyntax? { genericParameterClause }
}

extension ProtocolDeclSyntax: TypeDeclSyntax {
  var generics: GenericParameterClauseSyntax? { nil }
  var primaries: PrimaryAssociatedTypeClauseSyntax? { primaryAssociatedTypeClause }
}

extension SourceContext {
  /// `protocol Store<Element>`: the names between the brackets.
  func primaryAssociatedTypes(
    _ clause: PrimaryAssociatedTypeClauseSyntax?
  ) -> [GenericParameter] {
    (clause?.primaryAssociatedTypes ?? []).map {
      GenericParameter(name: $0.name.plainName, kind: .type, constraint: nil)
    }
  }

  /// The dotted name that an extension extends: `Array` for `[Int]`.
  func extendedName(_ type: TypeReference) -> String {
    switch type.structure {
    case .named(let name, _): name
    case .array: "Array"
    case .optional: "Optional"
    case .dictionary: "Dictionary"
    case .set: "Set"
    default: type.text
    }
  }
}
