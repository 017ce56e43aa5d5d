import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Diagrams without a marker: disagreements with the code are reported, and nothing else.
@Suite struct UnmarkedDiagramTests {
  private static let source = """
    protocol Catalogue {
      func find(title: String) -> Book?
    }

    struct Book {
      let title: String
      var author: Author?
    }

    struct Author {
      let name: String
    }

    actor LoanDesk: Catalogue {
      private let bookStore = BookStore()
      var openLoans: [LoanTicket] = []
      func find(title: String) -> Book? { bookStore.load(title) }
      func lendBook(_ book: Book, to reader: String) async throws -> LoanTicket {}
      func returnBook(_ ticket: LoanTicket) async {}
    }

    extension Catalogue {
      func countBooks() -> Int { 0 }
    }

    struct LoanTicket: Codable {
      var dueDate: Date
      var state: LoanState
    }

    final class BookStore: NSObject {
      func load(_ title: String) -> Book? { nil }
    }

    @Observable final class ShelfModel {
      var shelves = 0
    }

    final class RemoteStore: VendorStore {}

    enum LoanState {
      case requested, lent, overdue, returned
    }

    enum ShelfState {
      case empty, filling, full
    }

    actor ShelfKeeper {
      private(set) var state = ShelfState.empty
      func add() { state = state == .empty ? .filling : .full }
      func clear() { state = .empty }
    }

    struct ReaderDesk { let books: Catalogue }
    protocol ReaderDelegate { func didBorrow(_ book: Book) }
    final class ReaderApp: ReaderDelegate {
      private let desk = LoanDesk()
      func didBorrow(_ book: Book) {}
    }

    """

  private static let model: ProjectModel = {
    let path = "Sources/Library/Library.swift"
    return ProjectModel(
      code: CodeModel(reading: [SourceInput(path: path, module: "Library", source)]), traces: [],
      sources: [path: SourceText(source)])
  }()

  /// `5 unknown-type error`: line, rule and severity of each finding.
  private func findings(
    _ diagram: String, before: String = "", path: String = "docs/a.md",
    _ repository: KnownRepository = KnownRepository()
  ) -> [String] {
    let text = "\(before)```mermaid\n\(diagram)\n```\n"
    let page = Page(path: path, bytes: Array(text.utf8))
    let context = ProjectContext(
      pages: [page], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      isIgnored: { _ in false }, repository: repository)
    let checked = CheckedPage(
      page, project: Self.model, templates: TemplateSource(texts: [:]), context: context)
    return checked.findings().filter { $0.rule.rawValue != "loose-diagram" }.map {
      "\($0.location.range?.start.line ?? 0) \($0.rule) \($0.severity)"
    }
  }

  private func classes(_ lines: String, _ repository: KnownRepository = KnownRepository())
    -> [String]
  {
    findings("classDiagram\nBook --> Author\n\(lines)", repository)
  }

  // MARK: - Class diagrams

  @Test(arguments: [
    "class Book {\n+String title\n}", "class Book {\n+title String\n}",
    "class Book {\n+title: String\nauthor\n}", "class LoanDesk {\n<<actor>>\ncountBooks()\n}",
    "LoanDesk ..|> Catalogue", "Catalogue <|.. LoanDesk", "LoanDesk --> BookStore",
    "class BookStore {\nisEqual()\n}", "class LoanTicket {\nencode(to)\n}",
    "class LoanState {\n<<enumeration>>\nrequested\ncase lent\n}",
    "class Book {\n<<service>>\n}", "class URLSession", "Book --> MyBook",
    // Simplified types, and effects that no member of the class marks.
    "class LoanDesk {\n+List~LoanTicket~ openLoans\n}", "class LoanTicket {\n+date dueDate\n}",
    "class LoanDesk {\nreturnBook()\nlendBook()\n}", "class ShelfModel {\n+String shelves\n}",
    "class Book {\n+Author? author\n}",
    // Lines of a class that describe it.
    "class Book {\nHandles retries\nkeeps all authors\nKey features: fast\n}",
  ])
  func `a class diagram that agrees is silent`(lines: String) {
    #expect(classes(lines) == [])
  }

