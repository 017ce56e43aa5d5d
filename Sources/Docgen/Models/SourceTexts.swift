import Diagnostics
import SwiftIndex

/// The texts of a project's Swift files, by path.
struct SourceTexts: Sendable {
  /// Those that were read with the project.
  let read: [String: SourceText]
  /// The rest of the project's files, and a reader of their texts.
  private let rest: PartialCode?
  private let other: (@Sendable (String) -> SourceText?)?

  init(
    _ read: [String: SourceText], of rest: PartialCode?,
    _ other: (@Sendable (String) -> SourceText?)?
  ) {
    (self.read, self.rest, self.other) = (read, rest, other)
  }

  func has(_ path: String) -> Bool { read[path] != nil || rest?.has(path) == true }

  func text(of path: String) -> SourceText? {
    DependencyRecorder.note(.file(path))
    return read[path] ?? (rest?.has(path) == true ? other?(path) : nil)
  }
}
