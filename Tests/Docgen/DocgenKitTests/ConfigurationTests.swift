import Diagnostics
import DocgenKit
import Foundation
import Rules
import Testing

/// Reads the configuration of a folder that contains these files.
private func read(_ files: [String: String]) throws -> (Configuration?, [Diagnostic]) {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("docgen-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  for (path, text) in files {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  var reader = ConfigurationReader()
  let configuration = reader.read(folder.appendingPathComponent("c.json").path)
  return (configuration, reader.problems)
}

@Suite struct ConfigurationTests {
  @Test func `comments and trailing commas are allowed`() throws {
    let text = """
      {
        // where the documents are
        "documents": ["a.md", /* and */ "b.md",],
        "record": "make traces",
      }
      """
    let (configuration, problems) = try read(["c.json": text])
    #expect(problems.isEmpty)
    #expect(configuration?.documents == ["a.md", "b.md"])
    #expect(configuration?.record == "make traces")
    #expect(configuration?.sources == Configuration().sources)
  }

  @Test(arguments: [
    (#"{"sourcs": []}"#, "unknown key `sourcs`; did you mean `sources`?"),
    (#"{"sources": [1]}"#, "`sources` must hold strings, not a whole number"),
    (#"{"sources": "a"}"#, "`sources` must be a list of patterns, not a string"),
    (#"{"templates": []}"#, "`templates` must be a string, not an array"),
    (#"{"extends": 1}"#, "`extends` must be a string or a list of paths, not a whole number"),
    (#"{"extends": "no.json"}"#, "the file `no.json` does not exist"),
    (#"{"requires": "new"}"#, "`requires` must be a version such as \"1.2\", not `new`"),
    (
      #"{"requires": "99.1", "unknown": 1}"#,
      "this project needs docgen 99.1 or newer; this is \(Program.version)"
    ),
    (
      #"{"severities": {"stale-vlue": "off"}}"#,
      "unknown rule `stale-vlue`; did you mean `stale-value`?"
    ),
    (
      #"{"severities": {"stale-value": "fatal"}}"#,
      "`fatal` is not one of note, warning, error, off"
    ),
    (
      #"{"severities": {"*": {"docs/**": "fatal"}}}"#,
      "`fatal` is not one of note, warning, error, off"
    ),
    (
      #"{"severities": {"unreadable": "off"}}"#,
      "`unreadable` has a fixed severity: it reports that docgen could not do its work"
    ),
    (
      #"{"contracts": {"a.md": {"lines": -1}}}"#,
      "`lines` must be a whole number from 0, not a whole number"
    ),
    (
      #"{"contracts": {"a.md": {"patterns": "a"}}}"#,
      "`patterns` must be a list of texts, not a string"
    ),
    (
      #"{"contracts": {"a.md": {"diagrams": ["flow"]}}}"#,
      "`flow` is not one of state-diagram, sequence, class-diagram, flowchart"
    ),
    (
      #"{"contracts": {"a.md": {"section": []}}}"#,
      "unknown key `section`; did you mean `sections`?"
    ),
    (#"{"synonyms": {"a": {"b": 1}}}"#, "`b` must be a string, not a whole number"),
    ("[]", "expected an object, not an array"), ("", "the text ends where a value is expected"),
    ("{} x", "unexpected text after the value"),
  ])
  func `mistakes are reported`(text: String, expected: String) throws {
    let (configuration, problems) = try read(["c.json": text])
    #expect(configuration == nil)
    #expect(problems.map(\.summary) == [expected])
  }

  @Test(arguments: [
    ("/opt/homebrew/Cellar/docgen/0.2.0/bin/docgen", "brew upgrade docgen"),
    ("/home/user/.mint/packages/docgen/build/0.2.0/docgen", "mint install OWNER/docgen@v9.1.0"),
    ("/usr/lib/docgen/bin/docgen", "sudo apt-get install ./docgen_9.1.0_ARCH.deb"),
    ("/opt/docgen-0.2.0-linux-x86_64/bin/docgen", "tar -xzf docgen-9.1.0-linux-ARCH.tar.gz"),
    (
      "/src/docgen/.build/debug/docgen",
      "git fetch --tags && git checkout v9.1.0 && swift build --product docgen"
    ),
    ("/usr/local/bin/docgen", "git fetch --tags && git checkout v9.1.0 && make install"),
    (nil, "git fetch --tags && git checkout v9.1.0 && make install"),
  ])
  func `an upgrade depends on the installation`(program: String?, command: String) {
    #expect(UpgradeCommand.text(for: program, to: "9.1") == command)
  }

  @Test func `a version that is too old names the command that upgrades it`() throws {
    let (_, problems) = try read(["c.json": #"{"requires": "99.1"}"#])
    let fixes = problems.flatMap(\.evidence).filter { $0.kind == .fix }.map(\.text)
    #expect(fixes.count == 1 && fixes[0].contains("99.1"), "\(fixes)")
  }

  @Test func `a file builds on those that it extends`() throws {
    let (configuration, problems) = try read([
      "c.json": """
      {"extends": ["base/a.json", "b.json"], "sources": ["mine"],
       "contracts": {"docs/*": {"lines": 1}}, "synonyms": {"s": {"x": "mine"}}}
      """,
      "base/a.json": #"{"extends": "../b.json", "documents": ["a"], "traces": ["a"]}"#,
      "b.json": """
      {"documents": ["b"], "sources": ["b"], "record": "make b",
       "contracts": {"**": {"lines": 9}}, "synonyms": {"s": {"x": "b", "y": "b"}}}
      """,
    ])
    #expect(problems.isEmpty)
    #expect(configuration?.documents == ["b"])
    #expect(configuration?.sources == ["mine"])
    #expect(configuration?.traces == ["a"])
    #expect(configuration?.record == "make b")
    #expect(configuration?.contracts.first?.pages == "docs/*")
    #expect(configuration?.synonyms == ["s": ["x": "mine", "y": "b"]])
  }

  @Test func `a file that extends itself through others is an error that shows the path`() throws {
    let (configuration, problems) = try read([
      "c.json": #"{"extends": "base/a.json"}"#,
      "base/a.json": #"{"extends": ["../c.json"]}"#,
    ])
    #expect(configuration == nil)
    #expect(
      problems.map(\.summary) == [
        "a configuration extends itself: c.json → base/a.json → base/../c.json"
      ])
    #expect(problems.first?.location.description == "base/a.json:1:14")
  }

  @Test func `a mistake in an extended file is shown there`() throws {
    let (configuration, problems) = try read([
      "c.json": #"{"extends": "a.json"}"#, "a.json": "{\n  \"documnts\": []}",
    ])
    #expect(configuration == nil)
    #expect(problems.map(\.location.description) == ["a.json:2:3"])
  }

  @Test func `the first matching entry of a rule counts, then that of all rules`() throws {
    let (configuration, _) = try read([
      "c.json": """
      {"extends": "base.json", "severities": {
        "stale-value": {"docs/a/**": "off", "docs/**": "note"}, "*": {"docs/**": "warning"}}}
      """,
      "base.json": #"{"severities": {"wrong-count": "off", "stale-value": "warning"}}"#,
    ])
    let severities = try #require(configuration?.severities)
    func severity(_ rule: String, _ file: String) -> Diagnostic.Severity? {
      let finding = Diagnostic(rule: RuleID(rule), at: SourceLocation(file: file), "")
      return severities.applied(to: [finding]).first?.severity
    }
    #expect(severity("stale-value", "docs/a/x.md") == nil)
    #expect(severity("stale-value", "docs/x.md") == .note)
    #expect(severity("stale-value", "README.md") == .warning)
    #expect(severity("wrong-count", "docs/x.md") == nil)
    #expect(severity("broken-link", "docs/x.md") == .warning)
    #expect(severity("broken-link", "README.md") == .error)
    #expect(severity("unreadable", "docs/x.md") == .error)
  }

  @Test(arguments: [
    ("0.9", "0.10", true), ("1", "1.0.0", false), ("1.2.3", "1.2.4", true), ("2", "1.9.9", false),
  ])
  func `versions are compared number by number`(left: String, right: String, isOlder: Bool) throws {
    let (left, right) = (try #require(Version(left)), try #require(Version(right)))
    #expect((left < right) == isOlder)
  }

  @Test(arguments: ["", "1.", "1.2.3.4", "v1", "1.-2", "1.²"])
  func `invalid versions are refused`(text: String) {
    #expect(Version(text) == nil)
  }
}
