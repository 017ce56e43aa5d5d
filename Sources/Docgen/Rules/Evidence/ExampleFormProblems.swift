import Diagnostics
import Models
import SwiftIndex

/// Types with another number of generic arguments, modules in another spelling, labels that `=`
/// follows, and old names of the platforms' types.
///
///     Store<Row>            the code has `Store<Row, Key>`
///     import Pathkit        the sources import `PathKit`
///     Store(limit = 3)      a label is followed by `:`
struct ExampleFormProblems {
  private let page: CheckedPage
  private let code: CodeModel

  init(_ page: CheckedPage) { (self.page, code) = (page, page.project.code) }

  func candidates(in example: Example) -> [SymbolCandidate] {
    let forms = example.reading.forms
    return forms.generics.compactMap { use in
      candidate(use.type, genericProblem(use.type.name, use.count), in: example)
    }
      + forms.imports.compactMap {
        candidate($0, importProblem($0.name), in: example)
      }
      + forms.assignedLabels.compactMap { use in
        candidate(use.label, labelProblem(use.label.name, of: use.function), in: example)
      }
      + example.reading.names.compactMap { name in
        SymbolCandidate(renamed: name, in: example, on: page)
      }
  }

  private func candidate(
    _ place: ExampleForms.Place, _ problem: SymbolProblem?, in example: Example
  ) -> SymbolCandidate? {
    guard let problem, let name = CodeName(place.name + "()") else { return nil }
    return SymbolCandidate(
      name, problem, text: place.name, at: SourcePosition(line: place.line, column: place.column),
      in: example.fence, on: page)
  }

  /// Each type of that name, outside examples, has another number of generic parameters.
  private func genericProblem(_ name: String, _ count: Int) -> SymbolProblem? {
    let types = code.types(named: name).filter { !ExamplePath.isExample($0.location.file) }
    guard let first = types.first, !PlatformNames.hasType(name),
      !page.blockNames.declared.contains(name),
      types.allSatisfy({ type in
        ![.protocol, .typealias].contains(type.kind) && type.genericParameters.count != count
          && type.genericParameters.allSatisfy { $0.kind != .pack }
      })
    else { return nil }
    let parameters = first.genericParameters.count.counted("generic parameter")
    return SymbolProblem(
      .signature, name, message: "`\(first.qualifiedName)` has \(parameters), not \(count)",
      at: first.nameLocation)
  }

  /// A module whose name differs from a known one in capitals only.
  private func importProblem(_ name: String) -> SymbolProblem? {
    guard let index = page.context?.index, page.context?.repository != nil else { return nil }
    let known = index.ownModules(code).union(index.imported(code))
    let near = known.filter { $0.lowercased() == name.lowercased() }
    guard !known.contains(name), near.count == 1, let module = near.first,
      index.imported(code).contains(module) || code.hasModule(module)
    else { return nil }
    return SymbolProblem(
      .signature, name, message: "the module is called `\(module)`, not `\(name)`")
  }

  private func labelProblem(_ label: String, of function: String) -> SymbolProblem? {
    guard code.mentions(function), code.mentions(label) else { return nil }
    return SymbolProblem(
      .signature, label,
      message: "`\(label) = …` is not an argument: a label is followed by a colon")
  }
}

extension SymbolCandidate {
  /// A name that a platform no longer has, and that the project does not use; `nil` for others.
  fileprivate init?(renamed name: ExampleName, in example: Example, on page: CheckedPage) {
    guard let new = RenamedPlatformTypes.names[name.text],
      !page.project.code.mentions(name.text), !page.blockNames.declared.contains(name.text),
      let type = CodeName(ofType: name.text)
    else { return nil }
    self.init(
      type,
      SymbolProblem(
        .signature, name.text, message: "`\(name.text)` is called `\(new)` since Swift 4.2"),
      text: name.text, at: SourcePosition(line: name.line, column: name.column),
      in: example.fence, on: page)
  }
}
