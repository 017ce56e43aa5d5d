import SwiftSyntax

/// Parts of an example that only the declarations can judge: generic arguments, imports, and
/// arguments with `=` after their label.
///
///     Store<Row>(at: folder)        Store, 1
///     import Piers                  Piers
///     Store(at: folder, limit = 3)  limit, of Store
package struct ExampleForms: Sendable {
  package struct Place: Hashable, Sendable {
    package var name: String
    /// 1-based, in the example.
    package var line: Int
    package var column: Int
  }

  /// Types with generic arguments, and the numbers of these.
  package var generics: [(type: Place, count: Int)] = []
  /// The modules that the example imports.
  package var imports: [Place] = []
  /// Labels that `=` follows, and the functions that are called.
  package var assignedLabels: [(label: Place, function: String)] = []
}

final class ExampleFormReader: SyntaxVisitor {
  private(set) var forms = ExampleForms()
  private let place: (AbsolutePosition) -> (line: Int, column: Int)

  init(_ place: @escaping (AbsolutePosition) -> (line: Int, column: Int)) {
    self.place = place
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.parent?.as(IdentifierTypeSyntax.self)?.name
      ?? node.parent?.as(GenericSpecializationExprSyntax.self)?.expression
      .as(DeclReferenceExprSyntax.self)?.baseName
    if let name, !node.tokens(viewMode: .sourceAccurate).contains(where: \.isOfPack) {
      forms.generics.append((place(of: name), node.arguments.count))
    }
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.path.first?.name { forms.imports.append(place(of: name)) }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = node.expression.as(SequenceExprSyntax.self)?.elements.map(\.self) ?? []
    let call = node.parent?.parent?.as(FunctionCallExprSyntax.self)
    if node.label == nil, parts.count > 2, parts[1].is(AssignmentExprSyntax.self),
      let label = parts[0].as(DeclReferenceExprSyntax.self)?.baseName,
      let function = call?.calledExpression.lastName
    {
      forms.assignedLabels.append((place(of: label), function))
    }
    return .visitChildren
  }

  private func place(of name: TokenSyntax) -> ExampleForms.Place {
    let (line, column) = place(name.positionAfterSkippingLeadingTrivia)
    return ExampleForms.Place(name: name.text, line: line, column: column)
  }
}

extension ExprSyntax {
  /// `save` of `store.save`, `Store` of `Store<Row>`.
  fileprivate var lastName: String? {
    let plain = withoutGenericArguments
    return plain.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? plain.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}

extension TokenSyntax {
  fileprivate var isOfPack: Bool { tokenKind == .keyword(.repeat) || tokenKind == .keyword(.each) }
}
