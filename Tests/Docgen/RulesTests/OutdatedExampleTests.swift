import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Swift blocks that use or quote a small mail library.
@Suite struct OutdatedExampleTests {
  private static let source = """
    public final class MailSender: ObservableObject {
      public init(host: String, port: Int = 25) {}
      public func send(_ letter: MailLetter) async throws -> MailReceipt { fatalError() }
      public func enqueue(letter: MailLetter) {}
      public func flushQueue(within seconds: Int) async {}
      public func receipts(for letter: MailLetter) throws -> [MailReceipt] { [] }
    }
    public struct MailLetter { public let title: String }
    public struct MailReceipt {}
    public struct MailFolder { public func moveLetters(to folder: String) {} }
    public struct MailFilter {
      public init(name: String) {}
      public func callAsFunction(_ letter: MailLetter, depth: Int) -> Bool { true }
      public func joinAll<each T>(tables: repeat (each T).Type, others: repeat (each T).Type) {}
      public func check<E: Error>(_ body: () throws(E) -> Void) throws(E) {}
    }
    public struct MailOptions {
      public init(
        host: String, port: Int, user: String, name: String, retries: Int, limit: Int, size: Int = 1
      ) {}
    }
    public func deliverAll(to host: String) async throws {}
    public enum MailParser { public static func parseAll(from text: String) {} }
    public func countLetters(in folder: MailFolder) -> Int { 0 }
    @ModelActor public actor MailArchive { public func storeAll(_ letters: [MailLetter]) {} }
    struct MailCache { var size: Int = 8; let limit: Int; var rows: [String]; var age: Double }
    enum MailColor: String { case red, green, blue, black }
    typealias MailRows = [String]
    protocol MailStamping { func stampAll(_ letters: [MailLetter]) throws }
    struct MailStamper: MailStamping { func stampAll(_ letters: [MailLetter]) {} }
    protocol MailSorting { func sortAll(_ letters: [MailLetter]) throws }
    struct MailTable { func sortAll(_ letters: [MailLetter]) {} }
    struct MailRow: View {
      let title: String
      @Binding var isOpen: Bool
      @State private var isBusy = false
      @Environment(\\.locale) private var locale
    }
    public enum MailLayout {
      case wide, narrow(columns: Int = 1)
      static let usual = MailLayout.wide
    }
    public struct MailView { public func showAll(layout: MailLayout, title: String) {} }
    public enum MailMode { case limited(count: Int, within: Int = 60) }

    """

  @Test(
    arguments: [
      ("try await MailSender(host: h).send(l)", nil),
      ("let s = MailSender(host: h)\ntry await s.send(l)", nil),
      ("let s = MailSender(host: h)\nlet r = try! await s.send(l)", nil),
      ("let s = MailSender(host: h)\nasync let r = s.send(l)", nil),
      ("let s = MailSender(host: h)\ntry await print(s.send(l))", nil),
      ("let s = MailSender(host: h)\nlet n = try 1 + s.receipts(for: l).count", nil),
      ("let s = MailSender(host: h)\ns.send(l)", "the call lacks `try await`"),
      ("let s = MailSender(host: h)\nawait s.send(l)", "the call lacks `try`"),
      ("let s = MailSender(host: h)\ntry Task { s.send(l) }", "the call lacks `try await`"),
      ("let s = MailSender(host: h)\ns.flushQueue(within: 3)", "the call lacks `await`"),
      ("let s = MailSender(host: h)\nlet r = s.receipts(for: l)", "the call lacks `try`"),
    ] as [(String, String?)])
  func `a call of a known function has its effects`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(
    arguments: [
      ("mailSender.enqueue(letter: l)", nil), ("sender.enqueue(letter: l)", nil),
      ("mailSender.enqueue(l)", "`enqueue` takes `(letter:)`"),
      ("let mailSender = find()\nmailSender.enqueue(l)", nil),
      ("mailSender.enqueueAll()", "`MailSender` has no member `enqueueAll`"),
      // A name of several words belongs to the project, whatever the receiver.
      ("find().moveLetters(into: f)", "`moveLetters` takes `(to:)`"),
      ("find().moveLetters(to: f)", nil), ("find().enqueue(l)", nil),
      // A test double's call has no effects.
      ("given(store).flushQueue(within: 3).willReturn(1)", nil),
    ] as [(String, String?)])
  func `a variable has the type that the section gives it, or that it is named after`(
    code: String, message: String?
  ) { expect(code, message) }

