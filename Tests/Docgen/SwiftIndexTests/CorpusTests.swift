import Diagnostics
import Foundation
import SwiftIndex
import Testing

/// The reader's result for each form of declaration in Swift 6.3, one line each.
///
/// `Corpus/declarations.txt` has the sources with the expected lines; `RECORD_SNAPSHOTS=1` writes
/// these lines again, and the run fails.
@Suite struct CorpusTests {
  private struct Entry: CustomTestStringConvertible {
    var name: String
    var source: String
    var expected: [String]
    var testDescription: String { name }
  }

  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus/declarations.txt")

  private static func entries() throws -> [Entry] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return ("\n" + text).components(separatedBy: "\n#### ").dropFirst().map { entry in
      let (name, rest) = halves(entry, "\n")
      let (source, expected) = halves(rest, "\n----\n")
      return Entry(
        name: name, source: source, expected: expected.split(separator: "\n").map(String.init))
    }
  }

  private static func halves(_ text: String, _ separator: String) -> (String, String) {
    guard let range = text.range(of: separator) else { return (text, "") }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  @Test func `every form of declaration is read as the corpus expects`() throws {
    let entries = try Self.entries()
    #expect(entries.count >= 60)
    var recorded = ""
    for entry in entries {
      let read = FileDeclarations(reading: SourceInput(path: "a.swift", entry.source))
      #expect(read.diagnostics.isEmpty, "\(entry.name): \(read.diagnostics.map(\.summary))")
      let lines = read.lines
      recorded += "#### \(entry.name)\n\(entry.source)\n----\n"
      recorded += lines.map { $0 + "\n" }.joined() + "\n"
      if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != "1" {
        #expect(lines == entry.expected, "\(entry.name)")
      }
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try recorded.dropLast().write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("recorded")
    }
  }
}

extension FileDeclarations {
  /// One line for each declaration; the members of a type follow it.
  fileprivate var lines: [String] {
    var lines = imports.map { "import \($0.name)\($0.kind.map { " (\($0))" } ?? "")\($0.marks)" }
    for type in types {
      var line = "\(type.kind.rawValue) \(type.qualifiedName)\(type.marks)"
      line += text(type.genericParameters, type.requirements) + text(type.inheritance)
      if let aliased = type.aliased { line += " = \(aliased.text)" }
      lines += [line] + type.members.map { "  " + $0.line }
    }
    for found in extensions {
      let line = "extension \(found.name)\(found.marks)"
      lines.append(line + text([], found.requirements) + text(found.inheritance))
      lines += found.members.map { "  " + $0.line }
    }
    lines += globals.map(\.line)
    lines += operators.map {
      "operator \($0.name) \($0.modifiers.joined())\($0.precedenceGroup.map { " : \($0)" } ?? "")"
    }
    lines += precedenceGroups.map { group in
      "precedencegroup \(group.name) higher \(group.higherThan) lower \(group.lowerThan)"
        + (group.associativity.map { " \($0)" } ?? "") + (group.isAssignment ? " assigns" : "")
    }
    return lines
  }
}

private func text(_ parameters: [GenericParameter], _ requirements: [GenericRequirement]) -> String
{
  let names = parameters.map { parameter in
    let kind =
      switch parameter.kind {
      case .type: ""
      case .pack: "each "
      case .value: "let "
      }
    return kind + parameter.name + (parameter.constraint.map { ": \($0.text)" } ?? "")
  }
  let list = names.isEmpty ? "" : " <\(names.joined(separator: ", "))>"
  let conditions = requirements.map(\.text)
  return list + (conditions.isEmpty ? "" : " where \(conditions.joined(separator: ", "))")
}

private func text(_ inheritance: [Inheritance]) -> String {
  let names = inheritance.map { ancestor in
    (ancestor.attributes + [(ancestor.isSuppressed ? "~" : "") + ancestor.name])
      .joined(separator: " ")
  }
  return names.isEmpty ? "" : " : \(names.joined(separator: ", "))"
}

extension Declared {
  /// Access, modifiers, attributes, conditions and the first sentence of the documentation.
  fileprivate var marks: String {
    var words = access == .internal ? [] : [access.rawValue]
    words += modifiers
    words += attributes.map { "@\($0.name)\($0.arguments.map { "(\($0))" } ?? "")" }
    words += conditions.map { "#if \($0.description)" }
    if let summary = documentation?.summary { words.append("/// \(summary)") }
    return words.isEmpty ? "" : " [\(words.joined(separator: "; "))]"
  }
}

extension Member {
  fileprivate var line: String {
    switch kind {
    case .property(let property):
      "\(property.isLet ? "let" : "var") \(name)\(marks)\(property.text)"
    case .method(let signature): "func \(fullName)\(marks)\(signature.text)"
    case .initializer(let signature): "\(fullName)\(marks)\(signature.text)"
    case .deinitializer: "deinit\(marks)"
    case .subscript(let signature, let accessors):
      "\(fullName)\(marks)\(signature.text) \(accessors.text)"
    case .enumCase(let enumCase): "case \(name)\(marks)\(enumCase.text)"
    case .associatedType(let type):
      "associatedtype \(name)\(marks)\(SwiftIndexTests.text(type.inheritance))"
        + SwiftIndexTests.text([], type.requirements)
        + (type.defaultType.map { " = \($0.text)" } ?? "")
    case .macro(let signature): "macro \(fullName)\(marks)\(signature.text)"
    }
  }
}

extension Signature {
  fileprivate var text: String {
    let list = parameters.map { parameter in
      let mark = parameter.attributes.map { "@\($0.name) " }.joined()
      let names = "\(parameter.label ?? "_")/\(parameter.name ?? "_")"
      return mark + names + ": \(parameter.type?.text ?? "?")" + (parameter.isVariadic ? "…" : "")
        + (parameter.defaultValue.map { " = \($0)" } ?? "")
    }
    var words = SwiftIndexTests.text(genericParameters, requirements)
    words += " (\(list.joined(separator: ", ")))\(failability ?? "")"
    words += isAsync ? " async" : ""
    words += throwing.text
    return words + (result.map { " -> \($0.text)" } ?? "")
  }
}

extension Throwing {
  fileprivate var text: String {
    switch self {
    case .never: ""
    case .any: " throws"
    case .rethrows: " rethrows"
    case .typed(let type): " throws(\(type.text))"
    }
  }
}

extension Property {
  fileprivate var text: String {
    var words = type.map { ": \($0.text)" } ?? ""
    if ownership != .strong { words += " \(ownership.rawValue)" }
    if isLazy { words += " lazy" }
    if let setterAccess { words += " \(setterAccess.rawValue)(set)" }
    switch storage {
    case .stored: break
    case .computed(let accessors): words += " \(accessors.text)"
    case .requirement(let accessors): words += " requires \(accessors.text)"
    }
    if !observers.isEmpty { words += " observed \(observers.text)" }
    return words + (initialValue.map { " = \($0)" } ?? "")
  }
}

extension [Accessor] {
  fileprivate var text: String {
    "{ "
      + map { $0.name + ($0.isAsync ? " async" : "") + $0.throwing.text }.joined(separator: "; ")
      + " }"
  }
}

extension EnumCase {
  fileprivate var text: String {
    let values = associatedValues.map { value in
      (value.label.map { "\($0): " } ?? "") + value.type.text
        + (value.defaultValue.map { " = \($0)" } ?? "")
    }
    return (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
      + (rawValue?.literal.map { " = \($0)" } ?? "") + (isIndirect ? " indirect" : "")
  }
}
