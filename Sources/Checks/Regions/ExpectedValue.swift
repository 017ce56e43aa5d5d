package import Diagnostics
import Markup
import Models
import SwiftCode
import Templates
import Traces

/// The value that the text between two value markers should show.
package struct ExpectedValue: Sendable {
  package var expression: String
  package var text: String
  /// Where the code declares it, or where the trace recorded it.
  package var location: SourceLocation
  /// Whether it was recorded rather than declared.
  package var isObserved: Bool

  /// Looks for a constant of the sources, then for a recorded value of that name: what syntax tells
  /// is never older than the sources.
  init(_ request: RegionRequest) throws(RegionProblem) {
    expression = request.marker.subject?.text ?? ""
    let lookup = request.project.code.constant(expression)
    if let count = Count(expression, in: request.project) {
      text = String(count.number)
      location = count.location ?? SourceLocation(file: request.file)
      isObserved = false
    } else if let constant = lookup.first, let literal = constant.literal {
      text = Self.text(of: literal)
      location = constant.location
      isObserved = false
    } else if let recorded = Self.recorded(expression, in: request.project) {
      (text, location) = recorded
      isObserved = true
    } else if let constant = lookup.first {
      text = Self.escaped(constant.text)
      location = constant.location
      isObserved = false
    } else {
      var evidence: [Evidence] = []
      if case .unknown(let near?) = lookup {
        evidence.append(Evidence(.help, "did you mean `\(near)`?"))
      }
      throw request.finding(
        "region-source", "neither the sources nor a trace have a value `\(expression)`",
        evidence: evidence)
    }
  }

  /// The value in the form of what stands there: `five` stays a word.
  package func text(replacing written: String) -> String {
    guard let number = Int(text), let old = WrittenNumber(written) else { return text }
    return old.text(of: number)
  }

  private static func recorded(
    _ name: String, in project: ProjectModel
  ) -> (String, SourceLocation)? {
    for trace in project.traces {
      for record in trace.trace.records {
        guard case .value(let measurement) = record.body, measurement.name == name else {
          continue
        }
        let unit = measurement.unit.isEmpty ? "" : " \(measurement.unit)"
        return (
          text(of: measurement.value) + unit, SourceLocation(file: trace.file, line: record.line)
        )
      }
    }
    return nil
  }

  private static func text(of scalar: TraceScalar) -> String {
    switch scalar {
    case .integer(let number): String(number)
    case .number(let number): text(of: number)
    case .boolean(let flag): String(flag)
    case .text(let text): escaped(text)
    }
  }

  static func text(of literal: Literal) -> String {
    switch literal {
    case .integer(let number): String(number)
    case .double(let number): text(of: number)
    case .boolean(let flag): String(flag)
    case .string(let text): escaped(text)
    }
  }

  /// Text as Markdown that shows it, in a table cell too.
  private static func escaped(_ text: String) -> String {
    var library = TemplateLibrary(TemplateSource(texts: ["value": "{{value}}"]))
    let data: TemplateValue = ["value": .string(text)]
    return (try? library.render("value", with: data)) ?? text
  }

  /// Whole numbers without a fraction: 30, not 30.0.
  private static func text(of number: Double) -> String {
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return String(whole)
  }
}
