extension FileDeclarations {
  /// What of the file is compiled on at least one of these platforms; all where none is named. What
  /// cannot be told from a platform's name and flags counts as compiled.
  package func active(on platforms: [BuildPlatform]) -> FileDeclarations {
    if platforms.isEmpty { return self }
    func isActive(_ conditions: [CompilationCondition]) -> Bool {
      conditions.isEmpty
        || platforms.contains { platform in
          conditions.allSatisfy { $0.isActive(on: platform) != false }
        }
    }
    var file = self
    file.imports.removeAll { !isActive($0.conditions) }
    file.globals.removeAll { !isActive($0.conditions) }
    file.operators.removeAll { !isActive($0.conditions) }
    file.types.removeAll { !isActive($0.conditions) }
    for index in file.types.indices {
      file.types[index].members.removeAll { !isActive($0.conditions) }
      file.types[index].inheritance.removeAll { !isActive($0.compilationConditions) }
    }
    file.extensions.removeAll { !isActive($0.conditions) }
    for index in file.extensions.indices {
      file.extensions[index].members.removeAll { !isActive($0.conditions) }
    }
    return file
  }
}
