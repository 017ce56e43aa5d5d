/// The module of each file.
///
/// The targets of the manifests decide if they have a path; the deepest one wins. For other files,
/// the package manager's layout does: `Sources/Core/Row.swift` belongs to `Core`.
package struct ModuleMap: Sendable {
  /// Folders with a slash at their end, the deepest first.
  private let folders: [(path: String, module: String)]

  /// - Parameter manifests: Without any, only the layout counts.
  package init(_ manifests: [PackageManifest] = []) {
    let targets = manifests.flatMap { manifest in
      manifest.targets.compactMap { target in
        target.path.map { (Self.folder($0, below: manifest.folder), target.name) }
      }
    }
    folders = targets.filter { !$0.0.isEmpty }.sorted { $0.0.utf8.count > $1.0.utf8.count }
  }

  private static func folder(_ path: String, below root: String) -> String {
    let parts = (root + "/" + path).split(separator: "/").filter { $0 != "." }
    return parts.map { $0 + "/" }.joined()
  }

  /// `nil` for a file that belongs to no target.
  package func module(ofFile path: String) -> String? {
    if let folder = folders.first(where: { path.hasPrefix($0.path) }) { return folder.module }
    let parts = path.split(separator: "/")
    guard let sources = parts.firstIndex(where: { $0 == "Sources" || $0 == "Tests" }),
      sources + 2 < parts.count
    else { return nil }
    return String(parts[sources + 1])
  }
}
