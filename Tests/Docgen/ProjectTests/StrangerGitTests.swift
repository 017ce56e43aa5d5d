import Foundation
import Testing

/// docgen never runs a program that a checkout's Git configuration names; each would leave a marker
/// file.
@Suite struct StrangerGitTests {
  private let project: SmallProject
  private let marker: URL
  private let program: String

  init() throws {
    project = try SmallProject()
    marker = project.folder.deletingLastPathComponent()
      .appendingPathComponent("marker-\(UUID().uuidString)")
    program = project.folder.path + "/.plant"
    try project.write("#!/bin/sh\ntouch '\(marker.path)'\ncat\n", to: ".plant")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program)
    try project.git("init -q")
    try project.commit("one")
    try project.write(SmallProject.page + "`DoorMachine.widht` was here.\n", to: "docs/a.md")
    try project.commit("two")
    try project.write(
      SmallProject.source.replacing("width", with: "breadth"), to: "Sources/App/Door.swift")
  }

  private func isPlanted() -> Bool {
    defer { try? FileManager.default.removeItem(at: marker) }
    return FileManager.default.fileExists(atPath: marker.path)
  }

  /// Every command that calls Git.
  private func runAll() throws {
    for arguments in [
      ["check", "--hints"], ["check", "--blame"], ["diff", "HEAD~1"], ["diff", "HEAD~1", "HEAD"],
      ["status"], ["fix", "--dry-run"], ["adopt", "--dry-run"],
    ] {
      _ = try Tool.docgen.run(arguments, in: project.folder)
    }
  }

  @Test(arguments: [
    "config core.fsmonitor '%'", "config diff.external '%'", "config core.pager '%'",
    "config filter.evil.clean '%'", "config filter.evil.process '%'",
    "config filter.evil.smudge '%'", "config 'filter.a=b.clean' '%'",
    "config diff.evil.textconv '%'", "config diff.evil.command '%'",
    "config log.showSignature true && git config gpg.program '%'",
    "config core.sshCommand '%' && git config remote.origin.url ssh://localhost/x && "
      + "git config remote.origin.promisor true && git config extensions.partialClone origin",
    "config core.hooksPath '.hooks'",
  ])
  func `a configured program does not run`(setting: String) throws {
    let name = setting.contains("a=b") ? "a=b" : "evil"
    try project.write(
      "*.swift filter=\(name) diff=evil\n*.md filter=\(name) diff=evil\n",
      to: ".gitattributes")
    for hook in ["post-index-change", "post-checkout", "pre-commit"] {
      for folder in [".hooks/", ".git/hooks/"] {
        try project.write("#!/bin/sh\ntouch '\(marker.path)'\n", to: folder + hook)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755],
          ofItemAtPath: project.folder.appendingPathComponent(folder + hook).path)
      }
    }
    try project.git(setting.replacing("%", with: program))
    try runAll()
    #expect(!isPlanted(), "\(setting)")
  }

  /// Shows that the tests above can fail: Git itself runs these programs.
  @Test(arguments: ["config core.fsmonitor '%'", "config filter.evil.clean '%'"])
  func `only Git itself runs a configured program`(setting: String) throws {
    try project.write("*.swift filter=evil\n", to: ".gitattributes")
    try project.git(setting.replacing("%", with: program))
    _ = try? project.git("diff HEAD > /dev/null")
    #expect(isPlanted(), "\(setting)")
  }

  @Test func `objects of another repository are not read`() throws {
    let other = try SmallProject()
    try other.git("init -q")
    try other.commit("secret subject")
    let head = try other.git("rev-parse HEAD")
    try project.write(
      other.folder.path + "/.git/objects\n", to: ".git/objects/info/alternates")
    #expect(try project.docgen("diff", head).code == 2)
    let allowed = try Tool.docgen.run(
      ["diff", head], in: project.folder, environment: ["DOCGEN_GIT_ALTERNATES": "on"])
    #expect(allowed.code <= 1, "\(allowed)")
  }

  @Test func `revisions and files that begin with a dash are data`() throws {
    let path = project.folder.appendingPathComponent("planted").path
    for name in ["--output=\(path)", "-O\(path)", "--exec=\(program)", "-c"] {
      let outcome = try project.docgen("diff", "--", name)
      #expect(outcome.code == 2, "\(name) \(outcome)")
      #expect(try project.docgen("diff", "--", "HEAD", name).code == 2)
      try project.write("# Dash\n\n`DoorMachine.widht`\n", to: "docs/\(name.prefix(8)).md")
    }
    try runAll()
    #expect(!FileManager.default.fileExists(atPath: path) && !isPlanted())
  }

  @Test func `the record command runs only on request`() throws {
    let configuration = SmallProject.configuration.replacing(
      "{", with: "{ \"record\": \"\(program) < /dev/null\",", maxReplacements: 1)
    try project.write(configuration, to: ".docgen.json")
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("traces"))
    try runAll()
    #expect(!isPlanted())
    _ = try project.docgen("check", "--record")
    #expect(isPlanted())
  }
}
