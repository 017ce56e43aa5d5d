import Basics

/// The names of a project's files, searched once when they are first needed.
///
/// A class, because the search is expensive and its result must be shared by all copies of a
/// project. A search that fails counts as one without files.
final class FileNames: Sendable {
  private let root: Root
  private let known = Locked<Set<Substring>?>(nil)
  private let everything: Locked<[String]?>

  /// `all` is the list of all files, if it is known.
  init(_ root: Root, all: [String]? = nil) {
    self.root = root
    everything = Locked(all)
  }

  /// The list of all files, if something asked for it.
  var searched: [String]? { everything.withLock(\.self) }

  /// Whether a file of that name exists anywhere in the project.
  func contains(_ name: String) -> Bool {
    // A path or a pattern is not a name, and a star does not match a leading dot.
    if name.hasPrefix(".") || name.contains(where: "/*?{}".contains) {
      return !files(matching: "**/" + name).isEmpty
    }
    return known.withLock { known in
      let names = known ?? Set(files(matching: "**/*").map { $0.split(separator: "/").last ?? "" })
      known = names
      return names.contains(name[...])
    }
  }

  /// Every file of the project, including those that `exclude` names, without dependencies and
  /// builds.
  var all: [String] {
    everything.withLock { known in
      if let known { return known }
      let foreign = ["node_modules", "DerivedData", "Pods", "Carthage"].map { "**/\($0)/**" }
      let patterns = ["**/*", "**/.gitignore", ".github/**/*"]
      let found = try? FileFinder.files(matching: patterns, excluding: foreign, in: root.folder)
      known = found ?? []
      return known ?? []
    }
  }

  private func files(matching pattern: String) -> [String] {
    let excluded = root.configuration.excluded
    return (try? FileFinder.files(matching: [pattern], excluding: excluded, in: root.folder)) ?? []
  }
}