  @Test(
    arguments: [
      ("try await deliverAll(to: h)", nil), ("let n = countLetters(in: f)", nil),
      ("try await deliverAll(into: h)", "`deliverAll` takes `(to:)`"),
      ("deliverAll(to: h)", "the call lacks `try await`"),
      ("let n = countLetters(f)", "`countLetters` takes `(in:)`"),
      // Calls on another receiver, or of the page's own functions.
      ("countAll(f)", nil), ("func countLetters(_ f: Int) {}\ncountLetters(f)", nil),
      ("moveLetters(into: f)", nil), ("import PostKit\nlet n = countLetters(f)", nil),
      // A value has no static function.
      ("var letter = l\nletter.parseAll(3)", nil),
      ("MailParser.parseAll(3)", "`parseAll` takes `(from:)`"),
    ] as [(String, String?)])
  func `a call of a free function has its labels and effects`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(
    arguments: [
      ("await MailArchive.shared", "`MailArchive` has no member `shared`"),
      ("MailArchive.storeAll(letters: l)", "`storeAll` takes `(_:)`"),
      ("mailArchive.modelContainer", nil), ("mailArchive.storeAll(l)", nil),
    ] as [(String, String?)])
  func `a model actor has its own members and those of its macro`(code: String, message: String?) {
    expect(code, message)
  }

  @Test func `a requirement that throws throws for a value of unknown type`() {
    expect("let all = find()\nall.stampAll(l)", "`stampAll` is `throws`: the call lacks `try`")
    expect("let all = find()\ntry all.stampAll(l)", nil)
    // Another type, which does not implement the protocol, also has a function of that name.
    expect("let all = find()\nall.sortAll(l)", nil)
    expect("let all = MailStamper()\nall.stampAll(l)", nil)
  }

  @Test(
    arguments: [
      (
        "struct MailCache { var size: Int; let limit: Int; var rows: [String]; var age: Double }",
        nil
      ),
      (
        "struct MailCache { var size: Int; let limit: Int; var rows: [String] }",
        "`MailCache` has another stored property: `age`"
      ),
      ("struct MailCache { var size: Int; let limit: Int; var rows: [String]\n // ...\n }", nil),
      (
        "struct MailCache { var size: Int = 9; let limit: Int }",
        "`MailCache.size` is 8 in the code"
      ),
      (
        "struct MailCache { var rows: [Int]; let limit: Int }",
        "`MailCache.rows` is declared as `var rows: [String]`"
      ),
      ("struct MailRow {}\nstruct MailCache { var rows: [MailRow]; let limit: Int }", nil),
      (
        "struct MailCache { var rows: [String]; let limit: Int; func evictAll() { print(1) } }",
        "`MailCache` has no member `evictAll`"
      ),
      ("struct MailCache { var rows: [String]; var a: Int; func evictAll() {} }", nil),
      ("typealias MailRows = [Int]", "`MailRows` is declared as `typealias MailRows = [String]`"),
      ("typealias MailRows = Array<String>", nil),
      ("enum MailColor { case red, green, blue }", "`MailColor` has another case: `black`"),
      ("enum MailColor { case red, green }", nil),
      ("enum MailColor { case red, green, pink }", "`MailColor` has no member `pink`"),
    ] as [(String, String?)])
  func `a quoted type has the members, types and values of the code`(code: String, message: String?)
  { expect(code, message) }

  @Test(
    arguments: [
      ("let c = MailCache()\nc.evictEverything()", "`MailCache` has no member `evictEverything`"),
      ("let c = MailCache()\nc.rows.evictEverything()", "called `evictEverything`"),
      ("let c = MailCache()\nevictRows(of: c)", "called `evictRows`"),
      (
        "let actor = MailCache()\nawait actor.evictEverything()",
        "`MailCache` has no member `evictEverything`"
      ),
      // A function without labels, or with public types only, belongs to the reader.
      ("let c = MailCache()\ndoWork()", nil), ("let f = MailFolder()\nevictRows(of: f)", nil),
      ("let c = MailCache()\nfunc evictRows(of c: MailCache) {}\nevictRows(of: c)", nil),
    ] as [(String, String?)])
  func `names that never existed are reported in code of the project itself`(
    code: String, message: String?
  ) { expect(code, message) }

