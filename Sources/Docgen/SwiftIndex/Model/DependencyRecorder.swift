import Basics

/// A part of a project that an answer about it depends on.
package enum Dependency: Hashable, Sendable {
  /// The declarations of a kind and name in any Swift file.
  case declarations(IndexedName)
  /// Whether a name, without its outer types, is declared in any Swift file.
  case name(String)
  /// The occurrences of a word in any file, except for comments in Swift.
  case word(String)
  /// The occurrences of a word in comments of Swift files.
  case comment(String)
  /// The content or the existence of a file or folder, relative to the project's folder.
  case file(String)
  /// The existence of files and folders with this name.
  case fileName(String)
  /// The list of all files.
  case fileList
  /// The imports of all Swift files.
  case imports
  /// Anything else.
  case everything
}

/// Records what an evaluation asks a project, so that it need not be repeated after a change of other
/// parts.
///
/// Whoever hands out a part of a project notes it. As long as all noted parts are unchanged, an
/// evaluation takes the same steps and has the same result.
package final class DependencyRecorder: Sendable {
  private let seen = Locked<Set<Dependency>>([])
  @TaskLocal private static var active: DependencyRecorder?

  private init() {}

  /// Notes a dependency of the evaluation that is being recorded, if there is one.
  package static func note(_ dependency: @autoclosure () -> Dependency) {
    guard let active else { return }
    let dependency = dependency()
    active.seen.withLock { _ = $0.insert(dependency) }
  }

  /// Notes that the files and folders whose path ends in this one count.
  package static func note(fileNamed path: String) {
    note(.fileName(path.split(separator: "/").last.map(String.init) ?? ""))
  }

  /// Runs `body`, and returns its dependencies as well.
  package static func recording<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, dependencies: Set<Dependency>) {
    let recorder = DependencyRecorder()
    let result = try $active.withValue(recorder) { try body() }
    return (result, recorder.seen.withLock(\.self))
  }

  /// Runs `body` without recording: the caller notes finer dependencies than `body` would.
  package static func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
    try recording(body).result
  }
}

/// A value that several evaluations share, with the dependencies of its computation: each evaluation
/// that uses it has them too.
package struct Recorded<Value: Sendable>: Sendable {
  private let stored: Value
  /// `nil` if nothing was recorded when it was computed.
  private let dependencies: Set<Dependency>?

  /// `always` records also without an evaluation that is being recorded.
  package init(always: Bool = false, _ make: () -> Value) {
    if always || DependencyRecorder.isActive {
      let made = DependencyRecorder.recording(make)
      (stored, dependencies) = (made.result, made.dependencies)
    } else {
      (stored, dependencies) = (make(), nil)
    }
  }

  package var value: Value {
    DependencyRecorder.note(contentsOf: dependencies ?? [.everything])
    return stored
  }
}

extension DependencyRecorder {
  fileprivate static var isActive: Bool { active != nil }

  fileprivate static func note(contentsOf dependencies: Set<Dependency>) {
    active?.seen.withLock { $0.formUnion(dependencies) }
  }
}
