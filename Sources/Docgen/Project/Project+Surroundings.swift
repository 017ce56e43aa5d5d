import Checks

extension Project {
  /// What stands around the documents, asked of the disk when a rule wants to know.
  var surroundings: Surroundings {
    let root = root
    let contracts = root.configuration.contracts.map {
      (pattern: Glob($0.pages), contract: $0.contract)
    }
    let files = fileNames
    let ignored = root.configuration.ignored.map { Glob($0) }
    return Surroundings(
      pages: pages,
      kind: { path in
        switch FileSystem.kind(of: root.folder + "/" + path) {
        case .file, .other: .file
        case .folder: .folder
        case nil: nil
        }
      },
      names: { (try? FileSystem.names(in: root.folder + "/" + $0)) ?? [] },
      hasFile: { files.contains($0) },
      contract: { path in
        contracts.first { $0.pattern.matches(path) }?.contract
      },
      isIgnored: { word in ignored.contains { $0.matches(word) } })
  }
}
