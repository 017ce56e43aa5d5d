import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Texts that call a type a class, struct, enum, actor or protocol.
@Suite struct WrongKindTests {
  private static let source = """
    public actor Ledger {}
    public protocol Bookkeeper {}
    public struct Entry {}
    public enum Currency {}
    public typealias Journal = Ledger
    public struct Result {}
    public actor MailService {}
    public actor PostService {}
    public struct NewsService {}
    public protocol TaxService {}

    """

  @Test(
    arguments: [
      ("The `Ledger` actor keeps it.", nil), ("The protocol `Bookkeeper`.", nil),
      ("The `Ledger` class keeps it.", "`Ledger` is an actor, not a class"),
      ("A class `Bookkeeper` does.", "`Bookkeeper` is a protocol, not a class"),
      ("subclasses of the `Entry` protocol.", "`Entry` is a struct, not a protocol"),
      ("`Currency` struct", "`Currency` is an enum, not a struct"),
    ] as [(String, String?)])
  func `the stated kind of a name must be that of its declaration`(text: String, message: String?) {
    let found = findings(text)
    #expect(found.map(\.summary) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(
    arguments: [
      ("All services are actors (isolated).", "`NewsService` is a struct, not an actor"),
      ("1. **Actors** - all mail services are actors", nil), ("All services are injected.", nil),
      ("All services are structs.", nil), ("All entries are classes.", nil),
      ("`All services are actors`", nil),
    ] as [(String, String?)])
  func `a sentence about all types of a kind holds for each of them`(text: String, message: String?)
  {
    let found = findings(text)
    #expect(found.map(\.summary) == (message.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    "`Entry` class diagram", "The `Entry` protocol extension", "the `Journal` class",
    "the `Result` enum", "the `Unknown` class", "a class: `Entry`", "classes `Entry`",
    "## Removed\n\nThe `Entry` class.", "There is **no common\n`Entry` protocol**.",
  ])
  func `other words next to a name do not state its kind`(text: String) {
    #expect(findings(text).filter { $0.severity > .note }.isEmpty, "\(findings(text))")
  }

  private func findings(_ text: String) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Books/Books.swift", module: "Books", Self.source)])
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: []), templates: TemplateSource(texts: [:])
    ).findings().filter { $0.rule == WrongKind.id }
  }
}
