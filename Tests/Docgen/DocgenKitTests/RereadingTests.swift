import Diagnostics
import DocgenKit
import Foundation
import Markdown
import Models
import SwiftIndex
import Templates
import Testing

/// Rereading a project reuses everything that did not change since the last time.
@Suite final class RereadingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("docgen-\(UUID().uuidString)")

  init() throws {
    try write("{ \"documents\": [\"docs/*.md\"] }", ".docgen.json")
    try write("# A\n", "docs/a.md")
    try write("struct Door {}\n", "Sources/Door.swift")
    try write("struct House {}\n", "Sources/House.swift")
    try write("words\n", "templates/own.mustache")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, _ path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func root() throws -> Root { try #require(Root.find(from: folder.path).root) }

  @Test(arguments: [
    ("docs/a.md", "# B\n", true), ("docs/b.md", "# B\n", true), ("notes.txt", "words\n", true),
    ("Sources/Door.swift", "struct Door { var width = 1 }\n", false),
    ("Sources/Window.swift", "struct Window {}\n", false),
    ("templates/own.mustache", "other words\n", false),
    (".docgen.json", "{ \"documents\": [\"docs/*.md\"], \"ignore\": [\"x\"] }", false),
  ])
  func `results from code, traces and templates are kept while these are unchanged`(
    _ path: String, _ text: String, _ isKept: Bool
  ) async throws {
    let first = await Project.read(try root())
    try write(text, path)
    let (again, isSame) = await Project.reading(try root(), after: first)
    #expect(isSame == isKept)
    let anew = await Project.read(try root(), usesCache: false)
    #expect(again.pages.map(\.source.bytes) == anew.pages.map(\.source.bytes))
    #expect(again.model.code.types == anew.model.code.types)
    #expect(again.templates.isSame(as: anew.templates))
  }

  @Test func `the declarations of a removed file disappear`() async throws {
    let first = await Project.read(try root())
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Sources/Door.swift"))
    let (again, isSame) = await Project.reading(try root(), after: first)
    #expect(!isSame && again.model.code.types.map(\.name) == ["House"])
  }
}
