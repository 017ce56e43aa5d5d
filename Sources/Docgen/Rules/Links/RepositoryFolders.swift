import Basics
import SwiftIndex

/// The folders of the tracked files.
struct RepositoryFolders: Sendable {
  /// Their names, sorted.
  let names: [String]
  private let byName: FileNameIndex
  private let files: [String: [String]]

  init(_ paths: [String]) {
    files = Dictionary(grouping: paths, by: RepositoryIndex.folder)
    let around = files.keys.flatMap { [$0] + RepositoryIndex.foldersUp(from: $0) }
    let all = Set(around).subtracting([""]).sorted()
    byName = FileNameIndex(all)
    names = Set(all.map(FileName.last)).sorted()
  }

  /// The paths of the folders with a name, ignoring case.
  func paths(named name: String) -> [String] { byName.paths(endingIn: name) }

  /// The paths of the files directly in a folder.
  func files(in folder: String) -> [String] { files[folder] ?? [] }

  func names(beginningWith start: String) -> ArraySlice<String> {
    names[names.partitioningIndex { $0 >= start }...].prefix { $0.hasPrefix(start) }
  }
}
