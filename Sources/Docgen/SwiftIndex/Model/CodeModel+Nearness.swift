import Diagnostics

extension CodeModel {
  /// Of several types with the same name, the most likely ones for a mention in another type.
  ///
  /// A test double or a second target may declare a name again. The type in the same file comes
  /// first, then those of imported modules, then those whose files share the most folders with the
  /// file of the other type. Two types that are equally near are both returned.
  package func nearest(
    _ found: [TypeDeclaration], to type: TypeDeclaration
  ) -> [TypeDeclaration] {
    guard found.count > 1 else { return found }
    let file = type.location.file
    let own = found.filter { $0.location.file == file }
    // Of the declarations in `#if` branches, the first stands for all.
    if let first = own.first { return [first] }
    let imported = Set(imports(of: file).map(\.name))
    let visible = found.filter { $0.module.map(imported.contains) ?? false }
    let candidates = visible.isEmpty ? found : visible
    let shared = candidates.map { file.sharedFolders(with: $0.location.file) }
    let most = shared.max()
    var files: Set<String> = []
    return zip(candidates, shared).filter { candidate, count in
      count == most && files.insert(candidate.location.file).inserted
    }.map(\.0)
  }
}

extension String {
  /// How many folders at the start of two paths are the same.
  ///
  ///     "Sources/App/Store.swift" and "Sources/App/Views/List.swift"  ->  2
  package func sharedFolders(with other: String) -> Int {
    let (own, others) = (split(separator: "/").dropLast(), other.split(separator: "/").dropLast())
    return zip(own, others).prefix { $0 == $1 }.count
  }
}
