package import Diagnostics
import Markup

/// A link or an image that leads nowhere within the project: no such file, no such heading.
///
/// Links to other sites are not followed, nor those that lead out of the project. A link that
/// begins with a slash starts at the project's root, as it does on GitHub.
package enum BrokenLink: Rule {
  package static let id = "broken-link"
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A relative link, an anchor or an image leads nowhere."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let surroundings = page.surroundings else { return [] }
    return page.writtenLinks.compactMap { link in
      let target = LinkTarget(link.destination)
      guard let target, let (problem, help) = problem(with: target, page.page, surroundings) else {
        return nil
      }
      return Diagnostic(
        rule: id, severity: severity,
        at: page.page.location(link.destinationRange ?? link.range), problem,
        evidence: help.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
  }

  private static func problem(
    with target: LinkTarget, _ page: Page, _ surroundings: Surroundings
  ) -> (String, String?)? {
    var path = page.path
    if !target.path.isEmpty {
      guard let found = Surroundings.path(target.path, from: page.path) else { return nil }
      path = found
      if !path.isEmpty, surroundings.kind(path) == nil {
        let parts = path.split(separator: "/")
        let folder = parts.dropLast().joined(separator: "/")
        let near = NearMiss.best(
          for: parts.last.map(String.init) ?? "", among: surroundings.names(folder))
        return ("there is no `\(path)`", near)
      }
    }
    guard let anchor = target.anchor, !anchor.isEmpty, anchor != "top",
      let anchors = surroundings.anchors(of: path)
    else { return nil }
    if anchors.contains(anchor) || surroundings.hasElement(anchor, in: path) { return nil }
    let near = NearMiss.best(for: anchor, among: anchors).map { "#" + $0 }
    return ("`\(path)` has no heading `#\(anchor)`", near)
  }
}

/// The destination of a link within the project.
struct LinkTarget: Hashable, Sendable {
  /// As it is written, percent signs decoded; empty for the page itself.
  var path: String
  var anchor: String?

  /// Nothing for what leads to another site.
  init?(_ destination: String) {
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
