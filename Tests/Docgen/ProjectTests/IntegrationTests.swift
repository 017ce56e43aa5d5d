import Foundation
import Markdown
import Testing

/// Runs the shell commands that the manual recommends for other tools, step by step.
@Suite struct IntegrationTests {
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    #expect(try project.docgen("generate").code == 0)
  }

  /// The block of a page that begins with a line.
  private func block(_ first: String, in name: String) throws -> String {
    let file = Tool.package.appendingPathComponent("docs/how-to/\(name).md")
    let page = Page(path: "\(name).md", bytes: Array(try Data(contentsOf: file)))
    return try #require(page.fences.first { $0.literal.hasPrefix(first) }).literal
  }

  private func shell(_ script: String, _ variables: [String: String] = [:]) throws -> Outcome {
    var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let folder = (Tool.docgen.path as NSString).deletingLastPathComponent
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "")
    return try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["bash", "-e", "-c", script], in: project.folder,
      environment: environment)
  }

  private func drift() throws {
    let text = try project.text("docs/a.md")
    try project.write(text + "\n`DoorMachine.hinges` and \\<b>\n", to: "docs/a.md")
  }

  /// The step of the GitHub action that checks; `.ci/action` runs all of its steps.
  private func checkOfAction() throws -> String {
    let file = Tool.package.appendingPathComponent(".github/actions/docgen/action.yml")
    let steps = try String(contentsOf: file, encoding: .utf8).split(separator: "run: |\n")
    let lines = try #require(steps.last).split(separator: "\n")
    return lines.map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func `the steps of the workflow pass true documents and annotate others`() throws {
    let workflow = try block("# .github/workflows", in: "ci")
    let steps =
      try [checkOfAction()]
      + workflow.split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^ +- run: (.*)$/).map { String($0.1) }
      }
    try #require(steps.count == 3)
    let arguments = try #require(workflow.firstMatch(of: /arguments: (.*) }/)).1
    let git = "git -c user.name=a -c user.email=a@example.com"
    #expect(
      try shell(
        "git init -q -b main && git add -A && \(git) commit -qm one && "
          + "git update-ref refs/remotes/origin/main HEAD"
      ).code == 0)
    let summary = project.folder.appendingPathComponent("summary.md").path
    let variables = [
      "GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": summary, "ARGUMENTS": String(arguments),
      "SARIF": "",
    ]
    func run() throws -> [Int32] { try steps.map { try shell($0, variables).code } }
    #expect(try run() == [0, 0, 0])
    try drift()
    #expect(try run() == [1, 0, 0])
    #expect(try shell(steps[0], variables).contains("::error file=docs/a.md,line="))
    #expect(try project.text("summary.md").contains("unknown-symbol"))
    #expect(try project.docgen("baseline", "freeze").code == 0)
    #expect(try run() == [0, 0, 1])
  }

  @Test func `the pre-commit hook accepts true documents`() throws {
    let configuration = try block("# .pre-commit-config.yaml", in: "ci")
    let id = try #require(configuration.firstMatch(of: /- id: .*/)).output
    let file = Tool.package.appendingPathComponent(".pre-commit-hooks.yaml")
    let hook = try String(contentsOf: file, encoding: .utf8)
    #expect(hook.hasPrefix(id + "\n"))
    let entry = String(try #require(hook.firstMatch(of: /entry: (.*)/)).1)
    #expect(try shell(entry).code == 0)
    #expect(try shell(entry).output.isEmpty)
    try drift()
    #expect(try shell(entry).code == 1)
  }

  @Test func `the build phase of Xcode fails with complete paths`() throws {
    let script = try block("# Build phase", in: "ios-and-xcode")
    let variables = ["SRCROOT": project.folder.path]
    #expect(try shell(script, variables).code == 0)
    try drift()
    let outcome = try shell(script, variables)
    #expect(outcome.code == 1)
    #expect(outcome.contains("\(project.folder.path)/docs/a.md:"), "\(outcome)")
    #expect(outcome.contains(": error: `DoorMachine` has no member `hinges`"), "\(outcome)")
    // A name with blanks, in a folder whose name means something to other tools.
    try project.write("`DoorMachine.hinges`\n", to: "docs/r & d.md")
    let named = try shell(script, variables)
    #expect(named.contains("\(project.folder.path)/docs/r & d.md:1:2: error: "), "\(named)")
    let missing = try Tool.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script], in: project.folder,
      environment: variables.merging(["PATH": "/nowhere"]) { $1 })
    #expect(missing.code == 0 && missing.contains("warning: docgen is not installed"), "\(missing)")
  }

  @Test func `the installed program runs from anywhere, with its manual page and completions`()
    throws
  {
    let prefix = project.folder.appendingPathComponent("prefix")
    let products = (Tool.docgen.path as NSString).deletingLastPathComponent
    let install = try Tool.run(
      Tool.package.appendingPathComponent(".ci/install"), [products, prefix.path],
      in: project.folder)
    #expect(install.code == 0, "\(install)")
    func docgen(_ command: String) throws -> Outcome {
      try Tool.run(prefix.appendingPathComponent("bin/docgen"), [command], in: project.folder)
    }
    #expect(try docgen("check").code == 0)
    // Its templates are every project's.
    let marker = "<!-- docgen:begin table template=case-table type=DoorMachine.State -->"
    try project.write("\(marker)\n<!-- docgen:end -->\n", to: "docs/table.md")
    #expect(try docgen("generate").code == 0)
    #expect(try project.text("docs/table.md").contains("`case closed`"))
    try project.write("own words\n", to: "templates/case-table.mustache")
    #expect(try docgen("generate").code == 0)
    #expect(try project.text("docs/table.md").contains("own words"))
    for path in [
      "man/man1/docgen.1", "docgen/docgen.schema.json", "docgen/templates/state-table.mustache",
      "bash-completion/completions/docgen", "zsh/site-functions/_docgen",
      "fish/vendor_completions.d/docgen.fish", "doc/docgen/docgen.md", "doc/docgen/glossary.md",
      "doc/docgen/how-to/editors.md", "doc/docgen/reference/json.md",
      "doc/docgen/reference/trace-format.md", "doc/docgen/explanation/folding.md",
      "doc/docgen/images/drift.png",
    ] {
      let size = try Data(contentsOf: prefix.appendingPathComponent("share/\(path)")).count
      #expect(size > 100, "\(path)")
    }
    let templates = try FileManager.default.contentsOfDirectory(
      atPath: prefix.appendingPathComponent("share/docgen/templates").path)
    #expect(!templates.contains { $0.hasPrefix("new-") || $0.hasPrefix("manual-") })
  }
}
