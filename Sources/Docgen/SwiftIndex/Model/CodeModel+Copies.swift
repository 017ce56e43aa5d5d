import Diagnostics

extension CodeModel {
  /// The types without copies of the first one; a copy in a file with syntax errors, such as the
  /// template of the others, may differ.
  func withoutCopies(_ types: [TypeDeclaration]) -> [TypeDeclaration] {
    guard types.count > 1,
      types.dropFirst().allSatisfy({ $0.qualifiedName == types[0].qualifiedName })
    else { return types }
    let sound = types.filter { error(in: $0.location.file) == nil }
    guard let first = sound.first, sound.dropFirst().allSatisfy({ $0.isCopy(of: first) }) else {
      return types
    }
    return [first]
  }
}

extension TypeDeclaration {
  /// Whether a type of another file has the same members, of which there are several.
  fileprivate func isCopy(of other: TypeDeclaration) -> Bool {
    kind == other.kind && members.count > 1 && members.count == other.members.count
      && location.file != other.location.file
      && zip(members, other.members).allSatisfy { $0.headline == $1.headline }
  }
}
