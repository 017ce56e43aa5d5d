import Diagnostics
import Foundation
import Rules
import Testing

@Suite struct CatalogueTests {
  @Test func `every rule that the sources name is in the manual, and none twice`() throws {
    let ids = RuleCatalogue.descriptions.map(\.id)
    #expect(Set(ids).count == ids.count)
    let sources = Tool.package.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var named: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      // A rule is a value with that label, or the first one that a function of findings is given.
      for match in text.matches(
        of: /(?:rule: |\b(?:finding|report|unknownWord)\(\s*)"([a-z][a-z-]+)"/)
      {
        named.insert(String(match.1))
      }
    }
    #expect(named.count > 10)
    #expect(named.subtracting(ids).sorted() == [])
  }

  @Test func `every region and key says what it is for`() {
    for kind in RegionKinds.all {
      #expect(!kind.summary.isEmpty)
      #expect(Set(kind.keys.map(\.name)).count == kind.keys.count)
      for key in kind.keys { #expect(!key.meaning.isEmpty, "\(kind.name) \(key.name)") }
    }
  }
}
