import Diagnostics
import Markdown
import Testing

@Suite("Markers")
struct MarkerTests {
  @Test func `a marker has a directive, a subject and arguments, each with its place`() throws {
    let text = page(
      "<!-- docgen:begin state-diagram machine=SyncState title=\"a \\\"b\\\" c\" -->\n<!-- docgen:end -->\n"
    )
    let marker = try #require(text.markers.first)
    #expect(marker.directive == .begin)
    #expect(marker.subject?.text == "state-diagram")
    #expect(marker.arguments.map(\.name.text) == ["machine", "title"])
    #expect(marker["machine"] == "SyncState")
    #expect(marker["title"] == "a \"b\" c")
    #expect(marker.arguments.map { text.cut($0.name.range) } == ["machine", "title"])
    #expect(
      marker.arguments.compactMap { $0.value.map { text.cut($0.range) } }
        == ["SyncState", "a \\\"b\\\" c"])
    #expect(marker.range.text == "1:1-1:72")
    #expect(text.diagnostics.isEmpty)
  }

  @Test func `a marker over several lines of a quoted list item keeps its places`() throws {
    let text = page(
      "> - a\n>   <!-- docgen:begin x\n>     key=1\n>   other=\"p\n>   q\" -->\n>   <!-- docgen:end -->\n"
    )
    let marker = try #require(text.markers.first)
    #expect(marker["key"] == "1")
    #expect(marker["other"] == "p q")
    #expect(marker.argument(named: "key")?.name.range.text == "3:7-3:10")
    #expect(marker.argument(named: "other")?.value?.range.text == "4:12-5:6")
    #expect(text.regions.count == 1)
  }

  static let expressions: [(String, String, [String])] = [
    ("CircuitBreaker.threshold", "CircuitBreaker.threshold", []),
    ("backoff(afterTrips: 1)", "backoff(afterTrips: 1)", []),
    ("backoff(afterTrips: 1) unit=s", "backoff(afterTrips: 1)", ["unit=s"]),
    ("f(a=1, \"x y=2\") u=\"m s\" v=2", "f(a=1, \"x y=2\")", ["u=m s", "v=2"]),
    ("a == b", "a == b", []),
  ]

  @Test(arguments: expressions)
  func `a value's expression runs up to the first key=`(
    written: String, subject: String, arguments: [String]
  ) throws {
    let text = page("x <!-- docgen:value \(written) -->3<!-- /docgen:value -->\n")
    let marker = try #require(text.markers.first)
    #expect(marker.subject?.text == subject)
    #expect(marker.subject.map { text.cut($0.range) } == subject)
    #expect(marker.arguments.map { "\($0.name.text)=\($0.value?.text ?? "")" } == arguments)
  }

  static let mistakes: [(String, String, String)] = [
    ("docgen:begn x", "1:6 unknown-directive", "did you mean `docgen:begin`?"),
    ("docgen: begin x", "1:6 unknown-directive", ""),
    ("Docgen:end", "1:6 unknown-directive", "did you mean `docgen:end`?"),
    ("docgen:begin", "1:1 malformed-marker", ""),
    ("docgen:begin x a=\"b", "1:23 malformed-marker", ""),
    ("docgen:begin x a= b", "1:21 malformed-marker", ""),
    ("docgen:begin x a=1 a=2", "1:25 malformed-marker", ""),
    ("docgen:begin x =1", "1:21 malformed-marker", ""),
    ("docgen:begin x a=\"b\"c", "1:26 malformed-marker", ""),
    ("docgen:end nonsense", "1:17 malformed-marker", ""),
    ("docgen:disable", "1:1 malformed-marker", ""),
  ]

  @Test(arguments: mistakes)
  func `a misspelt marker is reported where it is wrong`(
    written: String, finding: String, label: String
  ) {
    let text = page("<!-- \(written) -->\n")
    #expect(text.findings.first == finding)
    #expect(text.diagnostics.first?.caretLabel ?? "" == label)
    #expect(text.diagnostics.first?.category == .input)
  }

  @Test func `a marker in a code fence or code span is an example`() {
    let text = page("```\n<!-- docgen:begin x -->\n```\n\nWrite `<!-- docgen:end -->`.\n")
    #expect(text.markers.isEmpty)
    #expect(text.diagnostics.isEmpty)
  }

  @Test func `two markers on one line, and in one HTML block, are both read`() {
    let text = page(
      "<!-- docgen:disable r reason=\"x\" --> <!-- docgen:begin a -->\nt\n<!-- docgen:end -->\n")
    #expect(text.markers.map(\.directive) == [.disable, .begin, .end])
    #expect(text.disables.map(\.covers.text) == ["1:38-3:20"])
    #expect(text.findings.isEmpty)
  }

  @Test func `arguments are checked against those a KIND knows`() throws {
    let text = page(
      "<!-- docgen:begin sequence scenarois=a partial lines=3 open=1 -->\n<!-- docgen:end -->\n")
    let check = ArgumentCheck(
      keys: ["scenarios", "lines"], flags: ["partial", "open"])
    let found = check.check(try #require(text.markers.first), in: text.path)
    #expect(
      found.map(\.summary) == [
        "`sequence` knows no `scenarois`", "`open` takes no value",
      ])
    #expect(found[0].fixIts.first?.replacement == "scenarios")
    #expect(found[0].fixIts.first.map { text.cut($0.range) } == "scenarois")
  }
}
