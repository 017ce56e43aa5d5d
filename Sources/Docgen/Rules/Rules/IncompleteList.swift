package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A list that names most of a set of the project and leaves some out.
///
/// A list, the first column of a table or the headings of a section enumerates a set if at least
/// three of its names, and all but one, belong to that set and to no other. It is a warning if the
/// text before it claims to be complete, or if the history shows that all missing names are newer
/// than the list, and a hint otherwise.
package enum IncompleteList: Rule {
  package static let id = RuleID("incomplete-list")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A list of cases, targets or types leaves some out."
  package static let explanation = Explanation.other(
    """
    A list, the first column of a table or the headings of a section name most cases of an enum, \
    targets or products of a package, properties of a type, parameters of an initializer, \
    static functions of a type that end in \
    the same word, types that inherit from it, or Swift files of a folder. It is a warning if the \
    sentence before it claims to have all of them, or if the missing ones are newer than the list. \
    It is a hint otherwise, and silent for files. A list of dependencies with their addresses is \
    compared with the manifest, and one of workflows with `.github/workflows`. A name that a type \
    before the list does not have is an `unknown-symbol`.
    """,
    "a document about `enum Mood { case calm, merry, gloomy, furious }`",
    text: """
      These are all cases of `Mood`:

      - `calm`
      - `merry`
      - `gloomy`
      """,
    remedy: "Add the missing names, or write that the list is a selection: \"for example\".")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    var seen: Set<String> = []
    let sets = page.enumerations.compactMap { list -> (Enumeration, ProjectSet)? in
      guard let set = set(enumeratedBy: list, on: page), !list.isSelection,
        !page.subject.isHistorical(atLine: list.range.start.line)
      else { return nil }
      return (list, set)
    }
    let omissions =
      DependencyList.all(on: page).compactMap(\.omission) + workflowOmissions(on: page)
      + page.enumerations.flatMap { repetitions(in: $0, on: page) }
    guard !sets.isEmpty else { return omissions }
    let mentioned = MentionedNames(page)
    return omissions
      + sets.flatMap { list, set -> [Diagnostic] in
        let foreign = ForeignNames(list: list, set: set, page: page).findings
        let listed = Set(list.entries.flatMap(\.names).map(\.name))
        let missing = set.elements.filter { !listed.contains($0.name) }
        let isClaim = list.claimsCompleteness(of: set)
        guard
          missing.contains(where: {
            isClaim || list.form == .diagram || !mentioned.contains($0.name)
          }),
          missing.count <= mostMissing(list, set, isClaim: isClaim),
          // A wrong name in the place of a missing one is one mistake.
          missing.count > foreign.count, seen.insert("\(set.kind) \(set.owner)").inserted
        else { return foreign }
        return foreign
          + [finding(list, set, missing: missing, isClaim: isClaim, on: page)].compactMap(\.self)
      }
  }

  /// Entries with the same name and text as an earlier one: a copy in the place of another entry.
  private static func repetitions(in list: Enumeration, on page: CheckedPage) -> [Diagnostic] {
    guard list.form == .list, list.entries.count >= 4,
      !page.subject.isHistorical(atLine: list.range.start.line),
      list.entries.allSatisfy({ $0.names.first?.style == .code })
    else { return [] }
    var seen: Set<String> = []
    return list.entries.filter { !seen.insert($0.text).inserted }.map { entry in
      Diagnostic(
        rule: id, severity: severity, confidence: .medium, at: page.page.location(entry.range),
        "the list has `\(entry.names[0].name)` twice, with the same text",
        caretLabel: "documented")
    }
  }

  /// The maximum number of missing names: a list that leaves out more is a deliberate selection.
  ///
  ///     6 of 9 cases, no claim    reported: 3 missing are at most half of the listed
  ///     3 of 9 cases, no claim    a selection
  private static func mostMissing(_ list: Enumeration, _ set: ProjectSet, isClaim: Bool) -> Int {
    let listed = list.entries.reduce(0) { $0 + $1.names.count }
    guard isClaim else { return listed / 2 }
    return list.lead?.sentence.contains("`\(set.owner.lowercased())`") == true ? .max : listed
  }

  /// The one set that a list enumerates; `nil` if several fit.
  private static func set(enumeratedBy list: Enumeration, on page: CheckedPage) -> ProjectSet? {
    let names = list.entries.flatMap(\.names)
    // The file of an extension is in no set.
    let nameless = list.entries.count {
      $0.names.isEmpty && $0.text.prefixMatch(of: /[`*\[]*[\w.]+\+[\w.]+\.swift/) == nil
    }
    guard Set(names.map(\.name)).count == names.count,
      nameless == 0 || nameless == 1 && list.lead?.isHeading == true && names.count > 3
    else { return nil }
    let owners =
      page.page.codeSpans.filter { $0.block == list.lead?.block }.map(\.text)
      + (list.lead?.plainTypes ?? [])
    let sets = ProjectSets.all(of: names, after: Set(owners), lead: list.lead, on: page)
    guard sets.count == 1, let set = sets.first,
      list.drawnType.map({ $0 == set.owner.split(separator: ".").last.map(String.init) }) ?? true
    else { return nil }
    return set.family(of: names.map(\.name))
  }

  private static func finding(
    _ list: Enumeration, _ set: ProjectSet, missing: [ProjectSet.Element], isClaim: Bool,
    on page: CheckedPage
  ) -> Diagnostic? {
    let isOutdated =
      isClaim || set.kind == .functions && list.isAbout(set)
      || isOlder(list, than: missing, of: set, page)
    // A page may choose from the files of a folder, and a sentence from anything.
    if set.kind == .files || [.sentence, .diagram].contains(list.form), !isOutdated { return nil }
    let listed = Set(list.entries.flatMap(\.names).map(\.name))
    let named = set.elements.count { listed.contains($0.name) }
    let verb = list.form == .headings ? "headings name" : "\(list.form.rawValue) names"
    let things = "\(named) of the \(set.elements.count) \(set.kind.noun(set.elements.count))"
    let family = set.prefix.map { " that begin with `\($0)`" } ?? ""
    let names = missing.map(\.name).summary
    let claim =
      isClaim && list.form != .sentence ? list.lead.map { page.page.blocks[$0.block].range } : nil
    return Diagnostic(
      rule: id, severity: severity, confidence: isOutdated ? .medium : .low,
      at: page.page.location(claim ?? list.range),
      "the \(verb) \(things) of `\(set.owner)`\(family): \(names) "
        + "\(missing.count.verb("is", "are")) missing",
      caretLabel: "documented",
      evidence: missing.prefix(3).map { Evidence(.declared, "`\($0.name)`", at: $0.location) })
  }
}

extension IncompleteList {
  /// Whether the history shows that a list was complete when it was written.
  private static func isOlder(
    _ list: Enumeration, than missing: [ProjectSet.Element], of set: ProjectSet, _ page: CheckedPage
  ) -> Bool {
    guard let repository = page.context?.repository, missing.count <= 8 else { return false }
    let lines = list.entries.map(\.range.start.line)
    let owner = set.kind == .keys ? set.owner + ".CodingKeys" : set.owner
    if [.cases, .properties, .keys].contains(set.kind),
      let type = page.project.code.types(qualifiedAs: owner).first
    {
      return page.areNewer(missing.map(\.name), of: type, than: lines)
    }
    return missing.allSatisfy {
      repository.isWord($0.name, newerThan: lines, of: page.page.path)
    }
  }
}

extension [String] {
  /// `` `a` ``, `` `a` and `b` ``, `` `a`, `b`, `c` and 4 others ``
  fileprivate var summary: String {
    var parts = prefix(count > 4 ? 3 : 4).map { "`\($0)`" }
    if count > 4 { parts.append("\(count - 3) others") }
    guard let last = parts.popLast(), !parts.isEmpty else { return first.map { "`\($0)`" } ?? "" }
    return parts.joined(separator: ", ") + " and " + last
  }
}

extension Enumeration {
  private static let selecting: Set = [
    "example", "examples", "e.g", "some", "including", "include", "includes", "common", "commonly",
    "important", "key", "main", "mainly", "notable", "typical", "typically", "selected", "popular",
    "most", "few", "several", "especially", "particularly", "primary", "core", "recommended",
    "optional", "required", "new", "only",
  ]

  /// Whether the text before or an entry shows that the list is a selection.
  var isSelection: Bool {
    let texts = [lead?.sentence, headings.first?.text].compactMap(\.self)
    if texts.contains(where: { text in
      text.lowercased().contains("such as") || text.lowercased().contains("e.g.")
        || text.lowercasedWords.contains(where: Self.selecting.contains)
    }) {
      return true
    }
    return entries.contains { entry in
      let text = entry.text.lowercased()
      return ["…", "...", "etc", "and more", "and other", "and many", "others"].contains {
        text.hasPrefix($0)
      }
    }
  }

  /// Whether the text before claims that the list has all of a set.
  func claimsCompleteness(of set: ProjectSet) -> Bool {
    guard let lead else { return false }
    let words = lead.sentence.lowercasedWords
    let isTotal =
      words.contains { ["all", "every", "each"].contains($0) }
      || lead.sentence.contains("the following") || lead.sentence.contains("complete list")
      || lead.sentence.hasSuffix("are:")
    if isTotal, lead.sentence.contains(/\b(?:is|are) (?:supported|available):$/) { return true }
    if set.kind == .files { return isTotal && words.contains(where: commonEndings.contains) }
    return isTotal && words.contains(where: set.kind.nouns.contains) && isAbout(set)
  }

  /// The kinds of most names, by their endings: `viewmodels` and `models` for `DoorViewModel`.
  private var commonEndings: Set<String> {
    let names = entries.flatMap(\.names).map(\.name)
    var ends: [String: Int] = [:]
    for name in names {
      for index in name.indices where name[index].isUppercase && index > name.startIndex {
        ends[name[index...].lowercased() + "s", default: 0] += 1
      }
    }
    return Set(ends.filter { $0.value * 3 > names.count * 2 }.keys)
  }

  /// Whether the text before names the type: the values of a configuration may be fewer.
  fileprivate func isAbout(_ set: ProjectSet) -> Bool {
    if set.kind == .targets || set.kind == .products { return true }
    let name = set.owner.split(separator: ".").last ?? ""
    return [lead?.sentence, headings.first?.text].compactMap(\.self).contains {
      $0.lowercased().contains(name.lowercased())
    }
  }
}

extension ProjectSet.Kind {
  /// The words that a text uses for the elements.
  fileprivate var nouns: Set<String> {
    switch self {
    case .cases:
      [
        "cases", "case", "states", "events", "values", "types", "kinds", "errors", "options",
        "modes",
      ]
    case .properties:
      ["properties", "fields", "columns", "options", "parameters", "settings", "keys"]
    case .parameters: ["parameters", "arguments"]
    case .functions: ["functions", "methods", "factories", "types"]
    case .keys: ["keys", "fields", "columns", "properties", "parameters"]
    case .targets: ["targets", "modules", "packages", "libraries", "frameworks", "layers"]
    case .products: ["products", "libraries", "packages", "modules", "frameworks"]
    case .files: []
    case .subclasses, .conformingTypes:
      [
        "subclasses", "classes", "types", "implementations", "stores", "services", "actors",
        "structs", "conformances",
      ]
    }
  }
}

/// All names on a page: an author who writes about a case has not forgotten it.
private struct MentionedNames {
  private let words: Set<String>

  init(_ page: CheckedPage) {
    var words = page.blockNames.used
    for span in page.page.codeSpans {
      words.formUnion(Self.identifiers(span.text))
    }
    // In prose, only words with a capital are certain to be names.
    for line in 1...max(page.page.source.lineCount, 1) {
      let text = String(
        decoding: page.page.source.bytes[page.page.source.lineRange(line)], as: UTF8.self)
      words.formUnion(Self.identifiers(text).filter { $0.contains(where: \.isUppercase) })
    }
    self.words = words
  }

  func contains(_ name: String) -> Bool { words.contains(name) }

  private static func identifiers(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init)
  }
}
