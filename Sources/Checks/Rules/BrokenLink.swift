package import Diagnostics
import Markup
import Models
import SwiftCode

/// A link or an image that leads nowhere within the project: no such file, no such heading.
///
/// Links to other sites are not followed, nor those that lead out of the project. A link that
/// begins with a slash starts at the project's root, as it does on GitHub.
package enum BrokenLink: Rule {
  package static let id = "broken-link"
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "A relative link, an anchor or an image leads nowhere."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let surroundings = page.surroundings else { return [] }
    return page.writtenLinks.compactMap { link in
      guard let target = LinkTarget(link.destination),
        let found = problem(with: target, page, surroundings)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity,
        at: page.page.location(link.destinationRange ?? link.range), found.summary,
        evidence: found.help.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [],
        fixIts: fix(of: link, found).map { [$0] } ?? [])
    }
  }

  private struct Problem {
    var summary: String
    /// A destination that leads somewhere, as it has to be written.
    var help: String?
    /// Whether it is the same file in another folder.
    var isMoved = false
  }

  /// A file that moved is followed; what merely has a similar name is for a person to judge.
  private static func fix(of link: Link, _ problem: Problem) -> FixIt? {
    guard problem.isMoved, let help = problem.help, let range = link.destinationRange,
      !help.contains(where: { " ()<>\\".contains($0) })
    else { return nil }
    return FixIt(range: range, replacement: help, title: "replace with `\(help)`")
  }

  private static func problem(
    with target: LinkTarget, _ page: CheckedPage, _ surroundings: Surroundings
  ) -> Problem? {
    var path = page.page.path
    if !target.path.isEmpty {
      guard let found = Surroundings.path(target.path, from: path) else { return nil }
      path = found
      if !path.isEmpty, surroundings.kind(path) == nil {
        return missing(path, target, page, surroundings)
      }
    }
    guard let anchor = target.anchor, !anchor.isEmpty, anchor != "top" else { return nil }
    if let lines = target.lines, let count = page.project.code.lineCounts[path] {
      guard lines.lowerBound < 1 || lines.upperBound > count else { return nil }
      return Problem(summary: "`\(path)` has \(count.counted("line"))")
    }
    guard let anchors = surroundings.anchors(of: path), !anchors.contains(anchor),
      !surroundings.hasElement(anchor, in: path)
    else { return nil }
    let near = NearMiss.best(for: anchor, among: anchors).map { "#" + $0 }
    return Problem(summary: "`\(path)` has no heading `#\(anchor)`", help: near)
  }

  /// A file that is not there: it may have moved, or its name may be misspelt.
  private static func missing(
    _ path: String, _ target: LinkTarget, _ page: CheckedPage, _ surroundings: Surroundings
  ) -> Problem {
    let summary = "there is no `\(path)`"
    let name = FileName.last(of: path)
    let known = Array(page.project.code.lineCounts.keys) + surroundings.documents
    let moved = known.filter { $0 == name || $0.hasSuffix("/" + name) }
    if moved.count == 1 {
      return Problem(
        summary: summary, help: target.leading(to: moved[0], from: page.page.path), isMoved: true)
    }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let near = NearMiss.best(for: name, among: surroundings.names(folder))
    return Problem(
      summary: summary,
      help: near.map {
        target.leading(to: folder.isEmpty ? $0 : folder + "/" + $0, from: page.page.path)
      })
  }
}

/// The destination of a link within the project.
package struct LinkTarget: Hashable, Sendable {
  /// As it is written, percent signs decoded; empty for the page itself.
  package var path: String
  var anchor: String?

  /// Nothing for what leads to another site.
  package init?(_ destination: String) {
    let scheme = destination.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
    if destination.hasPrefix("//")
      || (!scheme.isEmpty && destination.dropFirst(scheme.count).first == ":")
    {
      return nil
    }
    let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts.first.map { $0.prefix { $0 != "?" } } ?? ""
    path = Self.decoded(file)
    anchor = parts.count > 1 ? Self.decoded(parts[1]) : nil
  }

  /// The lines of a file that GitHub shows: `#L12`, `#L12-L20`, `#L12C3-L20C1`.
  var lines: ClosedRange<Int>? {
    guard let anchor, anchor.hasPrefix("L") else { return nil }
    let ends = anchor.split(separator: "-", omittingEmptySubsequences: false).map { end in
      end.hasPrefix("L") ? Int(end.dropFirst().prefix { $0 != "C" }) : nil
    }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last
    else { return nil }
    return first...last
  }

  /// The same link to another file, from the root where this one is.
  func leading(to file: String, from page: String) -> String {
    let path = path.hasPrefix("/") ? "/" + file : Surroundings.path(to: file, from: page)
    return path + (anchor.map { "#" + $0 } ?? "")
  }

  /// `a%20b` -> `a b`; what is no such code stays.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
