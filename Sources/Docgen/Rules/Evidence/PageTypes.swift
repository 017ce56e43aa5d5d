import Markdown
import Models
import SwiftIndex

/// The types that one Swift block of a page declares in full: its blocks must make them so.
///
///     struct Pier { let name: String }
///     Pier(nmae: "North")              `Pier.init` takes `(name:)`
struct PageTypes {
  private let code: CodeModel
  private let names: Set<String>

  init(_ page: CheckedPage) {
    let complete = page.examples.filter(\.isComplete)
    let counts = Dictionary(grouping: page.examples.flatMap(\.types), by: \.name)
    names = Set(
      complete.flatMap(\.types).filter { type in
        counts[type.name]?.count == 1 && type.kind == .struct && !type.members.isEmpty
          && page.project.code.types(named: type.name).isEmpty
      }.map(\.name))
    code =
      names.isEmpty
      ? CodeModel([]) : CodeModel(page.examples.compactMap { $0.excerpt.declarations?.file })
  }

  /// The labels of a call that the declaration does not have.
  func problem(with name: CodeName) -> SymbolProblem? {
    guard name.isCall, name.parts.count == 1, names.contains(name.parts[0]),
      let problem = SymbolProblem(name, in: code)
    else { return nil }
    return SymbolProblem(
      .signature, name.last, message: problem.message + ", as the page declares it")
  }
}

extension Example {
  /// Whether it leaves nothing out, in code or by a comment such as `// Other members`.
  fileprivate var isComplete: Bool {
    !isDamaged && excerpt.elidedLines.isEmpty
      && !fence.literal.contains(
        /\/\/.*\b(?:other|more|rest|remaining|omitted|etc|properties|initializer|init)\b/
          .ignoresCase())
  }
}
