import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Names after a property, and after a type that the code does not declare.
@Suite struct OwnerRuleTests {
  private static let source = """
    final class Desk {
      var till: Till
      let spare: Till? = nil
      var drawers: [Till] = []
      let clerk = Clerk()
      var remote: Remote
      var amount: Money
      lazy var box: Box<Int> = Box()
    }
    struct Till { var amount: Money; func open(with key: String) {}; var lock: Lock }
    struct Lock { var isShut = true; enum Kind { case bolt, latch }; var kind: Kind }
    struct Clerk { var name = "" }
    @dynamicMemberLookup struct Remote { subscript(dynamicMember name: String) -> Int { 0 } }
    typealias Money = Decimal
    struct Box<T> { var value: T? = nil }
    extension Box where T == Int { var total: Int { 0 } }
    """

  private func findings(_ name: String) -> [Diagnostic] {
    let code = CodeModel([FileDeclarations(reading: SourceInput(path: "a.swift", Self.source))])
    let page = Page(path: "docs/a.md", bytes: Array("So `\(name)` it is.\n".utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], sources: [:]),
      templates: TemplateSource(texts: [:])
    ).findings()
  }

  @Test(arguments: [
    "Desk.till.amount", "Desk.spare.amount", "Desk.till.open(with:)", "Desk.till.lock.isShut",
    "Desk.till.lock.kind.bolt", "Desk.drawers.count", "Desk.clerk.age", "Desk.remote.anything",
    "Desk.amount.isZero", "Desk.box.total", "Desk.box.value.magnitude", "Desk.till.self",
    // Names of other libraries, or names that the code does not declare.
    "Array.amount", "Task.open(with:)", "Drawer.depth", "Box.value", "desk.amount",
    "Vault.open(by:)", "Vault<Int>.kind",
  ])
  func `existing members agree, and so do members invisible to the syntax`(name: String) {
    #expect(findings(name).map(\.summary) == [])
  }

  @Test(
    arguments: [
      ("Desk.till.amoutn", "`Till` has no member `amoutn`", nil),
      ("Desk.spare.sum", "`Till` has no member `sum`", nil),
      ("Desk.till.open(by:)", "`open` takes `(with:)`", nil),
      ("Desk.till.lock.isOpen", "`Lock` has no member `isOpen`", nil),
      ("Desk.till.lock.kind.bar", "`Lock.Kind` has no member `bar`", nil),
      ("Vault.open(with:)", "nothing in the code is called `Vault`", "did you mean `Till.open`?"),
      ("Vault.kind", "nothing in the code is called `Vault`", "did you mean `Lock.kind`?"),
    ] as [(String, String, String?)])
  func `missing members are reported, with the types that have them`(
    name: String, problem: String, help: String?
  ) {
    let found = findings(name)
    #expect(found.map(\.summary) == [problem])
    if let help { #expect(found.first?.evidence.first?.text == help) }
  }
}
