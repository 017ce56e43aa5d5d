import Models
import SwiftIndex

extension SymbolProblem {
  /// A function of a platform's type that only an extension of the project had, which a commit
  /// removed.
  ///
  ///     String.base64URL(fromBase64: text)      no declaration has the name any more
  static func removedExtension(_ name: CodeName, on page: CheckedPage) -> SymbolProblem? {
    let code = page.project.code
    guard let labels = name.labels, labels.contains(where: CodeName.isCamelCase),
      code.members(named: name.last).allSatisfy({ $0.signature?.labels != labels }),
      !PlatformNames.contains(labels[0]),
      page.context?.repository?.removal(of: .function(name.last, labels: labels)) != nil
    else { return nil }
    return SymbolProblem(
      .labels(isOwned: true), name.last,
      message: "no extension of `\(name.parts[0])` has `\(name.last)"
        + "(\(labels.map { $0 + ":" }.joined()))`")
  }
}