  @Test(arguments: [
    ("class BookShelf", ["4 unknown-type warning"]),
    ("class Shelf", ["4 unknown-type note"]),
    ("class Book {\n+String subtitle\n}", ["5 unknown-member warning"]),
    ("class Book {\n+reprint()\n}", ["5 unknown-member warning"]),
    ("class Book {\n+BookShelf title\n}", ["5 unknown-type warning"]),
    ("class Book {\n<<protocol>>\n}", ["5 wrong-class warning"]),
    ("class LoanTicket {\n<<enumeration>>\n}", ["5 wrong-class warning"]),
    ("Author --|> Book", ["4 unknown-relation warning"]),
    ("Author --> LoanTicket", ["4 unknown-relation note"]),
    ("class LoanDesk {\nfind(author)\n}", ["5 wrong-parameters note"]),
    ("class LoanDesk {\nfind(title) async\n}", ["5 wrong-modifier note"]),
    ("class Book {\n+Int title\n}", ["5 wrong-type warning"]),
    ("class Book {\n+LoanState author\n}", ["5 wrong-type warning"]),
    ("class LoanTicket {\n+Published dueDate: Date\n}", ["5 wrong-modifier warning"]),
    ("class LoanDesk {\nreturnBook() async\nlendBook()\n}", ["6 wrong-modifier warning"]),
    // Members inherited from the platform are known; others are not.
    ("class BookStore {\nsortedTitles()\n}", ["5 unknown-member warning"]),
    ("class ShelfModel {\nlendBook()\n}", ["5 unknown-member warning"]),
    ("class RemoteStore {\nsortedTitles()\n}", ["5 unknown-member note"]),
  ])
  func `a class diagram that disagrees is reported with the certainty of its evidence`(
    lines: String, expected: [String]
  ) {
    #expect(classes(lines) == expected)
  }

  @Test func `the history makes a missing class or member an error`() {
    let repository = KnownRepository().removing("BookShelf").removing("reprint")
    #expect(classes("class BookShelf", repository) == ["4 unknown-type error"])
    #expect(classes("class Book {\nreprint()\n}", repository) == ["5 unknown-member error"])
  }

