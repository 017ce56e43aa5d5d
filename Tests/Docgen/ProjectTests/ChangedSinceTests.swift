import Foundation
import JSON
import TestTools
import Testing

/// `docgen check --changed-since`: the pages that a change can touch.
@Suite struct ChangedSinceTests {
  private let changing: ChangingProject
  private let project: SmallProject

  init() throws {
    changing = try ChangingProject()
    project = changing.project
  }

  private func findings(_ words: String...) throws -> [JSON] {
    let outcome = try project.docgen(["check", "--hints", "-f", "json"] + words)
    #expect([0, 1, 4].contains(outcome.code), "\(outcome)")
    return try JSONNode.parse(Array(outcome.output.utf8)[...])["findings"]?.elements
      .map { JSON($0) } ?? []
  }

  /// The pages that a check since a revision reads.
  private func touched() throws -> Int {
    let outcome = try project.docgen("check", "--changed-since", "HEAD", "--exit-zero")
    let count = try #require(outcome.errors.firstMatch(of: #/(\d+) of (\d+) documents? depend/#))
    return try #require(Int(count.1))
  }

  @Test func `random changes have the new findings of a complete check`() throws {
    let rounds = ProcessInfo.processInfo.environment["MUTATIONS"] == "all" ? 200 : 12
    var random = SeededRandom(32)
    var before = try findings()
    var (new, skipped) = (0, 0)
    for round in 0..<rounds {
      let change = try changing.spoil(&random)
      let complete = try findings()
      let found = try findings("--changed-since", "HEAD")
      let known = Set(before.map(Self.identity))
      #expect(Set(found).isSubset(of: complete), "round \(round): \(change)")
      let missed = complete.filter { !known.contains(Self.identity($0)) && !found.contains($0) }
      #expect(missed.isEmpty, "round \(round): \(change)\n\(missed.map(\.encoded))")
      new += complete.count { !known.contains(Self.identity($0)) }
      skipped += complete.count - found.count
      try project.git(
        "add -A && git -c user.name=a -c user.email=a@example.com commit -qm r --allow-empty")
      // Not those before the commit: what a commit removes is evidence from then on.
      before = try findings()
    }
    // A long run has fewer for each round, since the project has ever more findings.
    #expect(new > 3 && skipped > rounds / 2, "\(new) new findings, \(skipped) skipped")
  }

  private static func identity(_ finding: JSON) -> String {
    "\(finding["file"]?.encoded ?? "") \(finding["fingerprint"]?.encoded ?? "")"
  }

  @Test func `a change touches the pages about its names, and no others`() throws {
    #expect(try touched() == 0)
    let alarm = try project.text("Sources/App/Alarm.swift")
    try project.write(
      alarm.replacing("volume = 11", with: "volume = 12"), to: "Sources/App/Alarm.swift")
    // The names, the file that a link names, misspelled names, a diagram of all types, and that of a
    // type which a comment of the file names.
    let outcome = try project.docgen(
      "check", "--changed-since", "HEAD", "--hints", "-f", "html", "--mermaid", "/none", "-o", "-")
    let pages = outcome.output.matches(of: #/"path":"docs\/(\w+)/#).map { $0.1 }
    #expect(pages == ["links", "modules", "names", "spelling", "types"])
    try project.write(alarm, to: "Sources/App/Alarm.swift")
    #expect(try touched() == 0)
    try project.write("# Plain\n\n`Alarm.volum`\n", to: "docs/plain.md")
    #expect(try touched() == 1)
    let parts = try project.docgen("check", "--changed-since", "main", "--shard", "1/1")
    #expect(parts.code == 1 && parts.contains("Alarm.volum"), "\(parts)")
    try project.write("{ \"documents\": [\"docs/*.md\"] }\n", to: ".docgen.json")
    #expect(try touched() == 11)
  }

  @Test func `changes count since the branch began, with those of the working tree`() throws {
    try project.git("checkout -q -b topic")
    try project.write("# Plain\n\n`Alarm.volum`\n", to: "docs/plain.md")
    try project.commit("Misspell")
    try project.write("# List\n\n`Window.pains`\n", to: "docs/list.md")
    try project.git("stash -q && git checkout -q main")
    try project.write("# Names\n\n`Alarm.arn(for:)`\n", to: "docs/names.md")
    try project.commit("Misspell on main")
    try project.git("checkout -q topic && git stash pop -q")
    let outcome = try project.docgen("check", "--changed-since", "main")
    #expect(outcome.contains("Alarm.volum") && outcome.contains("Window.pains"), "\(outcome)")
    #expect(outcome.errors.contains("2 of 11 documents depend on changes since main"), "\(outcome)")
  }

  @Test func `an unknown revision and a shallow clone are errors`() throws {
    for name in ["none", "--output=evil", "-p"] {
      let outcome = try project.docgen("check", "--changed-since=\(name)")
      #expect(outcome.code == 2 && outcome.errors.contains("unknown Git revision `\(name)`"))
    }
    #expect(!FileManager.default.fileExists(atPath: project.folder.path + "/evil"))
    let scratch = try EmptyScratch()
    try project.write("# Plain\n", to: "docs/plain.md")
    try project.commit("Shorten")
    try project.git(
      "clone -q --depth 1 'file://\(project.folder.path)' '\(scratch.folder.path)/clone'")
    let clone = scratch.folder.appending(path: "clone")
    let outcome = try Tool.docgen.run(["check", "--changed-since", "HEAD~1"], in: clone)
    #expect(outcome.code == 2 && outcome.errors.contains("fetch-depth: 0"), "\(outcome)")
  }
}
