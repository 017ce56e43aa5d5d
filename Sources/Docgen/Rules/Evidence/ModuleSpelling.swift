import Diagnostics
import Markdown
import Models
import SwiftIndex

extension UnknownSymbol {
  /// Imports, in blocks without a language, of modules that the project spells with other capitals.
  ///
  ///     import PathKIT      the sources import `PathKit`
  static func misspelledImports(on page: CheckedPage) -> [SymbolCandidate] {
    let fences = page.page.fences.filter {
      $0.language.isEmpty && $0.literal.contains("import ") && page.isWritten($0.range)
    }
    guard !fences.isEmpty else { return [] }
    let modules = page.modulesByLetters
    return fences.flatMap { fence -> [SymbolCandidate] in
      let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line -> SymbolCandidate? in
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "import",
          let name = CodeName(ofType: String(words[1])),
          let known = modules[name.path.lowercased()], known != name.path
        else { return nil }
        let problem = SymbolProblem(
          .signature, name.path, message: "the module `\(name.path)` is spelled `\(known)`")
        return SymbolCandidate(
          name, problem, text: name.path,
          at: SourcePosition(line: index + 1, column: line.utf8.count - name.path.utf8.count + 1),
          in: fence, on: page)
      }
    }
  }
}

extension CheckedPage {
  /// The modules that the project has or imports, by their names in lower case.
  fileprivate var modulesByLetters: [String: String] {
    guard let index = context?.index else { return [:] }
    let modules = index.ownModules(project.code).union(index.imported(project.code))
    return Dictionary(modules.map { ($0.lowercased(), $0) }) { max($0, $1) }
  }
}
