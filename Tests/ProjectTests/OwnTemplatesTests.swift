import Checks
import Foundation
import Markup
import Testing

/// The documents of this project use what docgen offers: a feature that serves nobody here is
/// not tried by anybody either.
@Suite struct OwnDocumentsTests {
  private static let pages: [Page] = {
    let folder = Tool.package.appendingPathComponent("docs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let paths = names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 } + ["README.md"]
    return paths.compactMap { path in
      guard let bytes = try? Data(contentsOf: Tool.package.appendingPathComponent(path)) else {
        return nil
      }
      return Page(path: path, bytes: [UInt8](bytes))
    }
  }()

  private static func markers(_ directives: Marker.Directive...) -> [Marker] {
    pages.flatMap(\.markers).filter { directives.contains($0.directive) }
  }

  @Test func `every kind of region is used with every one of its keys`() {
    var unused: [String] = []
    for kind in RegionKinds.all {
      let own = Self.markers(.begin, .verify).filter { $0.subject?.text == kind.name }
      let used = Set(own.flatMap { $0.arguments.map(\.name.text) })
      unused += kind.keys.map(\.name).filter { !used.contains($0) }.map { "\(kind.name) \($0)" }
      if own.isEmpty { unused.append(kind.name) }
    }
    #expect(unused == [])
  }

  @Test func `what can be generated and proven is here generated and proven`() {
    for kind in RegionKinds.all {
      let ways = Self.markers(.begin, .verify).filter { $0.subject?.text == kind.name }
      // Flowcharts are generated as a style of module and class diagrams.
      if kind != FlowchartRegion.self {
        #expect(ways.contains { $0.directive == .begin }, "\(kind.name)")
      }
      // Modules have no diagram that a person draws: their table is proven.
      if kind != ModuleDiagramRegion.self {
        #expect(ways.contains { $0.directive == .verify }, "\(kind.name)")
      }
    }
    let proven = Self.markers(.verify).filter { $0.subject?.text == "table" }
    for rows in ["machine", "type", "types"] {
      #expect(proven.contains { $0.argument(named: rows) != nil }, "\(rows)")
    }
    #expect(proven.contains { $0["rows"] == "modules" })
    #expect(proven.contains { $0["rows"] == "values" })
    let snippets = Self.markers(.begin).filter { $0.subject?.text == "snippet" }
    #expect(snippets.contains { $0["mark"] != nil } && snippets.contains { $0["symbol"] != nil })
  }

  @Test func `values are constants, results and counts, and are shown in every way`() {
    let values = Self.markers(.value)
    let names = values.compactMap { $0.subject?.text }
    #expect(names.contains { $0.contains("(") })
    #expect(names.contains { $0.hasSuffix(".count") })
    #expect(names.contains { !$0.contains("(") && !$0.hasSuffix(".count") })
    let keys = Set(values.flatMap { $0.arguments.map(\.name.text) })
    #expect(Set(ValueForm.keys.map(\.name)).subtracting(keys).sorted() == [])
    #expect(!Self.markers(.disable).isEmpty)
  }

  @Test func `links lead to pages, headings, images and lines of code`() throws {
    let links = Self.pages.flatMap(\.links)
    let images = links.filter { $0.isImage && !$0.destination.contains("://") }
    #expect(!images.isEmpty)
    for image in images {
      let file = Tool.package.appendingPathComponent("docs/" + image.destination)
      #expect(try Data(contentsOf: file).count < 40_000, "\(image.destination)")
      #expect(!image.text.isEmpty, "\(image.destination)")
    }
    for way in [/^#/, /^[a-z-]+\.md$/, /\.md#/, /\.swift#L/] {
      #expect(links.contains { !$0.isImage && $0.destination.contains(way) })
    }
    let spans = Self.pages.filter { $0.path != "docs/docgen.md" }.flatMap(\.codeSpans)
    #expect(spans.contains { $0.text.contains(/^Sources\/.*\.swift:\d+$/) })
  }

  @Test func `every template serves a region, or takes the place of one that docgen has`() throws {
    let folder = Tool.package.appendingPathComponent("templates")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mustache") }.map { String($0.dropLast(".mustache".count)) }
    let filled = Set(Self.markers(.begin).compactMap { $0["template"] })
    let own = files.filter { $0.hasPrefix("new-") }
    #expect(Set(files).subtracting(filled).subtracting(own).sorted() == [])
    #expect(!own.isEmpty)
  }

  @Test func `a page that this project's own template begins is a right one`() throws {
    let template = try String(
      contentsOf: Tool.package.appendingPathComponent("templates/new-page.mustache"),
      encoding: .utf8)
    let project = try SmallProject()
    try project.write(template, to: "templates/new-page.mustache")
    #expect(try project.docgen("new", "page", "How doors close").code == 0)
    let page = try project.text("docs/how-doors-close.md")
    #expect(page.hasPrefix("# How doors close\n\n<!-- "))
    let check = try project.docgen("check", "docs/how-doors-close.md")
    #expect(check.code == 0, "\(check)")
  }

  @Test func `a contract asks for everything that one can ask for`() throws {
    let text = try String(
      contentsOf: Tool.package.appendingPathComponent(".docgen.json"), encoding: .utf8)
    for key in ["sections", "diagrams", "lines", "patterns"] {
      #expect(text.contains("\"\(key)\":"), "\(key)")
    }
  }
}
