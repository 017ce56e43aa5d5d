import Diagnostics
import Templates
import Testing

@Suite("Mistakes in templates and data")
struct MistakeTests {
  static let syntax: [(String, String)] = [
    ("ab\n  {{name", "2:3 the tag `{{` is never closed"),
    ("{{{name}}", "1:1 the tag `{{` is never closed"),
    ("a {{#s}} b", "1:6 the section `s` is never closed"),
    ("a\n{{/s}}", "2:4 `s` is closed but was never opened"),
    ("{{#a}}\n{{#b}}\n{{/a}}", "3:4 `a` is closed while `b` is open"),
    ("{{}}", "1:3 the tag has no name"),
    ("{{a b}}", "1:3 `a b` is not a name"),
    ("{{a..b}}", "1:3 `a..b` is not a name"),
    ("{{=a=}}", "1:4 `a` is not a pair of delimiters"),
    ("{{<parent}}", "1:4 `<` begins no tag that docgen knows"),
  ]

  @Test(arguments: syntax)
  func `a template that cannot be parsed is reported at its mistake`(
    template: String, mistake: String
  ) {
    #expect(mistakes(template) == [mistake])
  }

  @Test func `a name that the data lacks is an error at its place, with the nearest known name`()
    throws
  {
    let data: TemplateValue = ["machine": ["states": [["name": "idle"]]], "title": "T"]
    let text =
      "{{titel}}\n{{#machine.states}}\n{{nmae}} {{title}}\n{{/machine.states}}{{machine.staets}}"
    #expect(
      mistakes(text, data) == [
        "1:3 the data has no `titel`", "3:3 the data has no `nmae`",
        "4:22 the data has no `machine.staets`",
      ])
    do {
      _ = try fill(text, data, missing: .refuse)
      Issue.record("nothing was thrown")
    } catch let failure as TemplateFailure {
      #expect(
        failure.diagnostics.map(\.caretLabel) == [
          "did you mean `title`?", "did you mean `name`?", "did you mean `machine.states`?",
        ])
      #expect(failure.diagnostics[1].fixIts.first?.replacement == "name")
      #expect(failure.diagnostics.allSatisfy { $0.location.file == "test.mustache" })
    }
  }

  @Test func `a name that the data lacks is false as a section, and a known empty one is valid`() {
    #expect(mistakes("{{#a}}{{b}}{{/a}}{{^a}}{{n}}{{/a}}", ["n": .null]).isEmpty)
  }

  @Test func `a section whose name is nearly one of the data is misspelled`() {
    let data: TemplateValue = ["methods": [["name": "push"]], "title": "x"]
    #expect(mistakes("{{#metods}}{{name}}{{/metods}}", data) == ["1:4 the data has no `metods`"])
    #expect(mistakes("{{^titel}}none{{/titel}}", data) == ["1:4 the data has no `titel`"])
    #expect(
      mistakes("{{#methods}}{{#nmae}}x{{/nmae}}{{/methods}}", data)
        == ["1:16 the data has no `nmae`"])
    #expect(mistakes("{{#machine}}{{states}}{{/machine}}", data).isEmpty)
  }

  @Test func `one mistake is reported once, however often the line is rendered`() {
    #expect(mistakes("{{#l}}{{x}}{{/l}}", ["l": [1, 2, 3]]) == ["1:9 the data has no `x`"])
  }

  @Test func `a mistake in a partial is reported in the partial's file`() throws {
    let partials = ["row": "| {{a}} |\n| {{b}} |\n", "broken": "{{#x}}"]
    do {
      _ = try fill(
        "{{>row}}\n{{>broken}}\n{{>rwo}}", ["a": 1], partials: partials, missing: .refuse)
      Issue.record("nothing was thrown")
    } catch let failure as TemplateFailure {
      #expect(
        failure.diagnostics.map(\.location.description) == [
          "row.mustache:2:5", "broken.mustache:1:4", "test.mustache:3:4",
        ])
      #expect(failure.diagnostics.last?.caretLabel == "did you mean `row`?")
    }
  }

  @Test func `a partial that includes itself without end is stopped`() {
    #expect(
      mistakes("{{>a}}", partials: ["a": "x{{>b}}", "b": "{{>a}}"])
        == ["1:4 `a` includes itself without end"])
    #expect(
      mistakes("{{>a}}", partials: ["a": "{{#l}}{{>a}}{{>a}}{{/l}}"]).isEmpty)
  }

  @Test func `a partial that doubles itself is stopped too`() {
    #expect(mistakes("{{>a}}", partials: ["a": "{{>a}}{{>a}}"]).count == 1)
  }

  @Test func `a dictionary cannot be shown`() {
    #expect(
      mistakes("{{d}}", ["d": ["a": 1]]) == ["1:3 `d` is not a text but holds other values"])
  }

  @Test func `the name in a complete template is checked too`() {
    var library = TemplateLibrary(TemplateSource(texts: ["state-table": "x"]))
    do throws(TemplateFailure) {
      _ = try library.render("sate-table", with: [:])
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.diagnostics.first?.caretLabel == "did you mean `state-table`?")
    }
  }

  @Test func `a hundred sections may be nested, more are an error`() {
    let deep = String(repeating: "{{#a}}", count: 101) + String(repeating: "{{/a}}", count: 101)
    #expect(mistakes(deep).count == 1)
    let allowed = String(repeating: "{{#a}}", count: 100) + String(repeating: "{{/a}}", count: 100)
    #expect(mistakes(allowed, ["a": true]).isEmpty)
  }
}
