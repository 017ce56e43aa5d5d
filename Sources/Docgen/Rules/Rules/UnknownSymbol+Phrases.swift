import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Members that a sentence gives to a type: "the `layout` property of `Item`".
extension UnknownSymbol {
  static func phrases(on page: CheckedPage) -> [SymbolCandidate] {
    let spans = page.writtenCodeSpans
    guard spans.count > 1 else { return [] }
    let joint = /(?:property|method|function|case|field|parameter) (?:on|of) (?:the |an? )?/
    return zip(spans, spans.dropFirst()).compactMap { member, type in
      guard member.block == type.block,
        (page.page.text(between: member, and: type) + " ").wholeMatch(of: joint) != nil,
        let name = CodeName("\(type.text).\(member.text)"), !name.isMember,
        CodeName(member.text)?.isMember != true, page.isAboutOwn(type.text),
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

extension CheckedPage {
  /// Whether a name means the project's type: the types of that name in blocks are copies of it.
  fileprivate func isAboutOwn(_ name: String) -> Bool {
    let own = project.code.types(named: name)
    guard own.count == 1, project.code.isOwn(name) else { return false }
    let names = Set(own[0].members.map(\.name))
    return examples.flatMap(\.types).filter { $0.name == name }.allSatisfy { type in
      type.members.count { names.contains($0.name) } * 2 >= type.members.count
    }
  }
}
