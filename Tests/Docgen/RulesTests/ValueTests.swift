import Diagnostics
import Markdown
import Models
import Rules
import Templates
import Testing
import Traces

/// A value marker and the text that belongs between it and its end.
struct ShownValue: Sendable, CustomTestStringConvertible {
  var marker: String
  var text: String

  init(_ marker: String, _ text: String) {
    self.marker = marker
    self.text = text
  }

  var testDescription: String { marker }
}

/// Values of code and traces, their units, and the tables made from them.
@Suite struct ValueTests {
  private static let source = """
    struct Post {
      static let pause = Duration.milliseconds(1500)
      static let wait: Duration = .seconds(90)
      static let limit = 64 * 1024
      static let share = 0.2
      static let rest = 250
      static let name = "a|b"
      /// How long a letter waits after so many failures.
      static func delay(after failures: Int) -> Double { Double(failures) * 30 }
    }

    /// Why a letter comes back.
    enum PostError: Error {
      /// Nobody lives there.
      case unknownAddress
      /// It is too heavy, by so many grams.
      case overweight(by: Int, String)
    }

    struct LostError: PostFailure { var place = "" }
    protocol PostFailure: Error {}

    enum Event: String {
      /// A letter went out.
      case sent = "Sent"
      case lost
    }

    enum Figures {
      static let bucket = Bucket("post")
      /// Seconds until it is there.
      static let travel = bucket.doubleMetric("travel_seconds")
      static let requests = Counter(label: "requests")
      /// An entry each.
      static func count(of event: Event) -> Metric<Int> {
        bucket.intMetric("\\(event.rawValue).count")
      }
      static let title = String("no metric")
    }

    """

  private static let values: [(String, TraceScalar, String)] = [
    ("Post.delay(after: 1)", .number(30), "s"), ("Post.delay(after: 2)", .integer(90_000), "ms"),
    ("Post.took", .integer(1_234_567), "ns"), ("Post.bytes", .integer(51_200), "By"),
    ("Post.kilo", .integer(50_000), "By"), ("Post.odd", .integer(1_537), "By"),
    ("Post.zero", .integer(0), "ns"), ("Post.letters", .integer(5), "{letters}"),
    ("Post.third", .number(0.3), "s"), ("Post.flag", .boolean(true), ""),
    ("Post.rest", .integer(100), "ms"),
    ("Post.large", .integer(9_007_199_254_740_993), ""),
  ]

  private static let project: ProjectModel = {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for value in values { recorder.value(value.0, value.1, unit: value.2) }
    return Door.model(
      source: source, trace: recorder.trace(header: TraceHeader(scenario: "values")))
  }()

  private func findings(_ text: String, templates: [String: String] = [:]) -> [Diagnostic] {
    let page = Page(path: "docs/post.md", bytes: Array(text.utf8))
    return CheckedPage(
      page, project: Self.project, templates: TemplateSource(texts: templates)
    ).findings()
  }

  static let shown = [
    ShownValue("Post.pause", "1.5 s"), ShownValue("Post.wait", "90 s"),
    ShownValue("Post.wait unit=min", "1.5 min"), ShownValue("Post.pause unit=ms", "1500 ms"),
    ShownValue("Post.limit", "65536"), ShownValue("Post.limit of=By", "64 KiB"),
    ShownValue("Post.limit of=B unit=kB", "65.536 kB"),
    ShownValue("Post.limit of=B unit=kB digits=1", "65.5 kB"),
    ShownValue("Post.share of=1 unit=%", "20 %"), ShownValue("Post.share", "0.2"),
    ShownValue("Post.name", "a\\|b"), ShownValue("Post.delay(after: 1)", "30 s"),
    ShownValue("Post.delay(after: 2)", "90 s"),
    ShownValue("Post.delay(after: 2) unit=min", "1.5 min"),
    ShownValue("Post.took", "1.234567 ms"), ShownValue("Post.took digits=2", "1.23 ms"),
    ShownValue("Post.took unit=µs digits=0", "1235 µs"),
    ShownValue("Post.took unit=us", "1234.567 µs"),
    ShownValue("Post.bytes", "50 KiB"), ShownValue("Post.kilo", "50 kB"),
    ShownValue("Post.odd", "1537 B"), ShownValue("Post.zero", "0 ns"),
    ShownValue("Post.letters", "5 letters"), ShownValue("Post.third", "300 ms"),
    ShownValue("Post.flag", "true"), ShownValue("Post.rest", "250 ms"),
    ShownValue("Post.large", "9007199254740993"),
  ]

