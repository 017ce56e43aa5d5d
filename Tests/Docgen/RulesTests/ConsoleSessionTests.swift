import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Console sessions: their notation, the comparison of their output, and its recording.
@Suite struct ConsoleSessionTests {
  /// A command's output and status.
  private typealias Ran = (lines: [String], status: Int)

  private func check(
    _ session: String, _ arguments: String = "", prefix: String = "", setup: String = "",
    ran: [Ran], obstacle: String? = nil, language: String = "console"
  ) -> (findings: [Diagnostic], recorded: String) {
    let lines =
      ["<!-- docgen:verify console \(arguments)-->", "```\(language)"] + session.lines + ["```"]
    let text = setup + lines.map { prefix + $0 }.joined(separator: "\n") + "\n"
    let page = Page(path: "docs/a.md", bytes: Array(text.utf8))
    let result = SessionResult(
      outputs: ran.map { SessionResult.Output(lines: $0.lines, status: $0.status) },
      obstacle: obstacle)
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      isIgnored: { _ in false }, sessionResult: { _ in result })
    let findings = CheckedPage(
      page, project: ProjectModel(code: CodeModel(reading: []), traces: []),
      templates: TemplateSource(texts: [:]), context: context
    ).findings()
    var bytes = Array(text.utf8)
    for fixIt in findings.flatMap(\.fixIts).reversed() {
      let (start, end) = (
        page.source.offset(of: fixIt.range.start), page.source.offset(of: fixIt.range.end)
      )
      bytes.replaceSubrange(start..<end, with: Array(fixIt.replacement.utf8))
    }
    let recorded = String(decoding: bytes, as: UTF8.self).lines.dropFirst(2).dropLast(2)
    return (findings, recorded.joined(separator: "\n"))
  }

  @Test(arguments: [
    ("$ echo a\na", ["a"]), ("$ true", []), ("$ cat b\n\na\n\nb", ["", "a", "", "b"]),
    ("$ ls\n…", []), ("$ ls\n...", ["a", "b"]), ("$ ls\na\n…\nd", ["a", "b", "c", "d"]),
    ("$ ls\n…\nd", ["d"]), ("$ ls\na   ", ["a"]), ("$ ls\na", ["a  "]),
    ("$ time\nin … s, … files", ["in 1.5 s, 3 files"]), ("$ time\nin [..] s", ["in 2 s"]),
    ("$ v\nv[0-9]+\\.[0-9]+ (re)", ["v1.22"]), ("$ x\n$5", ["$5"]),
  ])
  func `output that agrees, also with wildcards, is silent`(session: String, lines: [String]) {
    let (findings, recorded) = check(session, ran: [(lines, 0)])
    #expect(findings == [], "\(findings.map(\.summary))")
    #expect(recorded == session)
  }

  @Test(arguments: [
    ("$ echo a\nb", ["a"], 4, "$ echo a\na"), ("$ echo a", ["a"], 3, "$ echo a\na"),
    ("$ true\na", [], 4, "$ true"), ("$ ls\na\nc", ["a", "b"], 5, "$ ls\na\nb"),
    ("$ ls\na", ["a", "b"], 3, "$ ls\na\nb"),
    ("$ ls\na\n…\nx", ["a", "b", "c", "d"], 6, "$ ls\na\n…\nd"),
    ("$ ls\nx\n…\nd", ["a", "b", "d"], 4, "$ ls\na\n…\nd"),
    ("$ t\nin … s\nb", ["in 2 s", "c"], 5, "$ t\nin … s\nc"),
    ("$ v\nv[0-9]+ (re)", ["w1"], 4, "$ v\nw1"),
  ])
  func `output that differs is reported at its line, and recorded`(
    session: String, lines: [String], line: Int, recorded: String
  ) {
    let outcome = check(session, ran: [(lines, 0)])
    #expect(outcome.findings.map(\.location.range?.start.line) == [line], "\(outcome.findings)")
    #expect(outcome.findings.allSatisfy { $0.rule.rawValue == "wrong-output" })
    #expect(outcome.recorded == recorded)
  }

  @Test func `the exit status must be the documented one`() {
    #expect(check("$ false\n? 1", ran: [([], 1)]).findings == [])
    #expect(check("$ x\n? 2\nno x", ran: [(["no x"], 2)]).findings == [])
    let failed = check("$ false", ran: [([], 1)])
    #expect(failed.findings.map(\.summary) == ["`false` exits with 1, the page says 0"])
    #expect(failed.recorded == "$ false\n? 1")
    #expect(check("$ x\n? 2\nno x", ran: [(["ok"], 0)]).recorded == "$ x\nok")
  }

  @Test func `commands continue, and each has its output`() {
    let session = "$ echo a \\\n> b\na b\n\n$ echo c\nc"
    #expect(check(session, ran: [(["a b"], 0), (["c"], 0)]).findings == [])
    let outcome = check(session, ran: [(["a b"], 0), (["d"], 0)])
    #expect(outcome.findings.map(\.location.range?.start.line) == [8])
    #expect(outcome.findings.first?.evidence.map(\.text) == ["c", "d"])
    #expect(outcome.recorded == "$ echo a \\\n> b\na b\n\n$ echo c\nd")
  }

  @Test func `a block in a list or a quote is recorded with its prefix`() {
    let outcome = check("$ ls\nx", prefix: "> ", ran: [(["a", "b"], 0)])
    #expect(outcome.recorded == "> $ ls\n> a\n> b")
  }

  @Test func `output that would end the block is reported and not recorded`() {
    let outcome = check("$ cat a.md\nx", ran: [(["```", "x"], 0)])
    #expect(outcome.findings.count == 1)
    #expect(outcome.recorded == "$ cat a.md\nx")
  }

  @Test func `times and versions are ignored on request`() {
    let (session, ran): (String, [Ran]) = ("$ x\nv1.2.0 in 30 ms", [(["v1.3.0 in 0.2 s"], 0)])
    #expect(check(session, "ignore=\"times versions\" ", ran: ran).findings == [])
    #expect(check(session, "ignore=times ", ran: ran).findings.count == 1)
    #expect(check("$ x", "output=no ", ran: ran).findings == [])
  }

  @Test func `a session that ends early is reported at the command`() {
    let outcome = check(
      "$ a\n$ sleep 99\n$ b", ran: [([], 0)], obstacle: "took longer than 60 seconds")
    #expect(
      outcome.findings.map(\.summary) == ["the session took longer than 60 seconds at this command"]
    )
    #expect(outcome.findings.first?.location.range?.start.line == 4)
  }

  @Test func `a session with a reason is not run, also one without a prompt`() {
    #expect(check("$ make clean", "no-run=\"removes the build\" ", ran: []).findings == [])
    #expect(check("make", "no-run=\"builds\" ", ran: [], language: "sh").findings == [])
    #expect(
      check("$ make", "no-run ", ran: []).findings.map(\.summary) == ["`no-run` needs a value"])
  }

  @Test func `a script without prompts is one command, and only its status is compared`() {
    let script = "for name in a b; do\n  echo $name\ndone"
    #expect(check(script, ran: [(["a", "b"], 0)], language: "sh").findings == [])
    let failed = check(script, ran: [(["a"], 3)], language: "bash")
    #expect(
      failed.findings.map(\.summary) == ["`for name in a b; do` exits with 3, the page says 0"])
    #expect(failed.recorded == script)
  }

  @Test func `the setup of a session has no documented output, and must succeed`() {
    let session = "$ ls\na"
    let setup = "<!-- docgen:setup\ntouch a\n-->\n"
    #expect(check(session, setup: setup, ran: [(["noise"], 0), (["a"], 0)]).findings == [])
    let failed = check(session, setup: setup, ran: [(["no disk"], 1), (["a"], 0)])
    #expect(failed.findings.map(\.summary) == ["the setup exits with 1"])
    #expect(failed.findings.map(\.location.range?.start.line) == [1])
    #expect(failed.findings.first?.evidence.map(\.text) == ["no disk"])
    let ended = check(session, setup: setup, ran: [], obstacle: "took longer than 60 seconds")
    #expect(
      ended.findings.map(\.summary) == ["the session took longer than 60 seconds in its setup"])
  }

  @Test func `later commands that did not run are counted`() {
    let outcome = check("$ a\n$ b\n$ c\n$ d", ran: [([], 0)])
    #expect(outcome.findings.map(\.summary) == ["the session ended at this command"])
    #expect(
      outcome.findings.first?.evidence.map(\.text) == ["2 later commands of the page did not run"])
  }

  @Test(arguments: [
    ("output", "", "the block below has no command"),
    ("$ a", "seconds=0 ", "`seconds` must be a number from 1 to 3600"),
    ("$ a", "ignore=colors ", "`colors` is not one of times, versions"),
  ])
  func `a wrong marker is reported`(session: String, arguments: String, summary: String) {
    #expect(check(session, arguments, ran: []).findings.map(\.summary).contains(summary))
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