  @Test(
    arguments: [
      (
        "host: h, port: 1, user: u, name: n, retries: 1",
        "`MailOptions.init` needs `limit:`"
      ),
      (
        "host: h, port: 1, user: u, label: n, retries: 1, limit: 2",
        "`MailOptions.init` has no label `label:` and needs `name:`"
      ),
      (
        "host: h, user: u, port: 1, name: n, retries: 1, limit: 2",
        "`MailOptions.init` takes `port:` before `user:`"
      ),
      ("host: h, port: 1, user: u, name: n, retries: 1, limit: 2", nil),
    ] as [(String, String?)])
  func `a message names only the different ones of many labels`(arguments: String, message: String?)
  {
    expect("MailOptions(\(arguments))", message)
  }

  @Test(
    arguments: [
      ("// WRONG: no label\nmailSender.enqueue(l)", nil),
      ("// ❌ no label\nmailSender.enqueue(l)\nfoo()", nil),
      ("// Don't\nmailSender.enqueue(l)", nil), ("mailSender.enqueue(l)  // wrong", nil),
      ("// WRONG\nfoo()\n\nmailSender.enqueue(l)", "`enqueue` takes `(letter:)`"),
      ("// WRONG\nfoo()\n// RIGHT\nmailSender.enqueue(l)", "`enqueue` takes `(letter:)`"),
      ("// avoidable detour\nmailSender.enqueue(l)", "`enqueue` takes `(letter:)`"),
      ("foo()  // wrong\nmailSender.enqueue(l)", "`enqueue` takes `(letter:)`"),
    ] as [(String, String?)])
  func `a line that the author calls wrong is a counter-example`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(arguments: [
    "let filter = MailFilter(name: n)\nfilter(l, depth: 1)",
    "MailFilter(name: n).joinAll(tables: A.self, B.self)",
    "let filter = MailFilter(name: n)\nfilter.joinAll(tables: A.self, B.self, others: C.self)",
    "let filter = MailFilter(name: n)\nfilter.check { }", "MailMode.limited(count: 3)",
    "self.moveLetters(into: f)",
  ])
  func `calls that look wrong but are right`(code: String) { expect(code, nil) }

  @Test func `labels that prose leaves out are a hint, and wrong ones a warning`() {
    #expect(findings("`MailFolder.moveLetters(to:)`").isEmpty)
    #expect(findings("`MailSender.init(port:)`").map(\.severity) == [.note])
    #expect(findings("`MailFolder.moveLetters(into:)`").map(\.severity) == [.warning])
  }

