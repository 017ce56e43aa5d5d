import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Names of a list that the type does not have whose cases or properties it enumerates.
///
///     A `Pier` has these properties:      `Pier` has no `lenght`; the others exist
///
/// The text before names the type. A name that the sources do not mention at all is reported by
/// `unknown-symbol`.
struct ForeignNames {
  let list: Enumeration
  let set: ProjectSet
  let page: CheckedPage

  var findings: [Diagnostic] {
    if set.kind == .keys { return unknownKeys }
    return spacedNames + otherNames
  }

  /// Entries that are the words of a missing name: `graduated line` for `graduatedLine`.
  private var spacedNames: [Diagnostic] {
    let listed = Set(list.entries.flatMap(\.names).map(\.name))
    let missing = set.elements.map(\.name).filter { !listed.contains($0) }
    return list.entries.filter(\.names.isEmpty).compactMap { entry in
      let text = entry.text.filter { $0.isLetter || $0.isNumber || $0 == " " }.trimmedText
      let joined = text.filter { $0 != " " }.lowercased()
      guard let name = missing.first(where: { $0.lowercased() == joined }) else { return nil }
      return Diagnostic(
        rule: UnknownSymbol.id, severity: .warning, confidence: .medium,
        at: page.page.location(entry.range), "`\(set.owner)` has `\(name)`, not `\(text)`",
        caretLabel: "documented",
        evidence: [Evidence(.declared, "`\(name)`", at: set.location)])
    }
  }

  private var otherNames: [Diagnostic] {
    let code = page.project.code
    let owners = page.page.codeSpans.filter { $0.block == list.lead?.block }.map(\.text)
    let isCoded = owners.contains(set.owner)
    guard set.kind == .cases || set.kind == .properties, set.prefix == nil,
      isCoded || list.lead?.plainTypes.contains(set.owner) == true,
      let type = code.types(qualifiedAs: set.owner).first,
      // Members may come from a type of others.
      type.kind != .class || type.inheritance.isEmpty
    else { return [] }
    let repository = page.context?.repository
    let listed = Set(list.entries.flatMap(\.names).map(\.name))
    // One foreign name in a list that lacks one element has the place of that element.
    let isReplaced =
      isCoded && listed.count == set.elements.count && listed.count > 4
      && listed.count { !set.contains($0) } == 1
    return list.entries.compactMap { entry in
      guard let name = entry.names.first, entry.names.count == 1, name.style == .code,
        name.owner == nil, !set.contains(name.name),
        isReplaced
          || CodeName.isCamelCase(name.name)
            && (code.mentions(name.name) || repository?.contains(name.name, in: .code) == true),
        code.members(named: name.name, reachableFrom: type).isEmpty,
        !type.members.contains(where: { $0.name == name.name || $0.takes(name.name) })
      else { return nil }
      let near = NearMiss.best(for: name.name, among: set.elements.map(\.name))
      // A plain word may mean another type: then only a misspelled name counts.
      guard isCoded || near.map(listed.contains) == false else { return nil }
      return Diagnostic(
        rule: UnknownSymbol.id, severity: .warning, confidence: .medium,
        at: page.page.location(entry.range), "`\(set.owner)` has no `\(name.name)`",
        caretLabel: "documented",
        evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
  }
}

extension ForeignNames {
  /// Keys of several words that occur nowhere in the repository but on the page, and keys that are
  /// the end of the only missing one: `path` of `original_path`.
  private var unknownKeys: [Diagnostic] {
    guard let repository = page.context?.repository else { return [] }
    let listed = Set(list.entries.flatMap(\.names).map(\.name))
    let missing = set.elements.map(\.name).filter { !listed.contains($0) }
    return list.entries.compactMap { entry in
      guard let name = entry.names.first?.name, entry.names.count == 1, !set.contains(name) else {
        return nil
      }
      let longer = missing.filter { $0.hasSuffix("_" + name) }
      guard
        longer.count == 1
          || name.contains("_") && !repository.contains(name, in: .code)
            && !repository.contains(name, in: .text)
      else { return nil }
      var finding = Diagnostic(
        rule: UnknownSymbol.id, severity: .warning, confidence: .medium,
        at: page.page.location(entry.range), "`\(set.owner)` has no key `\(name)`",
        caretLabel: "documented",
        evidence: [Evidence(.declared, "the keys", at: set.location)])
      for span in page.writtenCodeSpans where span.text == name {
        finding.note(another: span.range.start.line)
      }
      return finding
    }
  }
}

extension Member {
  /// Whether a parameter has the name: a list may add what an initializer takes.
  fileprivate func takes(_ name: String) -> Bool {
    signature?.parameters.contains { $0.label == name || $0.name == name } == true
  }
}
