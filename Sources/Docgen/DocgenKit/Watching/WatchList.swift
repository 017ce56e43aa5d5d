import Diagnostics

/// The observations of a run, by the folders that report their changes.
///
/// An observation about a missing file is watched through the nearest existing folder, where it may
/// appear. Links are watched in both folders, since either end may change.
struct WatchList {
  private let answers: FileAccessRecorder.Observations
  private let byFolder: [String: [FileAccessRecorder.Observation]]

  init(_ answers: FileAccessRecorder.Observations) {
    self.answers = answers
    var byFolder: [String: [FileAccessRecorder.Observation]] = [:]
    for observation in answers.keys {
      for folder in Self.folders(of: observation) {
        byFolder[folder, default: []].append(observation)
      }
    }
    self.byFolder = byFolder
  }

  /// The same with newer observations.
  func replacing(_ newer: FileAccessRecorder.Observations) -> WatchList {
    WatchList(answers.merging(newer) { $1 })
  }

  var folders: Set<String> { Set(byFolder.keys) }

  /// The files whose content was read.
  var files: Set<String> {
    Set(answers.keys.filter { $0.question == .content }.map(\.path))
  }

  /// The changed entries of these folders, or of all folders.
  ///
  /// `nil` compares all observations. The result has sorted paths, and is empty if nothing has
  /// really changed.
  func changes(in folders: Set<String>? = nil) -> [String] {
    let observations =
      folders.map { Set($0.flatMap { byFolder[$0] ?? [] }) } ?? Set(answers.keys)
    let changed = observations.filter { observation in
      answers[observation].map { FileAccessRecorder.current(observation, $0) == nil } ?? true
    }
    return Set(changed.map(\.path)).sorted()
  }

  /// The folder of a path, and the one that it is a link into; for a missing path, the nearest
  /// existing folder above it.
  private static func folders(of observation: FileAccessRecorder.Observation) -> Set<String> {
    let path = observation.path
    var folders: Set<String> = [nearest(parent(of: path))]
    let real = FileSystem.unseenAbsolute(path)
    if real != path { folders.insert(nearest(parent(of: real))) }
    if observation.question == .entries { folders.insert(nearest(path)) }
    return folders
  }

  private static func nearest(_ folder: String) -> String {
    var folder = folder
    while FileSystem.unseenKind(of: folder) != .folder, folder != "/", folder != "." {
      folder = parent(of: folder)
    }
    return folder
  }

  /// `a/b` -> `a`, `/a` -> `/`, `a` -> `.`
  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