  @Test func `variables of other blocks apply within one section`() {
    let first = "```swift\nlet box = MailFolder()\n```\n"
    let second = "```swift\nbox.empty()\n```"
    #expect(
      findings("## A\n\(first)\n\(second)").map(\.summary) == ["`MailFolder` has no member `empty`"]
    )
    #expect(findings("## A\n\(first)\n## B\n\(second)").isEmpty)
  }

  @Test(arguments: [
    ("actor", "enqueue flushQueue receipts", true), ("final class", "enqueue send", false),
    ("actor", "enqueue flushQueue", false), ("actor", "enqueue open close lock seal", false),
  ])
  func `a type of another kind that has the members of the project's type is a warning`(
    keyword: String, members: String, isWrong: Bool
  ) {
    let body = members.split(separator: " ").map { "  func \($0)() {}" }.joined(separator: "\n")
    let found = findings(
      "`MailSender`\n\n```swift\npublic \(keyword) MailSender {\n\(body)\n}\n```")
    let message = "`MailSender` is declared as `public final class MailSender"
    #expect(found.contains { $0.summary.hasPrefix(message) } == isWrong, "\(found)")
  }

  @Test func `a wrapper's value is passed if it is a binding, and may be otherwise`() {
    expect("MailRow(title: t, isOpen: $isOpen)", nil)
    expect("MailRow(title: t, isOpen: $isOpen, isBusy: true)", nil)
    expect("MailRow(title: t)", "`MailRow.init` takes `(title:isOpen:")
    expect("MailRow(letter: l)", "`MailRow.init` takes `(title:isOpen:")
  }

  @Test(
    arguments: [
      ("box.showAll(layout: .wide, title: t)", nil),
      ("box.showAll(layout: .narrow(columns: 2), title: t)", nil),
      ("box.showAll(layout: .narrow(), title: t)", nil),
      ("box.showAll(layout: .usual, title: t)", nil),
      ("box.showAll(layout: .narrow, title: t)", "`MailLayout.narrow` has values"),
      ("box.showAll(layout: .tall, title: t)", "`MailLayout` has no case `tall`"),
      ("MailList().first.showAll(layout: .tall, title: t)", "`MailLayout` has no case `tall`"),
      ("given(view).showAll(layout: .any, title: .any)", nil),
    ] as [(String, String?)])
  func `an argument that begins with a dot is a case of the parameter's enum`(
    code: String, message: String?
  ) {
    expect("let box = MailView()\n\(code)", message)
  }

  @Test func `a class with its own initializers inherits none`() {
    expect("MailSender(host: h, port: 25)", nil)
    expect("MailSender(server: h)", "`MailSender.init` takes `(host:port:)`")
  }

  @Test(
    arguments: [
      ("func enqueue(letter: MailLetter)", nil),
      ("func send(_ mail: MailLetter) async throws -> MailReceipt", nil),
      ("func receipts(for letter: MailLetter) throws -> Array<MailReceipt>", nil),
      ("func send(_ letter: MailLetter) throws -> MailReceipt", "is declared as `public func send"),
      ("func receipts(for letter: MailLetter) throws -> MailReceipt", "is declared as"),
      ("func receipts(for: MailLetter)", nil),
      ("func receipts(for letter: MailLetter)", "is declared as"),
      ("func moveLetters(into folder: String)", "`moveLetters` takes `(to:)`"),
      // With a body it is the author's own function.
      ("func send(_ letter: MailLetter) throws { print(1) }", nil),
    ] as [(String, String?)])
  func `a signature without a body matches its declaration`(code: String, message: String?) {
    expect(code, message)
  }

  @Test func `in a section of a type a signature is its member`() {
    let text = "## MailSender\n\n```swift\nfunc moveLetters(to folder: String)\n```"
    #expect(findings(text).map(\.summary) == ["`MailSender` has no member `moveLetters`"])
    let heading = "## MailSender\n\n### `moveLetters(to:)`\n"
    #expect(findings(heading).map(\.summary) == ["`MailSender` has no member `moveLetters`"])
    #expect(findings("## MailFolder\n\n### `moveLetters(to:)`\n").isEmpty)
  }

  @Test func `names that never existed are reported on a page of known signatures only`() {
    let known = ["enqueue(letter: MailLetter)", "flushQueue(within seconds: Int) async"]
    func page(_ signatures: [String]) -> String {
      signatures.map { "```swift\nfunc \($0)\n```\n" }.joined(separator: "\n")
    }
    let unknown = "stampLetter(with price: MailPrice)"
    #expect(
      findings(page(known + [unknown])).map(\.summary) == [
        "nothing in the code is called `stampLetter`", "nothing in the code is called `MailPrice`",
      ])
    #expect(findings(page([unknown])).isEmpty)
    #expect(findings(page(known + ["stampLetter() { print(1) }"])).isEmpty)
  }

  @Test func `a quoted property is a member of its section's type`() {
    let block = "```swift\nstatic let shared: MailSender\nvar queueLength: Int { get }\n```"
    #expect(
      findings("## MailFolder\n\n\(block)").map(\.summary) == [
        "`MailFolder` has no member `shared`", "`MailFolder` has no member `queueLength`",
      ])
    #expect(findings("## Usage\n\n\(block)").isEmpty)
    let computed = "```swift\nvar queueLength: Int { 3 }\n```"
    #expect(findings("## MailFolder\n\n\(computed)").isEmpty)
  }

  @Test func `types on a page of quotations are the project's`() {
    let known =
      ["enqueue(letter: MailLetter)", "flushQueue(within seconds: Int) async"]
      + ["moveLetters(to folder: String)"]
    let quotations = known.map { "```swift\nfunc \($0)\n```\n" }.joined(separator: "\n")
    let type = "\n```swift\nenum MailFailure: Error { case lost }\n```\n"
    #expect(
      findings(quotations + type).map(\.summary) == [
        "nothing in the code is called `MailFailure`"
      ])
    #expect(findings(type).isEmpty)
    let uses = String(repeating: "\n```swift\nprint(1)\n```\n", count: 5)
    #expect(findings(quotations + type + uses).isEmpty)
    let body = "\n```swift\nstruct MailPrinter { func run() { print(1) } }\n```\n"
    #expect(findings(quotations + body).isEmpty)
  }

  @Test func `a type in a damaged quotation is also the project's`() {
    let known =
      ["enqueue(letter: MailLetter)", "flushQueue(within seconds: Int) async"]
      + ["moveLetters(to folder: String)"]
    let quotations = known.map { "```swift\nfunc \($0)\n```\n" }.joined(separator: "\n")
    let type = "\n```swift\nenum MailFailure: Error {\n  case lost\n  case sto len\n}\n```\n"
    #expect(
      findings(quotations + type).map(\.rule.rawValue) == ["outdated-example", "swift-block"])
    #expect(findings(type).map(\.rule.rawValue) == ["swift-block"])
  }

  @Test(arguments: [
    ("extension MailFolder {\n  func sort() { print(sortedLetters) }\n}", true),
    ("struct MailFolder {\n  func moveLetters(to folder: String) { sortedLetters }\n}", true),
    // The example has its own type of that name, or may have declared the name earlier.
    ("struct MailFolder {\n  var rows: Int\n  func moveLetters() { sortedLetters }\n}", false),
    ("struct MyFolder {\n  func moveLetters(to folder: String) { sortedLetters }\n}", false),
    (
      "extension MailFolder {\n  var sortedLetters: Int { 1 }\n  var b: Int { sortedLetters }\n}",
      false
    ),
  ])
  func `a name in the body of a type of the project is one of its members`(
    code: String, isFound: Bool
  ) {
    expect(code, isFound ? "nothing in the code is called `sortedLetters`" : nil)
  }

  @Test func `dots in a string are not an omission`() {
    expect("mailSender.enqueue(\"Save as...\")", "`enqueue` takes `(letter:)`")
    expect("mailSender.enqueue(...)", nil)
  }

  @Test func `an entry of a reference belongs to the project, even if the platforms use its name`()
  {
    let known = "### `enqueue(letter:)`\n\n### `moveLetters(to:)`\n\n### `receipts(for:)`\n\n"
    #expect(
      findings(known + "### `typeText(_:)`").map(\.summary) == [
        "nothing in the code is called `typeText`"
      ])
    #expect(findings("### `typeText(_:)`").isEmpty)
    #expect(findings(known + "`typeText(_:)`").isEmpty)
  }

  @Test func `a call of a missing function is noted where the function is reported`() {
    let text = "`MailFolder.moveLetters(into:)`\n\n```swift\nbox.moveLetters(into: f)\n```"
    let found = findings(text)
    #expect(found.count { $0.rule.rawValue == "unknown-symbol" } == 1)
  }

  @Test(
    arguments: [
      ("Mail", .error), ("Foundation", .error), ("MailExtras", .warning),
    ] as [(String, Diagnostic.Severity)])
  func `a module that the project does not know may declare a member that a commit removed`(
    module: String, severity: Diagnostic.Severity
  ) {
    let found = findings(
      "```swift\nimport \(module)\n\nMailFolder.emptyAll()\n```",
      KnownRepository().removing("emptyAll"))
    #expect(found.map(\.severity) == [severity], "\(found)")
  }

  @Test func `headings that are types are a list of types`() {
    let known = "## MailSender\n\n## MailLetter\n\n## MailFolder\n"
    #expect(
      findings(known + "\n## MailStamp\n").map(\.summary) == [
        "nothing in the code is called `MailStamp`"
      ])
    #expect(findings("## MailSender\n\n## MailStamp\n").isEmpty)
    #expect(findings(known + "\n## Overview\n").isEmpty)
  }

  @Test func `bold names at the start of list items are types, if most of them are`() {
    let known = "- **MailSender** sends\n- **MailLetter** is sent\n- **MailFolder** keeps\n"
    #expect(
      findings(known + "- **MailStamp**: its price").map(\.summary) == [
        "nothing in the code is called `MailStamp`"
      ])
    #expect(findings("- **MailSender** sends\n- **MailStamp**: its price").isEmpty)
    #expect(findings(known + "- **Overview**").isEmpty)
  }

  @Test func `a removed type that a block declares with code is the reader's own`() {
    let repository = KnownRepository().removing("PostOffice")
    let own = "class PostOffice {\n  func open() { print(1) }\n}"
    #expect(findings("```swift\n\(own)\n```", repository).isEmpty)
    #expect(
      findings("```swift\nlet office = PostOffice()\n```", repository).map(\.summary) == [
        "nothing in the code is called `PostOffice`"
      ])
  }

  private func expect(_ code: String, _ message: String?) {
    let found = findings("```swift\n\(code)\n```")
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    if let message { #expect(found.first?.summary.contains(message) == true, "\(found)") }
    #expect(found.allSatisfy { $0.severity == .warning }, "\(found)")
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository()
  ) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Mail/Mail.swift", module: "Mail", Self.source)])
    let model = ProjectModel(code: code, traces: [])
    return CheckedPage(
      page, project: model, templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
