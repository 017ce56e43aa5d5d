/// The files of a project's folder that Git tracks or would add; without Git, all of them.
///
/// Files that Git ignores are left out: build products would make every name known.
struct TrackedFiles: Sendable {
  /// Relative to the folder.
  let paths: [String]
  /// Those that Git does not track yet.
  private let newPaths: Set<String>
  /// Paths of submodules: their files belong to other repositories.
  private let submodules: [String]
  /// Every component of every path, and the names of files without their extensions.
  private let names: Set<Substring>
  /// Positions in `paths` by last component.
  private let byName: [Substring: [Int]]
  private let folder: String
  private let isCheckout: Bool

  init(in folder: String) {
    self.folder = folder
    let git = Git(folder: folder, reportsErrors: false)
    func list(_ words: String...) -> [String]? {
      git.output(["ls-files", "-z"] + words).map { bytes in
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    let tracked = list("--cached")
    isCheckout = tracked != nil
    newPaths = Set(tracked == nil ? [] : list("--others", "--exclude-standard") ?? [])
    if let tracked {
      paths = newPaths.union(tracked).sorted()
    } else {
      paths = (try? FileFinder.files(matching: ["**/*"], excluding: [], in: folder)) ?? []
    }
    submodules = Self.submodules(of: folder)
    var names: Set<Substring> = []
    var byName: [Substring: [Int]] = [:]
    for (index, path) in paths.enumerated() {
      let parts = path.split(separator: "/")
      for part in parts {
        names.insert(part)
        if let dot = part.firstIndex(of: "."), dot != part.startIndex { names.insert(part[..<dot]) }
        if let dot = part.lastIndex(of: "."), dot != part.startIndex { names.insert(part[..<dot]) }
      }
      byName[parts.last ?? "", default: []].append(index)
    }
    (self.names, self.byName) = (names, byName)
  }

  /// `path = Vendor/Library` in `.gitmodules`.
  private static func submodules(of folder: String) -> [String] {
    guard let bytes = try? Confinement(folder).read(".gitmodules") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map {
        $0.trimmingPrefix(while: \.isWhitespace)
      }
      guard parts.count == 2, parts[0].hasPrefix("path") else { return nil }
      return String(parts[1])
    }
  }

  /// Whether Git would add the file, but does not track it yet.
  func isNew(_ path: String) -> Bool { newPaths.contains(path) }

  func hasName(_ name: String) -> Bool { names.contains(name[...]) }

  /// Complete components: `Engine.swift` does not match `SyncEngine.swift`. Sorted by path.
  func files(endingIn path: String) -> [String] {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    let last = path.split(separator: "/").last ?? ""
    return (byName[last] ?? []).map { paths[$0] }.filter {
      $0 == path || $0.hasSuffix("/" + path)
    }
  }

  /// A path that only contains the name of a submodule also counts: its code may have been there
  /// before it became a repository of its own.
  func isUntracked(_ path: String) -> Bool {
    let parts = Set(path.split(separator: "/"))
    if submodules.contains(where: { $0.split(separator: "/").last.map(parts.contains) == true }) {
      return true
    }
    guard isCheckout else { return false }
    return Git(folder: folder, reportsErrors: false).output(["check-ignore", "-q", "--", path])
      != nil
  }
}
