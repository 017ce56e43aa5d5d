import Markdown
import Models
import SwiftIndex
import Templates

extension TableData {
  /// A value with the data that a table may show.
  struct NamedValue {
    var value: ProjectValue
    var call: CallText
    var documentation: String
  }

  static func add(_ values: [NamedValue], to data: inout TemplateDictionary) {
    data["values"] = .list(
      values.map { named in
        [
          "name": .code(named.value.name), "function": .code(named.call.function),
          "arguments": .list(
            named.call.arguments.map { ["label": .string($0.label), "value": .string($0.value)] }),
          "argument": .string(named.call.arguments.map(\.value).joined(separator: ", ")),
          "value": .markdown(named.value.text()), "unit": .string(named.value.unit),
          "documentation": .markdown(named.documentation),
          "isRecorded": .boolean(named.value.isObserved),
        ]
      })
  }
}

/// A call as a recorded value names it: `CircuitBreaker.backoff(afterTrips: 1)`.
struct CallText: Hashable, Sendable {
  struct Argument: Hashable, Sendable {
    /// Empty for none.
    var label: String
    var value: String
  }

  /// The called function, or the complete text if it is not a call.
  var function: String
  var arguments: [Argument] = []

  init(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      function = text
      return
    }
    function = String(text[..<open])
    let inner = text[text.index(after: open)...].dropLast()
    for part in Self.split(inner, at: ",") {
      let pieces = Self.split(part, at: ":", most: 1).map(Self.trimmed)
      guard let value = pieces.last, !value.isEmpty else { continue }
      arguments.append(
        Argument(label: pieces.count > 1 ? String(pieces[0]) : "", value: String(value)))
    }
  }

  /// Splits outside of parentheses, brackets and quotes.
  private static func split(
    _ text: Substring, at separator: Character, most: Int = .max
  ) -> [Substring] {
    var parts: [Substring] = []
    var (start, depth, isQuoted) = (text.startIndex, 0, false)
    for index in text.indices {
      let character = text[index]
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      guard character == separator, depth == 0, parts.count < most else { continue }
      parts.append(text[start..<index])
      start = text.index(after: index)
    }
    return parts + [text[start...]]
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension RegionRequest {
  /// The constants and recorded values that `values` selects, pattern by pattern: those of the code
  /// in its order, then those that only traces have.
  func values() throws(RegionProblem) -> [TableData.NamedValue] {
    let recorded = project.recordedValues
    let units = Dictionary(recorded.map { ($0.name, $0.unit) }) { first, _ in first }
    let members = project.code.types.flatMap { $0.members }.filter {
      $0.isStatic && $0.property?.initialValue != nil
    }
    // Computing a value takes time, and a pattern names few.
    func constants(_ names: (String) -> Bool) -> [ProjectValue] {
      members.filter { names($0.qualifiedName) }.compactMap { member in
        let known = project.code.constants(named: member.qualifiedName)
        guard known.count == 1 else { return nil }
        return known.first.map { ProjectValue($0, unit: units[$0.qualifiedName]) }
      }
    }
    var chosen: [ProjectValue] = []
    for pattern in patterns("values") {
      let matcher = NamePattern(pattern)
      let declared = constants(matcher.matches).filter(\.isKnown)
      let names = Set(declared.map(\.name))
      let found =
        declared + recorded.filter { matcher.matches($0.name) && !names.contains($0.name) }
      if found.isEmpty {
        let known = members.map(\.qualifiedName) + recorded.map(\.name)
        throw finding(
          RegionSources.id, at: "values",
          "neither the sources nor a trace have a value `\(pattern)`",
          evidence: nearest(pattern, among: known, what: nil))
      }
      chosen += found.filter { value in !chosen.contains { $0.name == value.name } }
    }
    return chosen.map { value in
      let call = CallText(value.name)
      return TableData.NamedValue(
        value: value, call: call,
        documentation: project.code.symbol(call.function).first?.info.documentation?.summary ?? "")
    }
  }

  /// Names or patterns separated by semicolons: a call has blanks and commas.
  func patterns(_ key: String) -> [String] {
    (marker[key] ?? "").split(separator: ";").map { part in
      var part = part.drop(while: \.isWhitespace)
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty }
  }
}
