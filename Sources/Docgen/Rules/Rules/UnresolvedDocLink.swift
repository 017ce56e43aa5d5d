package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A DocC link in a catalog or in a documentation comment that leads to no symbol and no page.
///
/// The link is an error if its first name is a type of the project that has no such member, or if
/// nothing else can declare the name. Members that a base type of another module may have are hints.
package enum UnresolvedDocLink: Rule {
  package static let id = RuleID("unresolved-doc-link")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A DocC link resolves to nothing."
  package static let explanation = Explanation.other(
    """
    Links to symbols, articles and tutorials, in DocC catalogs and in documentation comments, must \
    resolve as DocC resolves them. Members that a base type of another module may have are notes.
    """,
    "a documentation comment",
    text: "/// Opens the door, see ``DoorMachine/hinges``.",
    remedy: """
      Write the name with its types before it and its labels after it, separated by `/`. A name of \
      something else goes to `ignore` in the configuration.
      """)

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, DocCCatalog.folder(of: page.page.path) != nil else {
      return []
    }
    return DocCPageLinks(page, context).unresolved()
  }

  /// The problems with the links in documentation comments of the sources.
  static func findings(
    in comments: [CodeModel.Documented], of model: ProjectModel, _ context: ProjectContext
  ) -> [Diagnostic] {
    let resolver = DocCResolver(code: model.code, index: context.index)
    return links(in: comments, of: model).compactMap { link, file, place in
      if context.isIgnored(link.destination) { return nil }
      let problem: LinkProblem?
      switch link.kind {
      case .symbol, .page: problem = resolver.problem(with: link, at: place)
      case .snippet: problem = DocCAssets.snippetProblem(link, context.index)
      case .asset, .address: problem = nil
      }
      return problem.map {
        finding(id, problem: $0, link: link, in: file, repository: context.repository)
      }
    }
  }

  /// The links in the documentation comments of the sources that the rule checks.
  static func references(inCommentsOf model: ProjectModel) -> [Reference] {
    let comments = model.code.documented { mayHaveLink($0.text) }
    return links(in: comments, of: model).compactMap { link, file, _ in
      switch link.kind {
      case .symbol, .page, .snippet: Reference(link, in: file, .comment)
      case .asset, .address: nil
      }
    }
  }

  /// The documentation comments that may have links, by file.
  static func comments(of model: ProjectModel) -> [String: [CodeModel.Documented]] {
    Dictionary(grouping: model.code.asComplete.documented { mayHaveLink($0.text) }) {
      $0.documentation.location.file
    }
  }

  private static func links(
    in comments: [CodeModel.Documented], of model: ProjectModel
  ) -> [(link: DocCLink, file: String, place: DocCResolver.Place)] {
    comments.flatMap { comment -> [(DocCLink, String, DocCResolver.Place)] in
      let file = comment.documentation.location.file
      guard let source = model.source(of: file),
        let text = DocComment.text(comment.documentation, in: source)
      else { return [] }
      let place = DocCResolver.Place(scope: comment.scope, localNames: comment.localNames)
      return DocCLink.all(in: text).map { ($0, file, place) }
    }
  }

  /// Whether a text has two backticks, `doc:` or `@Snippet(`. All comments are searched, so it must be
  /// fast.
  private static func mayHaveLink(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      func ends(_ word: String, at index: Int) -> Bool {
        bytes[...index].suffix(word.utf8.count).elementsEqual(word.utf8)
      }
      return bytes.indices.contains { index in
        switch bytes[index] {
        case UInt8(ascii: "`"): index > 0 && bytes[index - 1] == UInt8(ascii: "`")
        case UInt8(ascii: ":"): ends("doc:", at: index)
        case UInt8(ascii: "("): ends("@Snippet(", at: index)
        default: false
        }
      }
    }
  }

  static func finding(
    _ rule: RuleID, problem: LinkProblem, link: DocCLink, in file: String,
    repository: (any RepositoryFacts)?
  ) -> Diagnostic {
    let problem = problem.proven(by: repository, line: link.range.start.line, of: file)
    var fixIts: [FixIt] = []
    if problem.isCertain, let help = problem.help, let range = link.destinationRange,
      link.kind == .symbol
    {
      fixIts = [
        FixIt(range: range, replacement: help, title: "replace with `\(help)`", isSafe: true)
      ]
    }
    return Diagnostic(
      rule: rule, severity: severity, confidence: problem.confidence,
      at: SourceLocation(file: file, range: link.range), problem.summary,
      evidence: problem.evidence, fixIts: fixIts)
  }
}
