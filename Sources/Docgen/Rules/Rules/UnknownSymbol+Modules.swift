import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Types that a list gives to a module, and that another module declares.
///
///     **HarborCore**
///     - Types:
///       - `Pier`      the module `HarborCore` declares the other types of the list, not `Pier`
extension UnknownSymbol {
  static func typesOfOtherModules(on page: CheckedPage) -> [SymbolCandidate] {
    page.enumerations.flatMap { list -> [SymbolCandidate] in
      let entries = list.entries.filter { $0.names.count == 1 && $0.names[0].style == .code }
      guard list.form == .list, entries.count >= 3, let module = module(around: list, on: page)
      else { return [] }
      let code = page.project.code
      func modules(_ places: [SourceLocation]) -> Set<String> {
        Set(places.compactMap { code.module(ofFile: $0.file) })
      }
      let found = entries.map { ($0, types: code.types(named: $0.names[0].name)) }
        .filter { !$0.types.isEmpty }
      let own = found.count { modules($0.types.map(\.location)).contains(module) }
      guard own >= 3, own * 2 > found.count else { return [] }
      return found.compactMap { entry, types in
        let name = entry.names[0].name
        let declared = modules(types.map(\.location))
        // An extension in the module adds to the type.
        guard declared.count == 1, let other = declared.first, other != module,
          !modules(types.flatMap(\.members).map(\.location)).contains(module),
          let type = CodeName(ofType: name)
        else { return nil }
        let problem = SymbolProblem(
          .signature, name, message: "`\(name)` is declared in `\(other)`, not in `\(module)`",
          at: code.types(named: name).first?.nameLocation)
        var candidate = SymbolCandidate(type, problem, line: entry.range.start.line, on: page)
        // Other uses of the type are right.
        candidate?.text = "\(module).\(name)"
        return candidate
      }
    }
  }

  /// The module that the paragraph or heading before a list begins with, or before the list around it.
  private static func module(around list: Enumeration, on page: CheckedPage) -> String? {
    var block: Int? = list.block
    while let index = block {
      if let place = page.page.sibling(before: index),
        page.page.blocks[place].kind == .paragraph
          || page.page.blocks[place].kind.headingLevel != nil
      {
        let text = page.page.lines(of: page.page.blocks[place]).first?.text ?? ""
        let isName = text.first.map { "#*`".contains($0) } == true
        let word = String(text.drop { "#* `".contains($0) }.prefix { $0.isLetter || $0.isNumber })
        if isName, !word.isEmpty, page.project.code.hasModule(word) { return word }
        if page.page.blocks[place].kind.headingLevel != nil { return nil }
      }
      block = page.page.blocks[index].parent
    }
    return nil
  }
}

extension UnknownSymbol {
  /// Types with generic arguments that differ in a letter from a generic type of the project.
  ///
  ///     `Crates<Load>`      the code has `Crate<Load>`
  static func genericTypes(on page: CheckedPage) -> [SymbolCandidate] {
    let code = page.project.code
    return page.writtenCodeSpans.compactMap { span in
      guard span.text.hasSuffix(">"), let open = span.text.firstIndex(of: "<"),
        case let word = String(span.text[..<open]), word.count > 5, !CodeName.isCamelCase(word),
        let name = CodeName(ofType: word), code.types(named: word).isEmpty,
        !PlatformNames.hasType(word), let problem = SymbolProblem(name, in: code),
        case .unknown(let near?) = code.type(named: word), NearMiss.distance(near, word) == 1,
        code.types(named: near).contains(where: { !$0.genericParameters.isEmpty })
      else { return nil }
      var candidate = SymbolCandidate(span, name, problem: problem, on: page)
      candidate.isOwn = true
      return candidate
    }
  }
}
