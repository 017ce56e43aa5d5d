import Diagnostics
import Models
import SwiftIndex
import Traces

/// A value that the sources declare or a trace has recorded.
struct ProjectValue: Sendable {
  enum Content: Hashable, Sendable {
    /// The unit is empty if it has none.
    case number(Double, unit: String)
    case integer(Int, unit: String)
    case boolean(Bool)
    /// Shown unchanged.
    case text(String)
    /// Source text whose value cannot be computed from the syntax.
    case source(String)
  }

  /// `CircuitBreaker.backoff(afterTrips: 1)`
  var name: String
  var content: Content
  var location: SourceLocation
  /// Whether it was recorded instead of declared.
  var isObserved: Bool

  var unit: String {
    switch content {
    case .number(_, let unit), .integer(_, let unit): unit
    case .boolean, .text, .source: ""
    }
  }

  /// As Markdown that shows it.
  func text(_ form: ValueForm = ValueForm()) -> String {
    switch content {
    case .integer(let number, let unit):
      // Beyond 53 bits a floating-point number would not be exact.
      unit.isEmpty && form.source == nil ? String(number) : form.text(Double(number), of: unit)
    case .number(let number, let unit): form.text(number, of: unit)
    case .boolean(let flag): String(flag)
    case .text(let text), .source(let text): text.escapedMarkdown
    }
  }
}

extension ProjectValue {
  /// A constant of the sources; its value is known if its expression consists of literals.
  init(_ constant: ConstantValue, unit: String? = nil) {
    name = constant.qualifiedName
    location = constant.location
    isObserved = false
    switch (constant.literal, constant.expression?.duration) {
    case (.integer(let number)?, _): content = .integer(number, unit: unit ?? "")
    case (.double(let number)?, _): content = .number(number, unit: unit ?? "")
    case (.boolean(let flag)?, _): content = .boolean(flag)
    case (.string(let text)?, _): content = .text(text)
    case (nil, let (number, unit)?): content = .number(number, unit: unit)
    case (nil, nil): content = .source(constant.text)
    }
  }

  var isKnown: Bool {
    if case .source = content { false } else { true }
  }

  init(_ measurement: TraceMeasurement, at location: SourceLocation) {
    name = measurement.name
    self.location = location
    isObserved = true
    content =
      switch measurement.value {
      case .integer(let number): .integer(number, unit: measurement.unit)
      case .number(let number): .number(number, unit: measurement.unit)
      case .boolean(let flag): .boolean(flag)
      case .text(let text): .text(text)
      }
  }
}

extension ProjectModel {
  /// Every value that traces have recorded, each name once, in the order of the traces.
  var recordedValues: [ProjectValue] {
    var names: Set<String> = []
    var values: [ProjectValue] = []
    for trace in traces where !trace.isVariant {
      for record in trace.trace.records {
        guard case .value(let measurement) = record.body, names.insert(measurement.name).inserted
        else { continue }
        values.append(
          ProjectValue(measurement, at: SourceLocation(file: trace.file, line: record.line)))
      }
    }
    return values
  }
}

extension ConstantExpression {
  /// `.seconds(30)`, `Duration.milliseconds(1.5)` -> a number and its unit.
  var duration: (Double, unit: String)? {
    guard case .call(let callee, let arguments) = self, arguments.count == 1,
      let argument = arguments.first, argument.label == nil
    else { return nil }
    let units = ["seconds": "s", "milliseconds": "ms", "microseconds": "us", "nanoseconds": "ns"]
    let parts = callee.split(separator: ".", omittingEmptySubsequences: false)
    guard let unit = parts.last.flatMap({ units[String($0)] }), parts.count == 2,
      parts[0].isEmpty || parts[0] == "Duration"
    else { return nil }
    switch argument.value.literal {
    case .integer(let number): return (Double(number), unit)
    case .double(let number): return (number, unit)
    case .boolean, .string, nil: return nil
    }
  }
}

extension ProjectValue {
  /// The description of the only constant of a name, such as `now 90`, if its value is known.
  static func constant(_ name: String, in project: ProjectModel) -> String? {
    let constants = project.code.constants(named: name)
    guard constants.count == 1, let constant = constants.first else { return nil }
    let value = ProjectValue(constant)
    return value.isKnown ? "now \(value.text())" : nil
  }
}