  @Test(arguments: shown)
  func `a value is shown with its unit, and any other text is stale`(shown: ShownValue) throws {
    func page(_ text: String) -> String {
      "So <!-- docgen:value \(shown.marker) -->\(text)<!-- /docgen:value --> it is.\n"
    }
    #expect(findings(page(shown.text)) == [])
    let stale = findings(page(shown.text + "1"))
    #expect(stale.map(\.rule.rawValue) == ["stale-value"])
    #expect(stale.first?.fixIts.first?.replacement == shown.text)
  }

  @Test(arguments: [
    ("Post.limit unit=ms", "the value has no unit that could be converted into ms"),
    ("Post.took unit=kB", "ns cannot be converted into kB"),
    ("Post.letters unit=s", "`{letters}` cannot be converted into s"),
    ("Post.took unit=mss", "unknown unit `mss`"),
    ("Post.took digits=many", "`digits` must be a number from 0 to 15, not `many`"),
    ("Post.took units=ms", "`Post.took` knows no `units`"),
  ])
  func `an impossible unit is refused at its place`(marker: String, summary: String) {
    let found = findings("<!-- docgen:value \(marker) -->1<!-- /docgen:value -->\n")
    #expect(found.map(\.summary) == [summary])
  }

  private func table(_ keys: String, _ template: String) -> String {
    let text = "<!-- docgen:begin table template=t \(keys) -->\n<!-- docgen:end -->\n"
    let page = Page(path: "docs/post.md", bytes: Array(text.utf8))
    let checked = CheckedPage(
      page, project: Self.project, templates: TemplateSource(texts: ["t": template]))
    switch checked.regions.first?.outcome {
    case .generated(let text): return text.split(separator: "\n").joined(separator: "\n")
    case .problem(let problems): return problems.map(\.summary).joined(separator: "\n")
    default: return "?"
    }
  }

  @Test func `a template gets the values that match patterns, constants before recorded ones`() {
    let row = "{{#values}}\n{{name}} {{argument}} {{value}} {{documentation}}\n{{/values}}\n"
    #expect(
      table("values=\"Post.delay(*; Post.share\"", row)
        == """
        `Post.delay(after: 1)` 1 30 s How long a letter waits after so many failures.
        `Post.delay(after: 2)` 2 90 s How long a letter waits after so many failures.
        `Post.share`  0.2
        """.replacing("0.2", with: "0.2 "))
    #expect(
      table("values=\"Past.*\"", row) == "neither the sources nor a trace have a value `Past.*`")
  }

  @Test
  func `a template gets the types that conform to a protocol, with the values of their cases`() {
    let row = """
      {{#types}}
      {{name}} {{kind}}: {{#cases}}{{path}}({{#values}}{{#isLabelled}}{{label}}: {{/isLabelled}}{{type}}{{^-last}}, {{/-last}}{{/values}}) {{documentation}}; {{/cases}}{{#properties}}{{name}}{{/properties}}
      {{/types}}

      """
    #expect(
      table("conforms=Error", row).split(separator: "\n").map(String.init) == [
        "`PostError` enum: `PostError.unknownAddress`() Nobody lives there.; "
          + "`PostError.overweight`(`by`: `Int`, `String`) It is too heavy, by so many grams.; ",
        "`LostError` struct: `place`", "`PostFailure` protocol: ",
      ])
    #expect(table("conforms=Codable", row) == "none of 6 types conforms to `Codable`")
    #expect(table("types=PostEror", row).contains("PostEror"))
  }

  @Test func `a template gets the metrics that a type defines, one for each case of their enum`() {
    let row =
      "{{#metrics}}\n{{name}} {{type}} {{definition}} {{documentation}}{{caseDocumentation}}\n{{/metrics}}\n"
    #expect(
      table("metrics=Figures", row).split(separator: "\n").map(String.init) == [
        "`travel_seconds` `Double` `Figures.travel` Seconds until it is there.",
        "`requests` `Counter` `Figures.requests` ",
        "`Sent.count` `Int` `Figures.count(of: .sent)` An entry each.A letter went out.",
        "`lost.count` `Int` `Figures.count(of: .lost)` An entry each.",
      ])
    #expect(table("metrics=Post", row) == "no metric is defined in `Post`")
    #expect(table("metrics=Figurs", row) == "the sources have no type `Figurs`")
  }
}
