import Markdown
import Models
import SwiftIndex

/// The types that one Swift block of a page declares in full: its blocks must make them so. Of other
/// types, an initializer that a block declares must be called with its labels, if a call has one label
/// of it and another one in the place of the rest.
///
///     struct Pier { let name: String }
///     Pier(nmae: "North")              `Pier.init` takes `(name:)`
struct PageTypes {
  private let code: CodeModel
  private let names: Set<String>
  /// The initializers in the blocks, for types that only the page declares.
  private let initializers: [String: [InitializerForm]]

  init(_ page: CheckedPage) {
    let calls = page.examples.flatMap(\.reading.uses).compactMap { CodeName($0.text) }
    // A page that lists initializers does not show all in the declaration.
    let isReference = page.examples.contains(where: \.listsInitializers)
    let complete = isReference ? [] : page.examples.filter(\.isComplete)
    let counts = Dictionary(grouping: page.examples.flatMap(\.types), by: \.name)
    let declared = Set(
      complete.flatMap(\.types).filter { type in
        counts[type.name]?.count == 1 && type.kind == .struct && !type.members.isEmpty
          && page.project.code.types(named: type.name).isEmpty
      }.map(\.name))
    let code =
      declared.isEmpty
      ? CodeModel([]) : CodeModel(page.examples.compactMap { $0.excerpt.declarations?.file })
    // If different calls all disagree, the declaration is a sketch.
    names = declared.filter { name in
      let forms = calls.filter { $0.isCall && $0.parts == [name] }
      return Set(forms.map(\.lookup)).count < 2
        || forms.contains { SymbolProblem($0, in: code) == nil }
    }
    self.code = code
    let own = page.examples.flatMap(\.types).filter {
      page.project.code.types(named: $0.name).isEmpty
    }
    initializers = Dictionary(grouping: own, by: \.name).mapValues { types in
      types.flatMap(\.initializers).compactMap { $0.signature.map(InitializerForm.init) }
    }
  }

  /// The labels of a call that the declaration does not have.
  func problem(with name: CodeName) -> SymbolProblem? {
    guard name.isCall, name.parts.count == 1 else { return nil }
    guard names.contains(name.parts[0]), let problem = SymbolProblem(name, in: code) else {
      return otherLabel(in: name)
    }
    return SymbolProblem(
      .signature, name.last, message: problem.message + ", as the page declares it")
  }

  /// A label in the place of another one of the only initializer with the rest of the labels.
  private func otherLabel(in name: CodeName) -> SymbolProblem? {
    guard let labels = name.labels, let forms = initializers[name.parts[0]],
      !forms.contains(where: { $0.accepts(labels, beforeClosure: name.hasTrailingClosure) })
    else { return nil }
    let near = forms.filter { form in
      let pairs = zip(form.labels, labels)
      return form.labels.count == labels.count && pairs.count(where: { $0 != $1 }) == 1
        && pairs.contains { $0 == $1 && $0 != "_" }
    }
    guard near.count == 1 else { return nil }
    let taken = near[0].labels.map { $0 + ":" }.joined()
    return SymbolProblem(
      .signature, name.last,
      message: "`\(name.last).init` takes `(\(taken))`, as the page declares it")
  }
}

extension Example {
  /// Whether it has an initializer without its type: `init(name: String)`.
  ///
  /// The parser reads one at the beginning of a file as a call.
  fileprivate var listsInitializers: Bool {
    types.isEmpty
      && fence.literal.split(separator: "\n").contains { line in
        let code = line.drop { $0 == " " }.trimmingPrefix("public ")
        return ["init(", "init?(", "init<"].contains { code.hasPrefix($0) }
      }
  }

  /// Whether it leaves nothing out, in code or by a comment such as `// Other members`.
  fileprivate var isComplete: Bool {
    !isDamaged && excerpt.elidedLines.isEmpty
      && !fence.literal.contains(
        /\/\/.*\b(?:other|more|rest|remaining|omitted|etc|properties|initializer|init)\b/
          .ignoresCase())
  }
}
