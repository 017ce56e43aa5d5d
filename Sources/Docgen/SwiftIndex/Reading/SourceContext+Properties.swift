import SwiftSyntax

extension SourceContext {
  /// Adds the properties that one `let` or `var` declares: `var a, b: Int` and `let (x, y) = f()`
  /// declare two.
  func properties(
    _ node: VariableDeclSyntax, scope: DeclarationScope, into members: inout [Member]
  ) {
    guard let first = node.bindings.first else { return }
    let isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
    let isAlone = node.bindings.count == 1 && first.pattern.is(IdentifierPatternSyntax.self)
    let shared = info(
      of: node, name: node.bindingSpecifier,
      headlineEnd: isAlone ? headlineEnd(first) : extent(node.bindingSpecifier).upperBound,
      scope: scope)
    let modifiers = modifiers(node.modifiers)
    var backwards: [Member] = []
    var sharedType: TypeReference?
    // A type applies to the earlier names without one, so they are read backwards.
    for binding in node.bindings.reversed() {
      if let annotation = binding.typeAnnotation {
        sharedType = type(annotation.type)
      } else if binding.initializer != nil {
        sharedType = nil
      }
      let property = property(
        binding, isLet: isLet, type: sharedType, modifiers: modifiers, scope: scope)
      let body = outline(Syntax(binding))
      for (name, element) in parts(of: binding.pattern).reversed() {
        var info = shared
        info.name = name.plainName
        info.nameLocation = location(name)
        let own = element.map { part($0, of: property, binding) } ?? property
        if !isAlone { info.headline += " \(info.name)" + (own.type.map { ": " + $0.text } ?? "") }
        backwards.append(
          member(
            info, .property(own), scope: scope, body: .read(body),
            braces: binding.accessorBlock.map { Syntax($0) }))
      }
    }
    while let member = backwards.popLast() { members.append(member) }
  }

  /// The names that a pattern binds; those of a tuple with the index of their element.
  private func parts(of pattern: PatternSyntax) -> [(name: TokenSyntax, element: Int?)] {
    guard let tuple = pattern.as(TuplePatternSyntax.self) else {
      return names(in: pattern).map { ($0, nil) }
    }
    return tuple.elements.enumerated().flatMap { index, element in
      let isName = element.pattern.is(IdentifierPatternSyntax.self)
      // A deeper name belongs to an element of an element: its type is unknown.
      return names(in: element.pattern).map { ($0, isName ? index : tuple.elements.count) }
    }
  }

  /// One element of `let (a, b): (Int, String) = (1, "")`.
  private func part(
    _ index: Int, of property: Property, _ binding: PatternBindingSyntax
  ) -> Property {
    var part = property
    (part.type, part.initialValue, part.value) = (nil, nil, nil)
    if case .tuple(let elements)? = property.type?.structure, elements.indices.contains(index) {
      part.type = elements[index].type
    }
    let values = binding.initializer?.value.as(TupleExprSyntax.self).map { Array($0.elements) }
    if let values, values.indices.contains(index) {
      part.initialValue = line(values[index].expression)
      part.value = constant(values[index].expression)
    }
    return part
  }

  private func headlineEnd(_ binding: PatternBindingSyntax) -> Int {
    if let annotation = binding.typeAnnotation { return extent(annotation).upperBound }
    return extent(binding.pattern).upperBound
  }

  private func property(
    _ node: PatternBindingSyntax, isLet: Bool, type: TypeReference?, modifiers: ReadModifiers,
    scope: DeclarationScope
  ) -> Property {
    let accessors = node.accessorBlock.map { self.accessors($0) } ?? []
    let isObserved =
      !accessors.isEmpty && accessors.allSatisfy { $0.name == "willSet" || $0.name == "didSet" }
    let storage: Property.Storage =
      if scope.isInProtocol, !scope.isInExtension {
        .requirement(accessors)
      } else if node.accessorBlock == nil || isObserved {
        .stored
      } else {
        .computed(accessors)
      }
    let isWeak = modifiers.remaining.contains { $0.hasPrefix("weak") }
    let isUnowned = modifiers.remaining.contains { $0.hasPrefix("unowned") }
    return Property(
      isLet: isLet, isLazy: modifiers.remaining.contains("lazy"),
      ownership: isWeak ? .weak : isUnowned ? .unowned : .strong, storage: storage,
      observers: isObserved ? accessors : [], type: type,
      initialValue: node.initializer.map { line($0.value) },
      value: node.initializer.flatMap { constant($0.value) },
      setterAccess: modifiers.setterAccess)
  }

  /// The names that a pattern binds, in order.
  private func names(in pattern: PatternSyntax, depth: Int = 0) -> [TokenSyntax] {
    guard depth < structureDepthLimit else { return [] }
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let node):
      return [node.identifier]
    case .tuplePattern(let node):
      return node.elements.flatMap { names(in: $0.pattern, depth: depth + 1) }
    case .valueBindingPattern(let node): return names(in: node.pattern, depth: depth + 1)
    case .expressionPattern, .isTypePattern, .missingPattern, .wildcardPattern: return []
    @unknown default: return []
    }
  }

  /// A member of a type, extension or file.
  func member(
    _ info: DeclarationInfo, _ kind: Member.Kind, scope: DeclarationScope,
    body: StoredBody = .read(BodyOutline()), braces: Syntax? = nil
  ) -> Member {
    Member(
      info: info, kind: kind, owner: scope.owner, extensionConditions: scope.extensionConditions,
      isFromExtension: scope.isInExtension,
      bodyRange: braces.map { sourceRange(extent($0)) }, storedBody: body)
  }

  /// A member with a body in braces.
  func member(
    _ info: DeclarationInfo, _ kind: Member.Kind, scope: DeclarationScope, block: Syntax?
  ) -> Member {
    guard let block else { return member(info, kind, scope: scope) }
    let body = skipped?.body(at: extent(block).lowerBound, of: text) ?? .read(outline(block))
    return member(info, kind, scope: scope, body: body, braces: block)
  }
}
