import Foundation
import Testing

/// A project of one document, one source and one trace, small enough to check in no time.
final class SmallProject {
  let folder: URL

  static let page = """
    # Page

    <!-- docgen:begin state-diagram machine=Door -->
    <!-- docgen:end -->

    """

  static let trace = """
    {"type":"header","format":"docgen-trace","version":1,"scenario":"open","epoch":"2026-01-01T00:00:00Z","participants":[{"name":"User","kind":"actor"},{"name":"Door","kind":"participant"}]}
    {"type":"machine","machine":"Door","declared":"DoorMachine","initial":"closed","states":[{"name":"closed"},{"name":"open"}],"events":["pushed"],"edges":[{"from":"closed","event":"pushed","to":"open"}]}
    {"type":"call","seq":0,"t":0,"span":1,"from":"User","to":"Door","name":"push"}
    {"type":"transition","seq":1,"t":0,"parent":1,"machine":"Door","from":"closed","event":"pushed","to":"open"}
    {"type":"return","seq":2,"t":5,"span":1}
    {"type":"end","records":3,"dropped":0}

    """

  static let source = """
    struct DoorMachine {
      enum State { case closed, open }
      enum Event { case pushed }
      static let width = 90
      var state = State.closed

      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .pushed): state = .open
        case (.open, .pushed): break
        }
      }
    }

    """

  static let configuration = """
    { "documents": ["docs/*.md"], "sources": ["Sources/**/*.swift"], "traces": ["traces/*.jsonl"], \
    "severities": {"unknown-symbol/medium": "error", "unknown-file/medium": "error"} }

    """

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    try write(Self.page, to: "docs/a.md")
    try write(Self.trace, to: "traces/open.jsonl")
    try write(Self.source, to: "Sources/App/Door.swift")
    try write(Self.configuration, to: ".docgen.json")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

  func write(_ data: Data, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
  }

  func docgen(_ arguments: String...) throws -> Outcome { try docgen(arguments) }

  func docgen(_ arguments: [String]) throws -> Outcome {
    try Tool.docgen.run(arguments, in: folder)
  }

  /// The output of a Git command in the folder.
  @discardableResult
  func git(_ words: String) throws -> String {
    let outcome = try Tool.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "git \(words)"], in: folder)
    #expect(outcome.code == 0, "\(outcome)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Commits all files.
  func commit(_ subject: String) throws {
    try git("add -A && git -c user.name=a -c user.email=a@example.com commit -qm '\(subject)'")
  }
}
