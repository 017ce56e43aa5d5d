import Templates
import Testing

/// A case of the Mustache specification by the name that it has there: template, data, partials and
/// what comes out.
struct Rule: CustomTestStringConvertible, Sendable {
  let name: String
  let template: String
  var data: TemplateValue = [:]
  var partials: [String: String] = [:]
  let result: String

  init(
    _ name: String, _ template: String, _ data: TemplateValue = [:],
    partials: [String: String] = [:], is result: String
  ) {
    self.name = name
    self.template = template
    self.data = data
    self.partials = partials
    self.result = result
  }

  var testDescription: String { name }
}

@Suite("The Mustache specification, every case of its modules that are not optional")
struct SpecificationTests {
  @Test("comments", arguments: Rule.comments) func comment(rule: Rule) throws { try check(rule) }
  @Test("delimiters", arguments: Rule.delimiters) func delimiter(rule: Rule) throws {
    try check(rule)
  }
  @Test("interpolation", arguments: Rule.interpolation) func value(rule: Rule) throws {
    try check(rule)
  }
  @Test("sections", arguments: Rule.sections) func section(rule: Rule) throws { try check(rule) }
  @Test("inverted", arguments: Rule.inverted) func negated(rule: Rule) throws { try check(rule) }
  @Test("partials", arguments: Rule.partials) func partial(rule: Rule) throws { try check(rule) }
  @Test("what the specification leaves open", arguments: Rule.others) func other(rule: Rule) throws
  {
    try check(rule)
  }

  /// The names and how many there are: those of the published specification, version 1.4.
  @Test("no case is left out or told twice")
  func complete() {
    let modules = [
      (Rule.comments, 12), (Rule.delimiters, 14), (Rule.interpolation, 42), (Rule.inverted, 22),
      (Rule.partials, 12), (Rule.sections, 34),
    ]
    for (rules, count) in modules {
      #expect(rules.count == count)
      #expect(Set(rules.map(\.name)).count == count)
    }
  }

  private func check(_ rule: Rule) throws {
    let result = try fill(rule.template, rule.data, partials: rule.partials)
    #expect(result == rule.result, "\(rule.name)")
  }
}
