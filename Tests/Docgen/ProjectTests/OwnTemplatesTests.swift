import Foundation
import Markdown
import Rules
import Testing

/// The templates of this project.
@Suite struct OwnTemplatesTests {
  private static let pages: [Page] = {
    let paths = (try? Tool.documents()) ?? []
    return paths.compactMap { path in
      guard let bytes = try? Data(contentsOf: Tool.package.appendingPathComponent(path)) else {
        return nil
      }
      return Page(path: path, bytes: [UInt8](bytes))
    }
  }()

  @Test func `every template fills a region or replaces a built-in template`() throws {
    let folder = Tool.package.appendingPathComponent("templates")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mustache") }.map { String($0.dropLast(".mustache".count)) }
    let filled = Set(
      Self.pages.flatMap(\.markers).filter { $0.directive == .begin }.compactMap { $0["template"] })
    let own = files.filter { $0.hasPrefix("new-") }
    #expect(Set(files).subtracting(filled).subtracting(own).sorted() == [])
    #expect(!own.isEmpty)
  }

  @Test func `a new page from this project's own template agrees with the code`() throws {
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
}
