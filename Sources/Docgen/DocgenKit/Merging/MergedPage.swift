import Diagnostics
import JSON

/// Several HTML reports as one: the articles of all, and one model in which pages, findings, diagrams,
/// files and scenarios are numbered again.
///
/// Numbers are given in the order in which `ReportJSON` gives them, so that the parts of a check in
/// their order have the same bytes as the report of the complete check.
struct MergedPage {
  private let reports: [ShardReport]
  private let title: String
  private var files = NumberedNames()
  private var scenarios = NumberedNames()
  /// The new numbers of the findings of each report, and whether each is repeated in a later report.
  private var findingNumbers: [[(number: Int, isRepeated: Bool)]] = []
  private var counts = CheckSummary()
  private var model: JSON = .null

  /// A report with the numbers of the pages and diagrams before its own.
  private struct Part {
    var number: Int
    var node: JSONNode
    var pages: Int
    var diagrams: Int
  }

  /// Without a title, it is that of the first report.
  init(_ reports: [ShardReport], title: String? = nil) {
    self.reports = reports
    self.title = title ?? reports.first?.model["title"]?.textValue ?? ""
    let parts = Self.parts(reports)
    numberFindings(parts)
    count(parts)
    model = joined(parts)
  }

  var hasErrors: Bool { counts.findings.contains { $0.severity == .error } }

  /// The complete file; `script` is Mermaid's.
  func text(script: String?) -> String {
    let articles = Self.parts(reports).map { part in
      reports[part.number].articles.enumerated().map { index, article in
        Self.renumbered(article, page: index, in: part, images: images(before: part.number))
      }.joined()
    }
    return ReportPage.text(
      title: title, summary: counts.text,
      articles: articles.joined(), json: ReportJSON.inScript(model.encoded),
      scripts: [script, ReportScript.text].compactMap(\.self))
  }

  private static func parts(_ reports: [ShardReport]) -> [Part] {
    var (pages, diagrams) = (0, 0)
    return reports.enumerated().map { number, report in
      defer {
        pages += report.model["pages"]?.elements.count ?? 0
        diagrams += report.model["diagrams"]?.elements.count ?? 0
      }
      return Part(number: number, node: report.model, pages: pages, diagrams: diagrams)
    }
  }

  // MARK: - The model

  /// Findings that belong to no page may be those of another part as well; the last of them counts.
  private mutating func numberFindings(_ parts: [Part]) {
    let all = parts.map { part in
      (part.node["findings"]?.elements ?? []).map { named(JSON($0), "", part) }
    }
    var last: [JSON: Int] = [:]
    for (index, finding) in all.joined().enumerated() where finding["page"] == nil {
      last[finding] = index
    }
    var numbers: [Int: Int] = [:]
    for (index, finding) in all.joined().enumerated() where last[finding, default: index] == index {
      numbers[index] = numbers.count
    }
    var index = 0
    for findings in all {
      findingNumbers.append(
        findings.map { finding in
          defer { index += 1 }
          return (numbers[last[finding] ?? index] ?? 0, numbers[index] == nil)
        })
    }
  }

  private mutating func count(_ parts: [Part]) {
    for part in parts {
      counts.add(part.node["counts"] ?? .absent)
      counts.known += part.node["known"]?.integerValue ?? 0
      let report = reports[part.number]
      counts.pages += (part.node["pages"]?.elements ?? [])
        .compactMap { $0["path"]?.textValue.map(report.name) }
      for (index, finding) in (part.node["findings"]?.elements ?? []).enumerated()
      where !findingNumbers[part.number][index].isRepeated {
        let file = finding["at"]?.elements.first?.integerValue ?? 0
        guard let severity = finding["severity"]?.textValue.flatMap(Diagnostic.Severity.init)
        else { continue }
        counts.findings.append((severity, name(file, "files", part)))
      }
    }
    counts.documents = counts.pages.count
  }

  private mutating func joined(_ parts: [Part]) -> JSON {
    guard let first = parts.first?.node else { return .null }
    var object = JSONObject()
    for member in first.members {
      switch member.key {
      case "title": object.append("title", .text(title))
      case "summary": object.append("summary", .text(counts.text))
      case "known": object.append("known", .integer(counts.known))
      case "counts": object.append("counts", counts.json)
      case "pages", "findings", "diagrams", "flows":
        object.append(member.key, .array(list(member.key, parts)))
      case "changes": object.append("changes", .array(Self.changes(parts)))
      case "files": object.append("files", .array(files.names.map { .text($0) }))
      case "scenarios": object.append("scenarios", .array(scenarios.names.map { .text($0) }))
      default: object.append(member.key, JSON(member.node))
      }
    }
    return .object(object)
  }

