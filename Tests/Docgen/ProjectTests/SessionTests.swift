import Foundation
import Testing

/// `--run`: console sessions that run, and checkouts that must not run anything.
@Suite struct SessionTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    try project.write(#"{ "documents": ["docs/*.md"] }"#, to: ".docgen.json")
  }

  private func page(_ session: String, _ arguments: String = "") -> String {
    "# Page\n\n<!-- docgen:verify console \(arguments)-->\n```console\n\(session)\n```\n"
  }

  private func run(_ session: String, _ command: String..., arguments: String = "") throws
    -> Outcome
  {
    try project.write(page(session, arguments), to: "docs/a.md")
    return try Tool.docgen.run(command.isEmpty ? ["check", "--run"] : command, in: project.folder)
  }

  @Test func `a session that is true agrees`() throws {
    let outcome = try run(
      """
      $ cat Sources/App/Door.swift | head -1
      struct DoorMachine {
      $ count() { wc -l <Sources/App/Door.swift; }
      $ count
      13
      $ cd docs; pwd
      /project/docs
      $ ls; echo $HOME $LANG $TZ $TERM
      a.md
      /home C.UTF-8 UTC dumb
      $ if
      ? 2
      …
      $ missing-command
      ? 127
      bash: missing-command: command not found
      $ cat <<END
      > two
      > lines
      > END
      two
      lines
      $ echo to errors >&2; false
      ? 1
      to errors
      """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("1 session"), "\(outcome)")
  }

  @Test func `output that differs is an error at its line, and fix records it`() throws {
    let outcome = try run("$ echo a; echo b\na\nc\n$ false")
    #expect(outcome.code == 1)
    #expect(
      outcome.contains("docs/a.md:7:1: error: `echo a; echo b` prints something else"), "\(outcome)"
    )
    #expect(
      outcome.contains("= documented  c") && outcome.contains("= observed    b"), "\(outcome)")
    #expect(outcome.contains("`false` exits with 1, the page says 0"), "\(outcome)")
    #expect(try project.docgen("fix").code == 0)
    #expect(try project.text("docs/a.md").contains("a\nc\n"), "nothing is recorded without --run")
    let fixed = try project.docgen("fix", "--run", "--check")
    #expect(fixed.code == 0, "\(fixed)")
    #expect(try project.text("docs/a.md") == page("$ echo a; echo b\na\nb\n$ false\n? 1"))
  }

  @Test func `a session that did not run is not said to agree`() throws {
    let outcome = try run("$ echo a", "check")
    #expect(
      outcome.code == 0 && outcome.contains("1 session not run (--run runs it)"), "\(outcome)")
    #expect(!outcome.contains("session agrees"))
    #expect(try project.docgen("status").contains("not run"))
  }

  @Test func `hidden commands prepare a session, a script has no prompts, and exit ends the shell`()
    throws
  {
    let setup = "<!-- docgen:setup\nmkdir new && cd new\n-->\n"
    let script = "<!-- docgen:verify console -->\n```sh\nfor i in a b; do\n  touch $i\ndone\n```\n"
    let swift = "<!-- docgen:verify swift -->\n```swift\nlet a = 1\n```\n"
    try project.write("# A\n", to: "docs/a.md")
    try project.write(
      setup + page("$ pwd\n/project/new") + "\n" + script + page("$ ls\na\nb\n$ exit 3\n? 3")
        + page("$ touch never", "no-run=\"removes itself\" ") + "\n```console\n$ ls\n```\n",
      to: "docs/b.md")
    let outcome = try project.docgen("check", "--run", "--no-cache")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("3 sessions agree"), "\(outcome)")
    try project.write(swift + setup + page("$ pwd\n/project"), to: "docs/b.md")
    let waiting = try project.docgen("check")
    #expect(
      waiting.contains("1 session and 1 Swift block not run (--run runs them)"), "\(waiting)")
  }

  @Test func `a session changes a copy, which is removed`() throws {
    let outcome = try run("$ echo x >new; rm docs/a.md; ls\nnew\n…")
    #expect(!outcome.contains("could not start"), "\(outcome)")
    #expect(try project.text("docs/a.md").contains("rm docs/a.md"))
    #expect(throws: (any Error).self) { try project.text("new") }
    let temporary = FileManager.default.temporaryDirectory.path
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary)
      .filter { $0.hasPrefix("docgen-run-") }
    #expect(left.isEmpty || left.count < 8, "only other tests may be running: \(left)")
  }

  @Test func `a session that takes too long is ended with its children`() throws {
    let start = ContinuousClock.now
    let outcome = try run("$ sleep 300 & sleep 300", arguments: "seconds=1 ")
    #expect(outcome.contains("the session took longer than 1 second at this command"), "\(outcome)")
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `each page starts with the files of the project, whatever others did to their copies`()
    throws
  {
    let damage =
      "echo x >>Sources/App/Door.swift; rm -r docs; mkdir Sources/new; touch Sources/new/a; "
      + "mv traces b; ln -s /etc c; cp -p Sources/App/Door.swift ~/d; echo y >$TMPDIR/e"
    let proof = "$ ls . Sources; ls ~ $TMPDIR; tail -1 Sources/App/Door.swift; test -f docs/a.md"
    for number in 0..<24 {
      try project.write(
        page(
          number % 2 == 0
            ? "$ \(damage)"
            : "\(proof)\n.:\nSources\ndocs\ntraces\n\nSources:\nApp\n/home:\n\n/tmp:\n}"
        ),
        to: "docs/\(number).md")
    }
    try project.write("# A\n", to: "docs/a.md")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test func `the pages of a run do not share files, and blocks of a page do`() throws {
    try project.write(page("$ ls new\n? 2\n…"), to: "docs/b.md")
    let block = "<!-- docgen:verify console -->\n```console\n$ cat new\nx\n```\n"
    try project.write(page("$ echo x >new") + "\n" + block, to: "docs/a.md")
    let outcome = try project.docgen("check", "--run")
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test func `an unchanged session is not run again, a changed file or program runs it`() throws {
    let log = project.folder.appendingPathComponent("log").path
    let cache = ["XDG_CACHE_HOME": project.folder.path + "-cache"]
    defer { try? FileManager.default.removeItem(atPath: cache["XDG_CACHE_HOME"] ?? "") }
    try project.write(
      page("$ echo run >>\(log); cat Sources/App/Door.swift | head -1\n…"), to: "docs/a.md")
    try project.write("*log\n", to: ".gitignore")
    try project.git("init -q")
    func runs() throws -> Int {
      let outcome = try Tool.docgen.run(["check", "--run"], in: project.folder, environment: cache)
      #expect(outcome.code == 0, "\(outcome)")
      return try project.text("log").split(separator: "\n").count
    }
    #expect(try runs() == 1)
    #expect(try runs() == 1)
    try project.write("// changed\n" + SmallProject.source, to: "Sources/App/Door.swift")
    #expect(try runs() == 2)
  }

  #if os(Linux)
    @Test func `a session has no network if the system can take it away`() throws {
      let outcome = try run("$ cat /proc/net/dev | grep -c :\n1")
      let cannot = outcome.errors.contains("this system cannot take it away")
      #expect(outcome.code == 0 || cannot, "\(outcome)")
    }

    /// Swift's runtime traps after a second in a process that does not.
    @Test func `a process finds itself in the file system of processes`() throws {
      let outcome = try run("$ sh -c 'exec cat /proc/self/task/$$/stat' | wc -l\n1")
      #expect(outcome.code == 0, "\(outcome)")
    }
  #endif

  // MARK: - Strangers

  /// Everything in the checkout tries to run something that plants a file.
  @Test(arguments: [
    ["check"], ["fix"], ["check", "--hints", "--no-cache"], ["fix", "--check"], ["report"],
    ["status"], ["init"], ["adopt"], ["fix", "--dry-run", "--diff"],
  ])
  func `a hostile checkout executes nothing`(command: [String]) throws {
    let plant = "touch \(project.folder.path)/planted"
    try project.write(
      page("$ \(plant)\n$ make\n$ ./plant.sh") + "\n```sh\n\(plant)\n```\n", to: "docs/a.md")
    try project.write(
      #"{ "documents": ["docs/*.md"], "run": true, "record": "\#(plant)", "extends": "base.json" }"#,
      to: ".docgen.json")
    try project.write(#"{ "run": true }"#, to: "base.json")
    try project.write("X := $(shell \(plant))\nall:\n\t\(plant)\n", to: "Makefile")
    try project.write("#!/bin/sh\n\(plant)\n", to: "plant.sh")
    for hook in ["post-checkout", "pre-commit", "fsmonitor"] {
      try project.write("#!/bin/sh\n\(plant)\n", to: ".git/hooks/\(hook)")
    }
    _ = try Tool.docgen.run(command, in: project.folder)
    #expect(throws: (any Error).self) { try project.text("planted") }
  }

  @Test func `run in a configuration counts if the command line names the file`() throws {
    try project.write(page("$ echo a\nb"), to: "docs/a.md")
    try project.write(#"{ "documents": ["docs/*.md"], "run": true }"#, to: ".docgen.json")
    #expect(try project.docgen("check").code == 0)
    #expect(try project.docgen("check", "--config", ".docgen.json").code == 1)
    try project.write(#"{ "documents": ["docs/*.md"], "run": "yes" }"#, to: ".docgen.json")
    let wrong = try project.docgen("check")
    #expect(
      wrong.code == 2 && wrong.contains("`run` must be true or false, not a string"), "\(wrong)")
  }
}
