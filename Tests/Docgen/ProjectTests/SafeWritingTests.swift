import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Whatever happens to a run that writes, every document is the old or the new one.
@Suite struct SafeWritingTests {
  private let project: SmallProject
  private let pages = ["docs/a.md", "docs/b.md"]
  /// The documents before and after a run.
  private let old: [String]
  private let new: [String]

  init() throws {
    let project = try SmallProject()
    try project.write(SmallProject.page + "More.\n", to: "docs/b.md")
    old = try pages.map { try project.text($0) }
    #expect(try project.docgen("generate").code == 0)
    new = try pages.map { try project.text($0) }
    self.project = project
    try restore()
  }

  private func restore() throws {
    for (page, text) in zip(pages, old) { try project.write(text, to: page) }
  }

  private func expectWhole(_ what: String) throws {
    for (index, page) in pages.enumerated() {
      let text = try project.text(page)
      #expect(text == old[index] || text == new[index], "\(what): \(page)\n\(text)")
    }
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: project.folder.appendingPathComponent("docs").path
    ).filter { !$0.hasSuffix(".md") }
  }

  @Test func `each of two simultaneous runs accepts the changes of the other`() throws {
    for _ in 0..<5 {
      try restore()
      let outcome = try Tool.run(
        URL(fileURLWithPath: "/bin/sh"),
        [
          "-c", "\"$0\" generate -q & \"$0\" generate -q; a=$?; wait $!; echo $a $?",
          Tool.docgen.path,
        ],
        in: project.folder)
      #expect(outcome.output == "0 0\n" && outcome.errors.isEmpty, "\(outcome)")
      #expect(try pages.map { try project.text($0) } == new)
    }
  }

  /// Runs `docgen generate` with a fault at the n-th call of a kind.
  private func generate(_ call: String, _ fault: String, at number: Int) throws -> Outcome {
    try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "DOCGEN_CACHE=off", "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):\(fault):when=\(number)", Tool.docgen.path, "generate", "-q",
      ], in: project.folder)
  }

  /// strace is there and may look at processes.
  static let canTrace: Bool = {
    let outcome = try? Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["strace", "-o", "/dev/null", "true"],
      in: FileManager.default.temporaryDirectory)
    return outcome?.code == 0
  }()

  @Test(.enabled(if: canTrace), arguments: ["write", "fchmod", "fsync", "rename"])
  func `a run killed at any call leaves complete documents, and the next run continues`(
    call: String
  )
    throws
  {
    var number = 1
    while true {
      try restore()
      let outcome = try generate(call, "signal=KILL", at: number)
      try expectWhole("\(call) \(number)")
      #expect(try project.docgen("generate", "-q").code == 0)
      #expect(try pages.map { try project.text($0) } == new)
      #expect(try leftovers() == [], "\(call) \(number)")
      if outcome.code == 0 { break }
      number += 1
      try #require(number < 50)
    }
    // Each of the two documents was met.
    #expect(number > 2, "\(call) was called \(number - 1) times")
  }

  @Test(
    .enabled(if: canTrace),
    arguments: [("write", "ENOSPC"), ("fsync", "EIO"), ("rename", "EACCES"), ("fchmod", "EROFS")])
  func `a refusal by the system is reported, and the document stays complete`(
    call: String, error: String
  ) throws {
    let outcome = try generate(call, "error=\(error)", at: 1)
    #expect(outcome.code == 4, "\(call): \(outcome)")
    #expect(outcome.contains("docs/a.md: error: the file cannot be written: "), "\(outcome)")
    #expect(try project.text("docs/a.md") == old[0])
    #expect(try project.text("docs/b.md") == new[1])
    #expect(try leftovers() == [])
  }

  #if os(Linux)
    @Test func `a folder without write permission is reported, and nothing changes`() throws {
      let docs = project.folder.appendingPathComponent("docs").path
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: docs)
      defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: docs)
      }
      // For root no permission counts.
      let words =
        getuid() == 0
        ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", Tool.docgen.path]
        : [Tool.docgen.path]
      let outcome = try Tool.run(
        URL(fileURLWithPath: "/usr/bin/env"), words + ["generate"], in: project.folder)
      #expect(outcome.code == 4, "\(outcome)")
      #expect(outcome.contains("the file cannot be written: Permission denied"), "\(outcome)")
      #expect(try pages.map { try project.text($0) } == old)
    }
  #endif

  @Test func `a linked document is written at its target, and the link stays`() throws {
    let manager = FileManager.default
    let docs = project.folder.appendingPathComponent("docs")
    try project.write(old[0], to: "real/page.md")
    try manager.removeItem(at: docs.appendingPathComponent("a.md"))
    try manager.createSymbolicLink(
      atPath: docs.appendingPathComponent("a.md").path, withDestinationPath: "../real/page.md")
    #expect(try project.docgen("generate").code == 0)
    #expect(try project.text("real/page.md") == new[0])
    let link = try manager.destinationOfSymbolicLink(
      atPath: docs.appendingPathComponent("a.md").path)
    #expect(link == "../real/page.md")
  }

  @Test func `runs at the same time wait for each other`() throws {
    let runs = try (0..<6).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.docgen.path)
      process.arguments = ["generate", "-q"]
      process.currentDirectoryURL = project.folder
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    for run in runs { run.waitUntilExit() }
    // The runs that lose the race report that the document has changed.
    #expect(runs.contains { $0.terminationStatus == 0 })
    #expect(runs.allSatisfy { [0, 4].contains($0.terminationStatus) })
    #expect(try pages.map { try project.text($0) } == new)
    #expect(try leftovers() == [])
  }
}
