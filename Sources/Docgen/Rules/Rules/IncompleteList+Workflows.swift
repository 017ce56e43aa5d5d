import Diagnostics
import Markdown

extension IncompleteList {
  /// Lists of the repository's workflows that leave out newer ones.
  ///
  ///     - **build.yml**: builds       `.github/workflows` has a newer `release.yml`
  static func workflowOmissions(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, let repository = context.repository else { return [] }
    let folder = ".github/workflows"
    return page.enumerations.compactMap { list in
      let named = list.entries.compactMap { entry in
        entry.text.prefixMatch(of: /[*_`\[ ]*([\w.-]+\.ya?ml)\b/).map { String($0.1) }
      }
      guard named.count >= 3, named.count == list.entries.count, !list.isSelection,
        !page.subject.isHistorical(atLine: list.range.start.line),
        case let files = context.index.folders.files(in: folder).map(FileName.last)
          .filter({ $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }),
        named.allSatisfy(files.contains)
      else { return nil }
      let missing = files.filter { !named.contains($0) }.sorted()
      func existed(_ name: String, whenWriting entry: Enumeration.Entry) -> Bool {
        repository.text(
          of: "\(folder)/\(name)", whenWritingLine: entry.range.start.line, of: page.page.path)
          != nil
      }
      guard !missing.isEmpty, missing.count <= named.count,
        zip(named, list.entries).allSatisfy(existed),
        missing.allSatisfy({ name in list.entries.allSatisfy { !existed(name, whenWriting: $0) } })
      else { return nil }
      let shown = missing.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium, at: page.page.location(list.range),
        "the list leaves out \(missing.count.counted("newer workflow")): \(shown)",
        caretLabel: "documented")
    }
  }
}
