package import Diagnostics
package import SwiftIndex

/// A metric that the code defines: a property or a function that creates one under a name in its
/// text.
///
///     static let startup = Bucket("app").doubleMetric("startup_time_ms")
///     static func count(_ name: EventName) -> Metric<Int> { bucket.intMetric("\(name.rawValue).count") }
///     let requests = Counter(label: "requests")
///
/// If the name uses a parameter whose type is an enum of the sources, there is a metric for each of
/// its cases.
package struct MetricDefinition: Hashable, Sendable {
  /// `startup_time_ms`
  package var name: String
  /// `Double`, `Counter`; empty if the code does not show it.
  package var type: String
  /// `TypedMetricsSink.count(.syncSuccess)`
  package var definition: String
  /// The documentation of the definition, and of the case that it belongs to.
  package var summary: String?
  package var caseSummary: String?
  package var location: SourceLocation

  /// The metrics that a type defines, in the order of the code.
  package static func all(
    of type: TypeDeclaration, in code: CodeModel, sources: [String: SourceText]
  ) -> [MetricDefinition] {
    type.members.flatMap { MetricReader(member: $0, type: type, code: code).all(sources) }
  }
}

/// Reads the metrics that one member defines.
///
/// The name of a metric is the last string literal of the initial value or body. Its interpolations
/// must be of one parameter whose type is an enum. Everything else is left out, since a wrong name
/// would be worse in a table than a missing one.
private struct MetricReader {
  let member: Member
  let type: TypeDeclaration
  let code: CodeModel

  func all(_ sources: [String: SourceText]) -> [MetricDefinition] {
    guard let text = text(sources), let kind = kind(of: text),
      let pieces = LiteralPieces(lastOf: text)?.pieces
    else { return [] }
    guard let (parameter, cases) = enumeration(pieces) else {
      guard let name = pieces.plain else { return [] }
      return [definition(name, kind: kind, definition: member.qualifiedName, caseSummary: nil)]
    }
    return cases.compactMap { enumCase in
      let raw = enumCase.enumCase?.rawValue?.literal.flatMap(Self.text) ?? enumCase.name
      let name = pieces.filled { $0 == parameter || $0 == "\(parameter).rawValue" ? raw : nil }
      return name.map { name in
        let label = member.signature?.parameters.first?.label.map { "\($0): " } ?? ""
        let definition = "\(member.qualifiedName)(\(label).\(enumCase.name))"
        return self.definition(
          name, kind: kind, definition: definition, caseSummary: enumCase.documentation?.summary)
      }
    }
  }

  private func definition(
    _ name: String, kind: String, definition: String, caseSummary: String?
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, type: kind, definition: definition, summary: member.documentation?.summary,
      caseSummary: caseSummary, location: member.nameLocation)
  }

  /// The initial value, or the body.
  private func text(_ sources: [String: SourceText]) -> String? {
    if let initial = member.property?.initialValue { return initial }
    guard member.property != nil || member.isMethod, let range = member.bodyRange else {
      return nil
    }
    return sources[member.location.file]?.text(in: range)
  }

  /// The measured type if it is a metric: `Double` for a `Metric<Double>` or a `doubleMetric(…)`,
  /// or the kind of instrument.
  ///
  /// A written type decides alone: a property of another type does not count even if its value
  /// creates a metric.
  private func kind(of text: String) -> String? {
    let written = member.property?.type ?? member.signature?.result
    if let written, case .named(let name, let arguments) = written.structure {
      if let kind = Self.kind(of: name, arguments.first?.text) { return kind }
      return nil
    }
    // The last call of `Bucket("app").doubleMetric("x")` creates it.
    let calls = text.split(separator: "(").dropLast()
    for call in calls.reversed() {
      let name = call.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init)
      if let name, let kind = Self.kind(of: name, nil) { return kind }
    }
    return nil
  }

  private static let instruments: Set<String> = [
    "Counter", "FloatingPointCounter", "Gauge", "Meter", "Recorder", "Timer", "Histogram",
  ]
  private static let values = [
    "bool": "Bool", "string": "String", "int": "Int", "double": "Double", "float": "Float",
  ]

  private static func kind(of name: String, _ argument: String?) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if instruments.contains(last) { return last }
    guard last.hasSuffix("Metric") || last == "metric" else { return nil }
    return argument ?? values[String(last.dropLast("Metric".count))] ?? ""
  }

  /// The parameter in the name, with the cases of its enum.
  private func enumeration(_ pieces: [LiteralPieces.Piece]) -> (String, [Member])? {
    for parameter in member.signature?.parameters ?? [] {
      guard let name = parameter.name, pieces.mention(name), let type = parameter.type,
        case .named(let written, _) = type.structure,
        let found = code.type(named: written, inside: self.type.qualifiedName).first,
        !found.cases.isEmpty
      else { continue }
      return (name, found.cases)
    }
    return nil
  }

  private static func text(_ literal: Literal) -> String? {
    switch literal {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double, .boolean: nil
    }
  }
}

/// A string literal split at its interpolations: `"\(name.rawValue).count"` -> name.rawValue,
/// .count
private struct LiteralPieces {
  enum Piece: Hashable {
    case text(String)
    case expression(String)
  }

  var pieces: [Piece] = []

  /// The last literal of a text, of one line and without escapes other than interpolations.
  ///
  /// Returns `nil` if any literal of the text has an escape or spans lines.
  init?(lastOf text: String) {
    var literals: [[Piece]] = []
    var rest = Substring(text)
    while let quote = rest.firstIndex(of: "\"") {
      rest = rest[rest.index(after: quote)...]
      guard let literal = Self.read(&rest) else { return nil }
      literals.append(literal)
    }
    guard let last = literals.last else { return nil }
    pieces = last
  }

  private static func read(_ rest: inout Substring) -> [Piece]? {
    var pieces: [Piece] = []
    var plain = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        return plain.isEmpty ? pieces : pieces + [.text(plain)]
      case "\\":
        guard rest.first == "(", let close = rest.firstIndex(of: ")") else { return nil }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.expression(String(rest[..<close].dropFirst())))
        rest = rest[rest.index(after: close)...]
      case "\n": return nil
      default: plain.append(character)
      }
    }
    return nil
  }
}

extension [LiteralPieces.Piece] {
  /// The text if it has no interpolation.
  fileprivate var plain: String? { filled { _ in nil } }

  fileprivate func mention(_ name: String) -> Bool {
    contains(.expression(name)) || contains(.expression("\(name).rawValue"))
  }

  /// The text with each interpolation replaced; `nil` if one has no value.
  fileprivate func filled(_ value: (String) -> String?) -> String? {
    var text = ""
    for piece in self {
      switch piece {
      case .text(let plain): text += plain
      case .expression(let expression):
        guard let value = value(expression) else { return nil }
        text += value
      }
    }
    return text
  }
}
