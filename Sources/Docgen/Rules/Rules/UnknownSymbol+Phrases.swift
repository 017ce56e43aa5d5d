import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Members that a sentence gives to a type: "the `layout` property of `Item`", "`Item` has a property
/// `layout`".
extension UnknownSymbol {
  // Compiling an expression takes longer than matching it, and each page needs these.
  nonisolated(unsafe) private static let memberFirst =
    /(?:property|method|function|case|field|parameter) (?:on|of) (?:the |an? )?/
  nonisolated(unsafe) private static let typeFirst =
    /(?:has|have|declares|provides|offers) (?:the|an?) (?:property|method|function|case|field)(?: called| named)?\s/

  static func phrases(on page: CheckedPage) -> [SymbolCandidate] {
    let spans = page.writtenCodeSpans
    let copies = Dictionary(grouping: page.examples.flatMap(\.types), by: \.name)
    return zip(spans, spans.dropFirst()).compactMap { first, second in
      guard first.block == second.block else { return nil }
      let text = page.page.text(between: first, and: second) + " "
      let isTypeFirst = text.wholeMatch(of: typeFirst) != nil
      guard isTypeFirst || text.wholeMatch(of: memberFirst) != nil else { return nil }
      let (member, type) = isTypeFirst ? (second, first) : (first, second)
      let word = CodeName.declared(in: member.text) ?? member.text
      guard let name = CodeName("\(type.text).\(word)"), !name.isMember,
        CodeName(word)?.isMember != true, page.isAboutOwn(type.text, copies: copies),
        let problem = SymbolProblem(name, in: page.project.code),
        case .member(_, isOpen: false) = problem.kind
      else { return nil }
      var candidate = SymbolCandidate(member, name, problem: problem, on: page)
      candidate.text = name.path
      // The block that declares it on the page is a copy.
      candidate.isQuotation = true
      return candidate
    }
  }
}

extension UnknownSymbol {
  /// Words that differ only in capitals from a type that the page names too.
  ///
  ///     The HarborFlow starts a BerthFlow. The BerthFLow ends.
  static func otherSpellings(on page: CheckedPage) -> [SymbolCandidate] {
    let code = page.project.code
    let words = page.plainWords { words, index in
      CodeName.isCamelCase(String(words[index].text)) ? () : nil
    }.map(\.span)
    let types = Set(
      (words + page.writtenCodeSpans).map(\.text).filter { name in
        CodeName.isCamelCase(name) && !code.types(named: name).isEmpty
      })
    let spellings = Dictionary(types.map { ($0.lowercased(), $0) }, uniquingKeysWith: { $1 })
    return words.compactMap { span in
      guard let right = spellings[span.text.lowercased()], right != span.text,
        !code.mentions(span.text), !PlatformNames.contains(span.text),
        let name = CodeName(ofType: span.text)
      else { return nil }
      let problem = SymbolProblem(
        .signature, span.text, message: "`\(span.text)` is spelled `\(right)` in the code",
        at: code.types(named: right).first?.nameLocation)
      return SymbolCandidate(span, name, problem: problem, on: page)
    }
  }
}

extension UnknownSymbol {
  nonisolated(unsafe) private static let qualified = /(?<module>[A-Z]\w*)\.(?<type>[A-Z]\w+)[.(]/

  /// Types after a module of the project in the commands of blocks that are not Swift.
  ///
  ///     (lldb) expr Harbor.DebugCrane.shared      the module `Harbor` has no `DebugCrane`
  static func qualifiedNames(on page: CheckedPage) -> [SymbolCandidate] {
    let code = page.project.code
    let languages = ShellCommand.languages.union(["", "text", "txt", "lldb"])
    return page.page.fences.flatMap { fence -> [SymbolCandidate] in
      guard languages.contains(fence.language.lowercased()), page.isWritten(fence.range) else {
        return []
      }
      let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { index, line in
        line.matches(of: qualified).compactMap { match -> SymbolCandidate? in
          let (module, type) = (String(match.module), String(match.type))
          let before = line[..<match.range.lowerBound]
          guard CodeName.isCamelCase(type), code.hasModule(module),
            before.last.map({ $0.isLetter || $0.isNumber || "./_-".contains($0) }) != true,
            !code.mentions(type), !PlatformNames.contains(type),
            !FileName.isFileName(
              String(line[match.type.startIndex...].prefix { !$0.isWhitespace })),
            let name = CodeName(ofType: type)
          else { return nil }
          let problem = SymbolProblem(
            .signature, type, message: "the module `\(module)` has no `\(type)`")
          let start = before.utf8.count + module.utf8.count + 2
          return SymbolCandidate(
            name, problem, text: type, at: SourcePosition(line: index + 1, column: start),
            in: fence, on: page, isOwn: true)
        }
      }
    }
  }
}

extension CheckedPage {
  /// Whether a name means the project's type: the types of that name in blocks are copies of it.
  ///
  /// `copies` are the types of the page's blocks by name.
  func isAboutOwn(_ name: String, copies: [String: [TypeDeclaration]]) -> Bool {
    let own = project.code.types(named: name)
    guard own.count == 1, project.code.isOwn(name) else { return false }
    let names = Set(own[0].members.map(\.name))
    return (copies[name] ?? []).allSatisfy { type in
      let known = type.members.count { names.contains($0.name) }
      return known > 0 && known * 2 >= type.members.count
    }
  }
}
