import Diagnostics
import Markdown
import Models
import SwiftIndex

extension CheckedPage {
  /// Whether a type did not have some members when lines of the page were written.
  ///
  /// Its file at that time decides. If the type was in another file, the words of all sources do.
  func areNewer(_ names: [String], of type: TypeDeclaration, than lines: [Int]) -> Bool {
    guard let repository = context?.repository else { return false }
    var known: [String: Set<String>] = [:]
    return lines.allSatisfy { line in
      let file = type.location.file
      guard let text = repository.text(of: file, whenWritingLine: line, of: page.path),
        let earlier = known[text] ?? Self.members(of: type.qualifiedName, in: text)
      else {
        return names.allSatisfy { repository.isWord($0, newerThan: [line], of: page.path) }
      }
      known[text] = earlier
      return earlier.isDisjoint(with: names)
    }
  }

  /// The names of a type's members, and the texts that its cases are written as, in the text of its
  /// file; `nil` if the text does not declare it.
  private static func members(of type: String, in text: String) -> Set<String>? {
    let file = FileDeclarations(reading: SourceInput(path: "", text))
    guard let found = file.types.first(where: { $0.qualifiedName == type }) else { return nil }
    return Set(found.members.map(\.name) + found.cases.compactMap(\.writtenKey))
  }
}

extension Member {
  /// The text of a case: `total_bytes` of `case totalBytes = "total_bytes"`.
  var writtenKey: String? {
    if case .string(let text)? = enumCase?.rawValue?.literal { text } else { nil }
  }
}
