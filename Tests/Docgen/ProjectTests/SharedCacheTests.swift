import Foundation
import Testing

/// A cache that several runs share, or that a CI system restores, never changes a verdict.
@Suite struct SharedCacheTests {
  private let project: SmallProject
  private let cache: EmptyScratch

  init() throws {
    project = try SmallProject()
    cache = try EmptyScratch()
    #expect(try project.docgen("fix").code == 0)
  }

  private func check(_ words: String..., in home: URL) throws -> String {
    try Self.check(words, in: project.folder, cache: home)
  }

  private static func check(
    _ words: [String], in folder: URL, cache home: URL
  ) throws -> String {
    let outcome = try Tool.docgen.run(
      ["check"] + words, in: folder, environment: ["XDG_CACHE_HOME": home.path])
    return text(of: outcome)
  }

  /// The exit code and the output without its time.
  private static func text(of outcome: Outcome) -> String {
    "\(outcome.code) " + outcome.output.replacing(#/ · \d+ ms\n/#, with: "\n")
  }

  @Test func `runs at the same time have the results of a run alone`() async throws {
    for round in 0..<4 {
      try project.write("# Page\n\n`DoorMachine.widht\(round)`\n", to: "docs/b.md")
      try project.write(
        SmallProject.source.replacing("90", with: "\(90 + round)"), to: "Sources/App/Door.swift")
      let expected = try check("--no-cache", in: cache.folder)
      #expect(expected.hasPrefix("1 ") && expected.contains("widht\(round)"))
      let results = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<6 {
          group.addTask { [folder = project.folder, home = cache.folder] in
            try Self.check([], in: folder, cache: home)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results == Array(repeating: expected, count: 6), "round \(round)")
      #expect(try check(in: cache.folder) == expected)
    }
    let names = FileManager.default.enumerator(atPath: cache.folder.path)?.allObjects ?? []
    #expect(names.contains { "\($0)".contains("/checks/") })
  }

  /// Entries of a state without findings, in the place of those of a state with findings.
  @Test(arguments: [true, false])
  func `an entry of another state or user is ignored`(hasSameSecret: Bool) throws {
    let foreign = try EmptyScratch()
    #expect(try check(in: foreign.folder).hasPrefix("0 "))
    try project.write("# Page\n\n`DoorMachine.widht`\n", to: "docs/b.md")
    let expected = try check(in: cache.folder)
    #expect(expected.hasPrefix("1 "))
    let own = try entries(of: cache.folder)
    let others = try entries(of: foreign.folder)
    #expect(own.count == others.count && own.count > 1)
    for (file, other) in zip(own, others) {
      try Data(contentsOf: other).write(to: file)
    }
    if hasSameSecret {
      let secret = "docgen/secret"
      try FileManager.default.removeItem(at: cache.folder.appending(path: secret))
      try FileManager.default.copyItem(
        at: foreign.folder.appending(path: secret), to: cache.folder.appending(path: secret))
    }
    #expect(try check(in: cache.folder) == expected)
    #expect(try check(in: cache.folder) == expected)
  }

  private static let setpriv = "/usr/bin/setpriv"
  private static var canBeAnotherUser: Bool {
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv)
  }

  /// The first user of a folder owns its secret, and the other one finds no entries.
  @Test(.enabled(if: canBeAnotherUser, "needs root and setpriv"), arguments: [true, false])
  func `users of one folder have their own verdicts`(otherIsFirst: Bool) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: cache.folder.path)
    func checkAsOther() throws -> String {
      let words = ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.docgen.path, "check"]
      let outcome = try Tool.run(
        URL(fileURLWithPath: Self.setpriv), words, in: project.folder,
        environment: ["XDG_CACHE_HOME": cache.folder.path, "PATH": "/usr/bin:/bin"])
      return Self.text(of: outcome)
    }
    let other = try EmptyScratch()
    for value in [90, 91, 90] {
      try project.write(
        "# Page\n\n<!-- docgen:value DoorMachine.width -->\(value)<!-- /docgen:value -->\n",
        to: "docs/b.md")
      let expected = try check("--no-cache", in: other.folder)
      #expect(expected.hasPrefix(value == 90 ? "0 " : "1 "), "\(expected)")
      for _ in 0..<2 {
        let own = try otherIsFirst ? nil : check(in: cache.folder)
        #expect(try checkAsOther() == expected)
        #expect(try own ?? check(in: cache.folder) == expected)
      }
    }
    let secret = cache.folder.appending(path: "docgen/secret")
    let attributes = try FileManager.default.attributesOfItem(atPath: secret.path)
    #expect(attributes[.ownerAccountID] as? Int == (otherIsFirst ? 65_534 : 0))
  }

  /// The files of a cache but its secret, sorted.
  private func entries(of home: URL) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted()
    return names.map { home.appending(path: $0) }.filter { file in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue && file.lastPathComponent != "secret"
    }
  }
}
