import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Checks every text about a small library after every change of the library: exactly the false
/// texts must be reported.
@Suite struct SeededDriftTests {
  @Test func `only false texts are reported`() {
    var (found, missed, wrong) = (0, [String](), [String]())
    for change in PostOffice.changes {
      let library = Library(PostOffice.files, changed: change)
      for text in PostOffice.texts {
        let isUntrue = change.makesUntrue(text, of: PostOffice.files)
        switch (library.objects(to: text.text), isUntrue) {
        case (true, true): found += 1
        case (false, true): missed.append("\(change.name): \(text.text)")
        case (true, false): wrong.append("\(change.name): \(text.text)")
        case (false, false): break
        }
      }
    }
    let recall = Double(found) / Double(found + missed.count)
    let precision = Double(found) / Double(found + wrong.count)
    print(
      "\(found + missed.count) seeded drifts: recall \(recall * 100) %, precision \(precision * 100) %"
    )
    #expect(found + missed.count >= 300)
    #expect(missed.isEmpty)
    #expect(precision >= 0.99, "\(wrong)")
  }

  @Test(arguments: PostOffice.texts.indices)
  func `every text is true of the unchanged library`(index: Int) {
    let objects = Library(PostOffice.files).objects(to: PostOffice.texts[index].text)
    #expect(!objects, "\(PostOffice.texts[index].text)")
  }
}

/// The library as a project whose documents are checked.
private struct Library {
  let model: ProjectModel
  let paths: Set<String>

  init(_ files: [String: String], changed change: PostOffice.Change? = nil) {
    let files = change?.applied(to: files) ?? files
    let inputs = files.sorted { $0.key < $1.key }
      .map { SourceInput(path: $0.key, module: "Mail", $0.value) }
    model = ProjectModel(
      code: CodeModel(reading: inputs), traces: [],
      sources: files.mapValues { SourceText($0) })
    var paths: Set = ["docs", "docs/a.md", "Sources"]
    for path in files.keys {
      paths.insert(path)
      paths.insert(path.split(separator: "/").dropLast().joined(separator: "/"))
    }
    self.paths = paths
  }

  func objects(to text: String) -> Bool {
    let page = Page(path: "docs/a.md", bytes: Array((text + "\n").utf8))
    let paths = paths
    let context = ProjectContext(
      pages: [page], kind: { paths.contains($0) ? .file : nil }, names: { _ in [] },
      hasFile: { name in paths.contains { $0.hasSuffix("/" + name) } }, isIgnored: { _ in false })
    let findings = CheckedPage(
      page, project: model, templates: TemplateSource(texts: [:]), context: context
    ).findings()
    return !findings.isEmpty
  }
}
