package import Diagnostics
package import SwiftIndex

/// The modules of a package and their imports, read from the sources.
package struct ModuleModel: Sendable {
  package struct Dependency: Hashable, Sendable {
    package var from: String
    package var to: String
    /// The location of the first import.
    package var location: SourceLocation
  }

  /// In the order of the requested names; sorted by name if none was requested.
  package var modules: [String]
  package var dependencies: [Dependency]
  /// Requested names without sources.
  package var unknown: [String]

  /// Selects the modules in `names`, in that order; all modules if it is empty.
  package init(_ code: CodeModel, only names: [String] = []) {
    let files = code.imports.keys.sorted()
    let existing = Set(code.moduleNames)
    modules = names.isEmpty ? existing.sorted() : names.filter(existing.contains)
    unknown = names.filter { !existing.contains($0) }
    var seen: Set<[String]> = []
    dependencies = []
    for file in files {
      guard let from = code.module(ofFile: file), modules.contains(from) else { continue }
      for imported in code.imports[file] ?? [] {
        let to = imported.name.split(separator: ".").first.map(String.init) ?? imported.name
        guard to != from, modules.contains(to), seen.insert([from, to]).inserted else { continue }
        dependencies.append(
          Dependency(from: from, to: to, location: imported.nameLocation))
      }
    }
    let order = Dictionary(
      modules.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    dependencies.sort {
      (order[$0.from] ?? 0, order[$0.to] ?? 0) < (order[$1.from] ?? 0, order[$1.to] ?? 0)
    }
  }

  /// The dependencies that do not follow from others: without arrows that a longer path along the
  /// remaining arrows replaces.
  package var essential: [Dependency] {
    dependencies.filter { dependency in
      !dependencies.contains { first in
        first.from == dependency.from && first.to != dependency.to
          && reaches(first.to, dependency.to)
      }
    }
  }

  private func reaches(_ start: String, _ goal: String) -> Bool {
    var seen: Set<String> = [start]
    var queue = [start]
    while let current = queue.popLast() {
      if current == goal { return true }
      for next in dependencies where next.from == current && seen.insert(next.to).inserted {
        queue.append(next.to)
      }
    }
    return false
  }
}
