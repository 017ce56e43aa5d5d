import Templates
import Testing

/// A case of the Mustache specification under its original name: template, data, partials and
/// result.
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
  @Test(arguments: Rule.comments) func `comments`(rule: Rule) throws { try check(rule) }
  @Test(arguments: Rule.delimiters) func `delimiters`(rule: Rule) throws {
    try check(rule)
  }
  @Test(arguments: Rule.interpolation) func `interpolation`(rule: Rule) throws {
    try check(rule)
  }
  @Test(arguments: Rule.sections) func `sections`(rule: Rule) throws { try check(rule) }
  @Test(arguments: Rule.inverted) func `inverted`(rule: Rule) throws { try check(rule) }
  @Test(arguments: Rule.partials) func `partials`(rule: Rule) throws { try check(rule) }
  @Test(arguments: Rule.others) func `cases that the specification leaves open`(rule: Rule) throws {
    try check(rule)
  }

  /// Checks names and number against the published specification, version 1.4.
  @Test func `no case is left out or repeated`() {
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
