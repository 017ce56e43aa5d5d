package import Diagnostics
import Markup
import Models
import SwiftCode

/// A name between backticks that the code does not have: renamed, moved or removed since.
///
/// What looks like a symbol (`CodeName`) is looked up in the sources. A missing name is an error if
/// the history shows the commit that removed it after the line was written, a warning if something
/// marks it as this project's, and a hint otherwise. A word such as `Mood`, which does not look like
/// a symbol, counts as one if a sentence of the page counts its parts: "`Mood` has two cases".
package enum UnknownSymbol: Rule {
  package static let id = "unknown-symbol"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "Inline code names a symbol that does not exist in the code."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    let counted = countedOwners(on: page)
    let names = page.writtenCodeSpans.compactMap { span in
      name(in: span, on: page, counted: counted).map { (span, $0) }
    }
    let candidates = names.compactMap { span, name in
      SymbolProblem(name, in: code).map { SymbolCandidate(span: span, name: name, problem: $0) }
    }
    guard !candidates.isEmpty else { return [] }
    let judge = SymbolJudge(page, candidates, names: names.map { $0 })
    var seen: [String: Int] = [:]
    var findings: [Diagnostic] = []
    for candidate in candidates {
      guard let verdict = judge.verdict(on: candidate) else { continue }
      // One missing name is one finding a page, unless each place can be fixed.
      if verdict.fixIt == nil, let first = seen[candidate.span.text] {
        findings[first].note(another: candidate.span.range.start.line)
        continue
      }
      seen[candidate.span.text] = findings.count
      findings.append(finding(candidate, verdict, on: page))
    }
    return findings
  }

  private static func finding(
    _ candidate: SymbolCandidate, _ verdict: SymbolVerdict, on page: CheckedPage
  ) -> Diagnostic {
    let (span, name, code) = (candidate.span, candidate.name, page.project.code)
    var evidence = verdict.evidence
    var fixIts = [verdict.fixIt].compactMap(\.self)
    if fixIts.isEmpty, candidate.problem.kind != .constraint,
      case .unknown(let nearest?) = code.symbol(name.lookup)
    {
      let place = code.symbols(named: nearest).first?.nameLocation
      evidence.append(Evidence(.help, "did you mean `\(nearest)`?", at: place))
      fixIts = [renaming(span, name, to: nearest)].compactMap(\.self)
    } else if fixIts.isEmpty, let help = ownersHelp(name, in: code) {
      evidence.append(help)
    }
    evidence.append(
      Evidence(.help, "if it is not a name of the code, add it to `ignore` in .docgen.json"))
    return Diagnostic(
      rule: id, severity: severity, confidence: verdict.confidence,
      at: page.page.location(span.contentRange), candidate.problem.message,
      caretLabel: "documented", evidence: evidence, fixIts: fixIts)
  }

  /// Owners that sentences of the page count members, cases or states of, and that do not exist.
  private static func countedOwners(on page: CheckedPage) -> Set<String> {
    let unknown = CountClaim.all(on: page).filter {
      !$0.isDemand && $0.count(in: page.project) == nil
    }
    return Set(unknown.map(\.owner))
  }

  /// The name to look up in the code; `nil` if the span is something else, or if there are no
  /// sources to look it up in.
  static func name(
    in span: CodeSpan, on page: CheckedPage, counted: Set<String> = []
  ) -> CodeName? {
    let code = page.project.code
    let written =
      CodeName(span.text) ?? (counted.contains(span.text) ? CodeName(ofType: span.text) : nil)
    guard !code.types.isEmpty || !code.globals.isEmpty, let name = written,
      !FileName.isFileName(span.text), page.surroundings?.isIgnored(span.text) != true
    else { return nil }
    return name
  }

  /// The span with the nearest name in the place of its own, where both have as many parts.
  private static func renaming(_ span: CodeSpan, _ name: CodeName, to nearest: String) -> FixIt? {
    if name.labels != nil, nearest.hasSuffix(")"), span.text == name.lookup {
      return FixIt(
        range: span.contentRange, replacement: nearest, title: "replace with `\(nearest)`")
    }
    let nearest = nearest.prefix { $0 != "(" }
    let parts = nearest.split(separator: ".")
    guard parts.count == name.parts.count, span.text.contains(name.path) else { return nil }
    let text = span.text.replacing(
      name.path, with: parts.joined(separator: "."), maxReplacements: 1)
    return FixIt(
      range: span.contentRange, replacement: text, title: "replace with `\(text)`")
  }
}

extension Diagnostic {
  /// Adds a line of the same page to what else is wrong for the same reason.
  fileprivate mutating func note(another line: Int) {
    let start = "also on line"
    if let index = evidence.firstIndex(where: { $0.kind == .note && $0.text.hasPrefix(start) }) {
      let lines = evidence[index].text.split(separator: " ").dropFirst(3).joined(separator: " ")
      evidence[index].text = "\(start)s \(lines), \(line)".replacing("liness", with: "lines")
    } else {
      evidence.insert(Evidence(.note, "\(start) \(line)"), at: max(0, evidence.count - 1))
    }
  }
}

/// A span whose name the sources do not have.
struct SymbolCandidate {
  var span: CodeSpan
  var name: CodeName
  var problem: SymbolProblem
}
