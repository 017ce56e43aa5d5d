import Diagnostics
import Markdown
import Models
import SwiftIndex

extension UnknownCommand {
  /// Names that differ in one or two letters from a program of the project, and that nothing in the
  /// repository has.
  ///
  ///     habror send ship      the program is called `harbor`
  static func programFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, let repository = context.repository else { return [] }
    let programs = page.programs
    guard !programs.isEmpty else { return [] }
    // A branch or an identifier may have the letters of the program.
    let letters = Set(programs.map { $0.filter { $0 != "-" } })
    let spans = page.writtenCodeSpans.filter { span in
      !page.subject.isHistorical(at: span) && !letters.contains(span.text.filter { $0 != "-" })
    }.map { ($0.text, $0.contentRange) }
    let commands = ShellCommand.all(on: page).filter { $0.fence != nil }
      .map { ($0.name, $0.words[0].range) }
    var findings: [String: Diagnostic] = [:]
    for (name, range) in spans + commands {
      guard name.count > 5, name.wholeMatch(of: /[a-z][a-z0-9-]+/) != nil,
        !programs.contains(name), let near = programs.first(where: { isMisspelling(name, of: $0) }),
        ![.code, .comment, .text].contains(where: { repository.contains(name, in: $0) }),
        !repository.hasFile(named: name), !context.isIgnored(name),
        !page.subject.isHistorical(atLine: range.start.line)
      else { continue }
      if findings[name]?.note(another: range.start.line) != nil { continue }
      findings[name] = Diagnostic(
        rule: id, severity: severity, confidence: .medium, at: page.page.location(range),
        "no program is called `\(name)`", caretLabel: "documented",
        evidence: [Evidence(.help, "did you mean `\(near)`?")])
    }
    return findings.values.sorted { $0.location < $1.location }
  }

  private static func isMisspelling(_ name: String, of program: String) -> Bool {
    NearMiss.distance(name, program) <= (program.count > 9 ? 2 : 1)
  }
}

extension CheckedPage {
  /// The programs of the project's packages, of at least six letters.
  fileprivate var programs: [String] {
    let names = project.manifests.flatMap { manifest in
      manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
        + manifest.ownProducts.filter(\.isExecutable).map(\.name)
    }
    return Set(names.filter { $0.count > 5 && $0.wholeMatch(of: /[a-z][a-z0-9-]+/) != nil })
      .sorted()
  }
}
