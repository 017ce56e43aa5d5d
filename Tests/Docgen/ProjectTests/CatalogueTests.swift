import Diagnostics
import Rules
import Testing

@Suite struct CatalogueTests {
  @Test func `no two rules have one name, and every rule of an input is described`() {
    let ids = RuleCatalogue.descriptions.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(InputRule.allCases.map(RuleID.init)).subtracting(ids) == [])
  }

  @Test func `every region and key has a description`() {
    for kind in RegionKinds.all {
      #expect(!kind.summary.isEmpty)
      #expect(Set(kind.keys.map(\.name)).count == kind.keys.count)
      for key in kind.keys { #expect(!key.meaning.isEmpty, "\(kind.name) \(key.name)") }
    }
  }
}
