import Diagnostics
import SwiftSyntax

/// Local names that shadow a property which the same body reaches by `self`:
///
///     updates.sink { state in self.state = state }
extension OutlineReader {
  /// Marks the names that a pattern binds from here to the end of its scope.
  mutating func shadow(_ pattern: PatternSyntax) { steps += shadowing(names(in: pattern)) }

  /// The marks at the beginning of a loop's body.
  func shadowing(_ pattern: PatternSyntax) -> [BodyOutline.Step] { shadowing(names(in: pattern)) }

  /// The marks at the beginning of a closure, for its parameters and captured values.
  func shadowing(_ signature: ClosureSignatureSyntax?) -> [BodyOutline.Step] {
    guard let signature, !source.selfNames.isEmpty else { return [] }
    var names = signature.capture?.items.map(\.name.plainName) ?? []
    switch signature.parameterClause {
    case .simpleInput(let list): names += list.map(\.name.plainName)
    case .parameterClause(let clause):
      names += clause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    default: break
    }
    return shadowing(names)
  }

  /// Ends the scope of the names that the conditions of `if` and `while` bind.
  mutating func endShadows(of conditions: ConditionElementListSyntax) {
    guard !source.selfNames.isEmpty else { return }
    for element in conditions {
      guard case .optionalBinding(let binding) = element.condition else { continue }
      for name in names(in: binding.pattern) where source.selfNames.contains(name) {
        steps.append(.shadowingEnd(name))
      }
    }
  }

  private func shadowing(_ names: [String]) -> [BodyOutline.Step] {
    names.filter(source.selfNames.contains).map { .shadowing($0) }
  }

  private func names(in pattern: PatternSyntax) -> [String] {
    if source.selfNames.isEmpty { return [] }
    let parts = pattern.as(TuplePatternSyntax.self)?.elements.map(\.pattern) ?? [pattern]
    return parts.compactMap { $0.as(IdentifierPatternSyntax.self)?.identifier.plainName }
  }
}

extension SourceContext {
  /// The names after `self.` and `self?.` in a node.
  func namesOfSelf(in node: some SyntaxProtocol) -> Set<String> {
    var names: Set<String> = []
    var rest = text.bytes[extent(node)]
    while let range = rest.firstRange(of: Self.selfBytes) {
      rest = rest[range.upperBound...].drop { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }
      guard rest.first == UInt8(ascii: ".") else { continue }
      let name = rest.dropFirst().prefix { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
      }
      names.insert(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static let selfBytes = Array("self".utf8)
}
