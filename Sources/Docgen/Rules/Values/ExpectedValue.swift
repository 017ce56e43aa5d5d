package import Diagnostics
import Markdown
import Models
import SwiftIndex
import Templates

/// The expected text between two value markers.
package struct ExpectedValue: Sendable {
  package var expression: String
  package var text: String
  /// The place in the code that declares it, or in the trace that recorded it.
  package var location: SourceLocation
  /// Whether it was recorded instead of declared.
  package var isObserved: Bool

  /// Looks for a constant of the sources, then for a recorded value of that name: values from
  /// syntax are never older than the sources.
  init(_ request: RegionRequest) throws(RegionProblem) {
    expression = request.marker.subject?.text ?? ""
    let form = try ValueForm(request)
    let value = try Self.value(of: expression, request)
    if let obstacle = form.obstacle(for: value.unit) {
      throw request.finding(
        RegionSources.id, at: "unit", obstacle,
        evidence: [Evidence(.help, "of=UNIT gives the unit of the value")])
    }
    text = value.text(form)
    location = value.location
    isObserved = value.isObserved
  }

  private static func value(
    of expression: String, _ request: RegionRequest
  ) throws(RegionProblem) -> ProjectValue {
    if let count = Count(expression, in: request.project) {
      return ProjectValue(
        name: expression, content: .integer(count.number, unit: ""),
        location: count.location ?? SourceLocation(file: request.file), isObserved: false)
    }
    let lookup = request.project.code.constant(expression)
    let recorded = request.project.recordedValues.first { $0.name == expression }
    // Only a trace has the unit of a plain number.
    let constants = lookup.all.map { ProjectValue($0, unit: recorded?.unit) }
    if Set(constants.map(\.content)).count > 1 { throw ambiguous(constants, request) }
    let constant = constants.first
    if let constant, constant.isKnown { return constant }
    if let recorded { return recorded }
    if let constant { return constant }
    var evidence: [Evidence] = []
    if case .unknown(let near?) = lookup {
      evidence.append(Evidence(.help, "did you mean `\(near)`?"))
    }
    throw request.finding(
      RegionSources.id, "neither the sources nor a trace have a value `\(expression)`",
      evidence: evidence)
  }

  /// Several constants of one name, in modules or in branches of `#if`, with different values.
  private static func ambiguous(
    _ constants: [ProjectValue], _ request: RegionRequest
  ) -> RegionProblem {
    let places = constants.prefix(4).map { Evidence(.declared, $0.text(), at: $0.location) }
    let help =
      "name the module too; `platforms` in .docgen.json selects the `#if` branches that count"
    return request.finding(
      RegionSources.id,
      "\(constants.count) constants are called `\(request.marker.subject?.text ?? "")`, and differ",
      evidence: places + [Evidence(.help, help)])
  }

  /// The value in the notation of the existing text: `five` stays a word.
  package func text(replacing written: String) -> String {
    guard let number = Int(text), let old = WrittenNumber(written) else { return text }
    return old.text(of: number)
  }

  static func text(of literal: Literal) -> String {
    switch literal {
    case .integer(let number): String(number)
    case .double(let number): ValueForm.text(number)
    case .boolean(let flag): String(flag)
    case .string(let text): text.escapedMarkdown
    }
  }
}

extension String {
  /// Text as Markdown that shows it, in a table cell too.
  var escapedMarkdown: String {
    var library = TemplateLibrary(TemplateSource(texts: ["value": "{{value}}"]))
    let data: TemplateValue = ["value": .string(self)]
    return (try? library.render("value", with: data)) ?? self
  }
}