  private mutating func list(_ key: String, _ parts: [Part]) -> [JSON] {
    var values: [JSON] = []
    for part in parts {
      for (index, node) in (part.node[key]?.elements ?? []).enumerated() {
        if key == "findings", findingNumbers[part.number][index].isRepeated { continue }
        values.append(renumbered(JSON(node), "", part))
      }
    }
    return values
  }

  /// The measured values by name: each part has those of the baseline, and the current ones of its
  /// pages.
  private static func changes(_ parts: [Part]) -> [JSON] {
    var changes: [JSON] = []
    var places: [JSON: Int] = [:]
    for node in parts.flatMap({ $0.node["changes"]?.elements ?? [] }) {
      let change = JSON(node)
      let name = change["name"] ?? .null
      if let place = places[name] {
        if changes[place]["now"] == nil { changes[place] = change }
      } else {
        places[name] = changes.count
        changes.append(change)
      }
    }
    return changes
  }

  // MARK: - Numbers

  /// The same value with the numbers of the joined report.
  private mutating func renumbered(_ value: JSON, _ key: String, _ part: Part) -> JSON {
    map(value, key, part) { this, kind, number in
      switch kind {
      case .file: .integer(this.files.number(of: this.name(number, "files", part)))
      case .scenario: .integer(this.scenarios.number(of: this.name(number, "scenarios", part)))
      case .finding: .integer(this.findingNumber(number, part))
      case .page: .integer(part.pages + number)
      case .diagram: .integer(part.diagrams + number)
      }
    }
  }

  /// The same value with names in place of numbers, for comparing values of different parts.
  private mutating func named(_ value: JSON, _ key: String, _ part: Part) -> JSON {
    map(value, key, part) { this, kind, number in
      kind == .file ? .text(this.name(number, "files", part)) : .integer(number)
    }
  }

  /// 0 for a number that the report does not have.
  private func findingNumber(_ number: Int, _ part: Part) -> Int {
    let numbers = findingNumbers[part.number]
    return numbers.indices.contains(number) ? numbers[number].number : 0
  }

  private func name(_ number: Int, _ list: String, _ part: Part) -> String {
    let names = part.node[list]?.elements ?? []
    let name = names.indices.contains(number) ? names[number].textValue ?? "" : ""
    return list == "files" && !name.isEmpty ? reports[part.number].name(name) : name
  }

  private enum Kind { case file, scenario, finding, page, diagram }

  /// What the numbers under a key count.
  private static let kinds: [String: Kind] = [
    "file": .file, "scenarios": .scenario, "findings": .finding, "page": .page,
    "diagrams": .diagram,
  ]

  /// Replaces the numbers that refer to other parts of the report. A place is a file, a line and a
  /// column.
  private mutating func map(
    _ value: JSON, _ key: String, _ part: Part,
    _ replacement: (inout MergedPage, Kind, Int) -> JSON
  ) -> JSON {
    switch value {
    case .text(let path) where key == "path": return .text(reports[part.number].name(path))
    case .number(let text):
      guard let kind = Self.kinds[key], let number = Int(text) else { return value }
      return replacement(&self, kind, number)
    case .array(let elements) where key == "at" || key == "first":
      return .array(
        elements.enumerated().map { map($1, $0 == 0 ? "file" : "", part, replacement) })
    case .array(let elements): return .array(elements.map { map($0, key, part, replacement) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map {
            JSONObject.Member(key: $0.key, value: map($0.value, $0.key, part, replacement))
          }))
    default: return value
    }
  }

  // MARK: - HTML

  /// The number of embedded images in the reports before one.
  private func images(before number: Int) -> Int {
    reports[..<number].reduce(0) { sum, report in
      sum + report.articles.reduce(0) { max($0, ArticleNumbers(Array($1)).imageCount) }
    }
  }

  private static func renumbered(
    _ article: ArraySlice<UInt8>, page: Int, in part: Part, images: Int
  ) -> String {
    if part.number == 0 { return String(decoding: article, as: UTF8.self) }
    var numbers = ArticleNumbers(Array(article))
    numbers.add(part.pages, after: [##" data-page=""##, ##" id="p"##, ##" href="#p"##])
    numbers.add(part.diagrams, after: [##" data-diagram=""##])
    numbers.addToImages(images)
    return String(decoding: numbers.bytes, as: UTF8.self)
  }
}
