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
  /// The names after `self.` and `self?.` in a node, and the other names of `self`.
  func namesOfSelf(
    in node: some SyntaxProtocol
  ) -> (names: Set<String>, aliases: Set<String>) {
    let range = extent(node)
    var names: Set<String> = []
    var aliases: Set<String> = []
    text.bytes.withUnsafeBufferPointer { bytes in
      var index = range.lowerBound
      // Every body is searched: a comparison with four bytes is the fastest way.
      while index + 5 < range.upperBound {
        guard bytes[index] == UInt8(ascii: "s"), bytes[index + 1] == UInt8(ascii: "e"),
          bytes[index + 2] == UInt8(ascii: "l"), bytes[index + 3] == UInt8(ascii: "f")
        else {
          index += 1
          continue
        }
        index += 4
        if bytes[index] != UInt8(ascii: "."), !Self.isName(bytes[index]),
          let alias = Self.assignedName(in: bytes[range.lowerBound..<(index - 4)])
        {
          aliases.insert(alias)
        }
        if [UInt8(ascii: "?"), UInt8(ascii: "!")].contains(bytes[index]) { index += 1 }
        guard bytes[index] == UInt8(ascii: ".") else { continue }
        let name = bytes[(index + 1)..<range.upperBound].prefix(while: Self.isName)
        names.insert(String(decoding: name, as: UTF8.self))
        index = name.endIndex
      }
    }
    return (names, aliases)
  }

  /// The name at the end of `let this = `.
  private static func assignedName(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard bytes.count > 8, bytes.last == UInt8(ascii: " "),
      bytes.dropLast().last == UInt8(ascii: "=")
    else { return nil }
    let words = bytes.suffix(80).split { !isName($0) }
    guard words.count > 1,
      ["let", "var"].contains(String(decoding: words[words.count - 2], as: UTF8.self))
    else { return nil }
    let name = String(decoding: words[words.count - 1], as: UTF8.self)
    return name == "self" ? nil : name
  }

  /// The text of a path, with `self` for its other names.
  func path(_ node: ExprSyntax) -> String {
    if let name = dottedName(node) { return name }
    let text = shortLine(node)
    guard !selfAliases.isEmpty, let end = text.firstIndex(where: { "?!".contains($0) }),
      selfAliases.contains(String(text[..<end]))
    else { return text }
    return "self" + text[end...]
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }
}
