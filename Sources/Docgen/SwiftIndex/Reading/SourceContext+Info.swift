import Diagnostics
import SwiftSyntax

/// The properties that a declaration inherits from its context.
///
/// Access follows Swift's rules: an extension's own modifier is the default of its members, and a
/// member is never more accessible than the type around it.
struct DeclarationScope {
  /// Qualified name of the type around it.
  var owner: String?
  var conditions: [CompilationCondition] = []
  /// The access of declarations without an access modifier.
  var defaultAccess = AccessLevel.internal
  /// No declaration here is accessible more widely.
  var widestAccess = AccessLevel.open
  var isInProtocol = false
  var isInExtension = false
  /// The `where` clause of the extension around it.
  var extensionConditions: [GenericRequirement] = []

  func qualified(_ name: String) -> String {
    owner.map { "\($0).\(name)" } ?? name
  }
}

extension AccessLevel {
  /// The widest access of declarations inside of one with this access.
  var insideLimit: AccessLevel { self == .private ? .fileprivate : self }
}

/// Modifiers of a declaration, sorted by kind.
struct ReadModifiers {
  var access: AccessLevel?
  var setterAccess: AccessLevel?
  /// All remaining modifiers, in source order.
  var remaining: [String] = []
}

extension SourceContext {
  func modifiers(_ list: DeclModifierListSyntax) -> ReadModifiers {
    var result = ReadModifiers()
    for modifier in list {
      let name = modifier.name.text
      let detail = modifier.detail?.detail.text
      if let level = AccessLevel(rawValue: name) {
        if detail == "set" { result.setterAccess = level } else { result.access = level }
      } else {
        result.remaining.append(detail.map { "\(name)(\($0))" } ?? name)
      }
    }
    return result
  }

  func attributes(
    _ list: AttributeListSyntax, conditions: [CompilationCondition] = []
  ) -> [Attribute] {
    list.flatMap { element -> [Attribute] in
      guard case .attribute(let node) = element else {
        return attributes(in: element.as(IfConfigDeclSyntax.self), conditions: conditions)
      }
      var name = line(node.attributeName)
      if let generic = name.firstIndex(of: "<") { name = String(name[..<generic]) }
      var arguments: String?
      if let open = node.leftParen, let close = node.rightParen {
        let start = extent(open).upperBound
        arguments = squeezed(start..<max(start, close.position.utf8Offset))
      }
      let place = location(node)
      return [
        Attribute(name: name, arguments: arguments, location: place, conditions: conditions)
      ]
    }
  }

  private func attributes(
    in node: IfConfigDeclSyntax?, conditions: [CompilationCondition]
  ) -> [Attribute] {
    guard let node, conditions.count < structureDepthLimit else { return [] }
    return branches(of: node).flatMap { branch -> [Attribute] in
      guard case .attributes(let list) = branch.elements else { return [] }
      return attributes(list, conditions: conditions + [branch.condition])
    }
  }

  /// The branches of an `#if`, with their conditions.
  ///
  /// An `#else` has an empty text and all earlier conditions as excluded ones.
  func branches(
    of node: IfConfigDeclSyntax
  ) -> [(condition: CompilationCondition, elements: IfConfigClauseSyntax.Elements)] {
    var earlier: [String] = []
    return node.clauses.compactMap { clause in
      let text = clause.condition.map { line($0) } ?? ""
      let condition = CompilationCondition(text: text, excluded: earlier)
      if !text.isEmpty { earlier.append(text) }
      return clause.elements.map { (condition, $0) }
    }
  }

  /// The common properties of all kinds of declaration.
  ///
  /// The name is that of a token (for `init` and similar declarations, their keyword); the headline
  /// ends at the given offset.
  func info(
    of node: some SyntaxProtocol & WithAttributesSyntax & WithModifiersSyntax,
    name: TokenSyntax, headlineEnd: Int, scope: DeclarationScope
  ) -> DeclarationInfo {
    let modifiers = modifiers(node.modifiers)
    let whole = extent(node)
    let before = text.bytes[min(node.position.utf8Offset, whole.lowerBound)..<whole.lowerBound]
    // Querying the tree for comments is slow even if there are none.
    let first =
      before.contains(UInt8(ascii: "/")) ? node.firstToken(viewMode: .sourceAccurate) : nil
    return DeclarationInfo(
      name: name.plainName, headline: headline(of: node, whole, end: headlineEnd),
      access: min(modifiers.access ?? scope.defaultAccess, scope.widestAccess),
      declaredAccess: modifiers.access, attributes: attributes(node.attributes),
      modifiers: modifiers.remaining,
      documentation: documentation(before: first), conditions: scope.conditions,
      location: location(whole), nameLocation: location(name))
  }

  /// From the end of the attributes to the given end.
  ///
  ///     @MainActor public func save(_ item: Item) async throws {
  ///     public func save(_ item: Item) async throws
  private func headline(
    of node: some SyntaxProtocol & WithAttributesSyntax, _ whole: Range<Int>, end: Int
  ) -> String {
    let start = node.attributes.isEmpty ? node.position : node.attributes.endPosition
    let from = max(start.utf8Offset, whole.lowerBound)
    return squeezed(trimmed(from..<max(from, min(end, whole.upperBound))))
  }

  /// Without white space at either end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(text.bytes[start]) { start += 1 }
    while end > start, isBlank(text.bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
