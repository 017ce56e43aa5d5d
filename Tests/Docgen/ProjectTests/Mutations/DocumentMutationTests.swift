import Diagnostics
import DocgenKit
import Foundation
import Markdown
import Rules
import Testing

/// Changes one thing in each diagram of this project's documents: the change must be reported with
/// the right kind and line; changes without a meaning must not be reported.
///
/// Lines that a state diagram may omit (`partial=yes`) are deleted without that permission.
/// Relations of class diagrams are deleted only where they are required.
@Suite struct DocumentMutationTests {
  /// `MUTATIONS=all` tries every mutant (`make mutations`); otherwise a few of each kind are tried.
  private static let isWhole = ProcessInfo.processInfo.environment["MUTATIONS"] == "all"

  private let project: Project
  private let regions: [DrawnRegion]

  init() async throws {
    let project = try await ProjectEdit.unchanged
    self.project = project
    regions = project.pages.flatMap { page in
      page.regions.compactMap { DrawnRegion($0, on: page) }
    }
  }

  private func findings(_ lines: [String]) -> [Diagnostic] {
    let text = lines.joined(separator: "\n") + "\n"
    let page = Page(path: "page.md", bytes: Array(text.utf8))
    return CheckedPage(page, project: project.model, templates: project.templates).findings()
  }

  @Test func `every change of an element is reported with its kind, at its line`() throws {
    #expect(regions.count >= 20)
    #expect(regions.count { $0.isVerified } >= 3)
    var tried: [String: Int] = [:]
    var elsewhere: [String] = []
    for region in regions {
      let before = findings(region.lines)
      try #require(before.isEmpty, "\(region): \(before)")
      for mutant in region.mutants {
        let kind = "\(mutant.name), \(region.isVerified ? "verified" : "generated") \(region.kind)"
        if !Self.isWhole, tried[kind, default: 0] >= (region.isVerified ? 4 : 1) { continue }
        tried[kind, default: 0] += 1
        let findings = findings(mutant.lines)
        #expect(
          findings.contains { mutant.isNamed(by: $0) },
          "\(mutant)\n\(findings.map { "\($0.line): \($0.rule) \($0.summary)" })")
        if !findings.contains(where: { mutant.isNamed(by: $0) && mutant.isAtItsLine($0) }) {
          elsewhere.append(mutant.description)
        }
      }
    }
    #expect(tried.count > 20)
    print("\(tried.values.reduce(0, +)) mutants of \(regions.count) diagrams are detected")
    print("\(elsewhere.count) by a line under the finding of their region\n\(elsewhere)")
  }

  @Test func `changes without meaning are not reported`() throws {
    var tried = 0
    let some = regions.filter { $0.isVerified || $0.document == "docs/sync-state-machine.md" }
    for region in Self.isWhole ? regions : some {
      for (name, lines) in region.cosmeticChanges {
        tried += 1
        let findings = findings(lines)
        #expect(findings.isEmpty, "\(name) in \(region)\n\(findings.map(\.summary))")
      }
    }
    #expect(tried >= some.count * 3)
    print("\(tried) changes without a meaning raise nothing")
  }
}

extension Mutant {
  fileprivate func isAtItsLine(_ finding: Diagnostic) -> Bool {
    places.isEmpty || places.contains(finding.line)
  }

  fileprivate func isNamed(by finding: Diagnostic) -> Bool {
    guard rules.contains(finding.rule.rawValue) else { return false }
    // A generated region has one finding, with all its changes and their lines as evidence.
    let told = region.isVerified ? [] : finding.evidence.filter { $0.kind == .documented }
    let lines = ([finding.location] + told.compactMap(\.location)).compactMap {
      $0.range?.start.line
    }
    let words = finding.summary + finding.evidence.map(\.text).joined()
    return (places.isEmpty || !places.isDisjoint(with: lines))
      && (quotes.isEmpty || words.contains(quotes))
  }
}

extension Diagnostic {
  fileprivate var line: Int { location.range?.start.line ?? 0 }
}

extension DrawnRegion {
  /// The same diagram in another arrangement.
  fileprivate var cosmeticChanges: [(String, [String])] {
    func change(_ edit: (inout [String], Range<Int>) -> Void) -> [String] {
      var lines = lines
      edit(&lines, diagram)
      return lines
    }
    var changes = [
      ("indentation", change { lines, range in for i in range { lines[i] = "   " + lines[i] } }),
      ("spaces at line ends", change { lines, range in for i in range { lines[i] += "  " } }),
      (
        "a comment",
        change { lines, range in lines.insert("    %% a remark", at: range.upperBound) }
      ),
      ("blank lines", change { lines, range in lines.insert("", at: range.upperBound) }),
    ]
    if kind == .state {
      changes.append(
        (
          "order of arrows",
          change { lines, range in
            let arrows = range.filter { Arrow(lines[$0]) != nil }
            let old = lines
            for (index, other) in zip(arrows, arrows.reversed()) { lines[index] = old[other] }
          }
        ))
    }
    if kind == .sequence, let first = participants.first {
      changes.append(
        ("another identifier", change { lines, range in rename(first, in: &lines, range) }))
    }
    return changes
  }

  /// Gives a participant with a label of its own another identifier.
  private func rename(_ id: String, in lines: inout [String], _ range: Range<Int>) {
    let isLabelled = range.contains { lines[$0].contains("participant \(id) as ") }
    guard isLabelled else { return }
    func renamed(_ name: String) -> String { name == id ? "P1" : name }
    for index in range {
      if var arrow = Arrow(lines[index]) {
        arrow.from = renamed(arrow.from)
        lines[index] = arrow.with(to: renamed(arrow.to))
      } else {
        for word in ["participant \(id) ", "over \(id):", "over \(id),", "activate \(id)"] {
          lines[index] = lines[index].replacing(word, with: word.replacing(id, with: "P1"))
        }
      }
    }
  }
}