  @Test func `an unknown class with members and relations is one finding`() {
    #expect(
      classes("class BookShelf {\nbooks: [Book]\n}\nBookShelf --> Book\nAuthor --> BookShelf")
        == ["4 unknown-type warning"])
    let diagram = "classDiagram\nBook --> Author\nBook --> BookShelf"
    #expect(
      findings(diagram, before: "```mermaid\n\(diagram)\n```\n\n") == ["4 unknown-type warning"])
  }

  @Test func `a class diagram about something else is silent`() {
    #expect(findings("classDiagram\nclass Book\nclass Shop\nclass Customer\nclass OrderItem") == [])
    #expect(findings("classDiagram\nclass UIView\nclass UIButton\nclass BookShelf") == [])
    let example = "```swift\nstruct Book {}\nstruct Author {}\n```\n\n"
    #expect(findings("classDiagram\nBook --> Author\nBook --> BookShelf", before: example) == [])
  }

  @Test func `findings on a page about another time are hints`() {
    let diagram = "classDiagram\nBook --> Author\nAuthor --|> Book"
    #expect(findings(diagram, path: "docs/plan.md") == ["4 unknown-relation note"])
    #expect(findings(diagram, before: "## Removed\n\n") == ["6 unknown-relation note"])
  }

  // MARK: - State diagrams

  private func states(_ lines: String, before: String = "About `LoanState`:\n\n") -> [String] {
    findings("stateDiagram-v2\n\(lines)", before: before)
  }

  private static let loan = "requested --> lent\nlent --> overdue\noverdue --> returned\n"

  @Test func `a state diagram of all cases is silent, with any capitals`() {
    #expect(states(Self.loan) == [])
    #expect(
      states("[*] --> Requested\nRequested --> Lent\nLent --> Overdue\nOverdue --> Returned")
        == [])
    #expect(states("Idle --> Loading\nLoading --> Loaded") == [])
  }

  @Test func `an arrow that the code cannot follow is reported, unless most of them are`() {
    func shelf(_ lines: String) -> [String] { states(lines, before: "About `ShelfState`:\n\n") }
    let agreeing = "[*] --> Empty\nEmpty --> Filling: the first book\nFilling --> Full\n"
    #expect(shelf(agreeing + "Full --> Empty: cleared\nFilling --> Empty") == [])
    #expect(shelf(agreeing + "Full --> Filling") == ["8 impossible-transition warning"])
    #expect(shelf("empty --> full\nfull --> filling\nfilling --> empty") == [])
  }

  @Test func `a state that its enum lacks is reported; a missing case is a hint`() {
    #expect(states(Self.loan + "lent --> lost") == ["8 unknown-state warning"])
    #expect(
      states("requested --> lent\nlent --> overdue") == ["3 missing-state note"])
    // The page does not mention the enum.
    #expect(states(Self.loan + "lent --> lost", before: "") == ["6 unknown-state note"])
  }

  // MARK: - Sequence diagrams

  private func messages(_ lines: String, _ repository: KnownRepository = KnownRepository())
    -> [String]
  {
    findings("sequenceDiagram\n\(lines)", repository)
  }

  @Test(arguments: [
    "ReaderApp->>LoanDesk: find(title: x)", "ReaderApp->>LoanDesk: lendBook",
    "ReaderApp->>LoanDesk: countBooks()", "LoanDesk->>ReaderDelegate: didBorrow(book)",
    "ReaderApp->>LoanDesk: please lend a book", "ReaderApp->>LoanDesk: renew",
    "LoanDesk-->>ReaderApp: renewedLoan()",
    "participant S as Server API\nReaderApp->>S: fetchAll()",
    "ReaderApp->>BookStore: isEqual(other)", "ReaderApp->>LoanDesk: Author.name()",
    "LoanDesk->>LoanTicket: encode(to: file)",
  ])
  func `messages that are members, prose or answers are silent`(lines: String) {
    #expect(messages(lines) == [])
  }

  @Test(arguments: [
    ("ReaderApp->>LoanDesk: renewLoan()", ["3 unknown-call warning"]),
    ("ReaderApp->>LoanDesk: await renewLoan(ticket)", ["3 unknown-call warning"]),
    ("participant D as LoanDesk\nReaderApp->>D: renewLoan", ["4 unknown-call warning"]),
    // Another type declares it.
    ("ReaderApp->>LoanTicket: lendBook(x)", ["3 unknown-call note"]),
    (
      "ReaderApp->>LoanDesk: find(title: x)\nLoanDesk->>BookArchive: load()",
      ["4 unknown-participant warning"]
    ),
  ])
  func `a call that its receiver lacks is reported`(lines: String, expected: [String]) {
    #expect(messages(lines) == expected)
  }

  @Test func `the history makes a missing call an error`() {
    #expect(
      messages("ReaderApp->>LoanDesk: renewLoan()", KnownRepository().removing("renewLoan"))
        == ["3 unknown-call error"])
  }

  // MARK: - Flowcharts

  private func nodes(_ lines: String, _ repository: KnownRepository = KnownRepository())
    -> [String]
  {
    findings("flowchart LR\n\(lines)", repository)
  }

  @Test(arguments: [
    "ReaderApp --> LoanDesk --> BookStore", "BookStore --> LoanDesk --> ReaderApp",
    "ReaderApp --> LoanDesk --> BookStore --> UserDefaults",
    "ReaderApp --> BookShelf --> BookArchive --> BookStore",
    "Book --> Author --> Catalogue --> BookShelf",
  ])
  func `a flowchart that agrees, or that is about something else, is silent`(lines: String) {
    #expect(nodes(lines) == [])
  }

  @Test(arguments: [
    ("ReaderApp --> ShelfKeeper", ["4 unknown-dependency warning"]),
    ("ReaderApp --> K[ShelfKeeper Actor]", ["4 unknown-dependency warning"]),
    ("ReaderApp -->|tells| ShelfKeeper", []),
    // Through a protocol of the other type.
    ("ReaderDesk --> LoanDesk", []),
  ])
  func `an arrow between types of which neither names the other is reported`(
    line: String, expected: [String]
  ) {
    #expect(nodes("ReaderApp --> LoanDesk --> BookStore\n\(line)") == expected)
  }

  @Test func `an unknown node is reported among known ones`() {
    let known = "ReaderApp --> LoanDesk --> BookStore\n"
    #expect(nodes(known + "LoanDesk --> BookShelf") == ["4 unknown-node warning"])
    #expect(
      nodes(known + "LoanDesk --> s[BookShelf<br/>actor]") == ["4 unknown-node warning"])
    #expect(
      nodes(known + "LoanDesk --> BookShelf\nA[a reader] --> B[a desk]") == ["4 unknown-node note"])
    #expect(
      nodes(known + "LoanDesk --> BookShelf", KnownRepository().removing("BookShelf"))
        == ["4 unknown-node error"])
  }
}
