import Diagnostics
import DocgenKit
import Foundation
import Markdown
import Testing

/// Changes to files of this project that exist only in memory, and their check in this process.
///
/// The project is read once for all tests, so an edit costs only what depends on it.
final class ProjectEdit: FileEditing {
  private static let reading = Task {
    let scratch = try Scratch()
    let root = try #require(Root.find(from: scratch.folder.path).root)
    return (scratch: scratch, project: await Project.read(root))
  }

  private let scratch: Scratch
  private let project: Project
  private var overlay = Overlay()

  init() async throws { (scratch, project) = try await Self.reading.value }

  /// The project without changes.
  static var unchanged: Project { get async throws { try await reading.value.project } }

  private func key(_ path: String) -> String { "\(project.root.folder)/\(path)" }

  func text(_ path: String) throws -> String {
    try overlay.texts[key(path)].map { String(decoding: $0, as: UTF8.self) } ?? scratch.text(path)
  }

  func write(_ text: String, to path: String) { overlay.texts[key(path)] = Array(text.utf8) }

  /// The paths of the documents.
  var documents: [String] { project.pages.map(\.path) }

  func url(_ path: String) -> URL { scratch.url(path) }

  /// The changed project.
  func read() async -> Project {
    await Project.read(project.root, after: project, overlay: overlay)
  }

  /// The errors on a page.
  func errors(on page: String) async -> [Diagnostic] {
    await Check.run(read(), pages: [page]).findings.filter { $0.severity == .error }
  }

  /// The errors on a page as `docgen check` prints them.
  func check(_ page: String) async -> Outcome {
    let errors = await errors(on: page)
    return Outcome(
      code: errors.isEmpty ? 0 : 1, output: TextFormat().text(for: errors), errors: "")
  }
}

/// Edits of the files of a project.
protocol FileEditing {
  /// The place of a file without its changes.
  func url(_ path: String) -> URL
  func text(_ path: String) throws -> String
  func write(_ text: String, to path: String) throws
}

extension FileEditing {
  /// Replaces the first occurrence of a text in a file; throws an error if there is none.
  func replace(_ old: String, with new: String, in path: String) throws {
    let text = try text(path)
    guard let range = text.range(of: old) else {
      throw ScratchError(text: "\(path) has no `\(old)`")
    }
    try write(text.replacingCharacters(in: range, with: new), to: path)
  }

  /// The number (from 1) of the first line of a file that contains a text.
  func line(of text: String, in path: String, after first: Int = 0) throws -> Int {
    let lines = try self.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    let index = lines.indices.first { $0 >= first && lines[$0].contains(text) }
    guard let index else { throw ScratchError(text: "\(path) has no line with `\(text)`") }
    return index + 1
  }

  /// Changes lines of every trace.
  func editTraces(_ change: (String) -> String) throws {
    let folder = ".build/traces"
    for name in try FileManager.default.contentsOfDirectory(atPath: url(folder).path) {
      let lines = try text("\(folder)/\(name)").components(separatedBy: "\n")
      try write(lines.map(change).joined(separator: "\n"), to: "\(folder)/\(name)")
    }
  }
}
