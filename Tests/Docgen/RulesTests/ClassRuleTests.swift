import Rules
import Testing

/// A class diagram of a small library and the findings about it.
private struct ClassCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var block: String
  var findings: [String]
  /// The arguments after `class-diagram` in the marker.
  var arguments: String

  init(
    _ name: String, _ block: String, _ findings: [String] = [], arguments: String = "partial=yes"
  ) {
    (testDescription, self.block, self.findings) = (name, block, findings)
    self.arguments = arguments
  }

  var page: String {
    "<!-- docgen:verify class-diagram \(arguments) -->\n```mermaid\nclassDiagram\n\(block)\n```\n"
  }
}

private let source = """
  public protocol Shelf: AnyObject {
    var room: Int { get async throws }
    func put(_ book: Book, at place: Int) async throws(ShelfError)
    func clear()
  }

  public enum ShelfError: Error { case full(Int), locked }

  public struct Book: Hashable {
    public let title: String
    public var tags: [Tag]
    public var cover: Cover?
    let code: Int
    private var hidden = 0
    public static let none = Book(title: "", tags: [], code: 0)
  }

  public struct Tag: Sendable {}
  public final class Cover {}

  public actor Library<Place>: Caretaking {
    private var shelves: [String: any Shelf] = [:]
    weak var keeper: Keeper?
    let catalogue = Catalogue()
    public func find(_ title: String) async -> Book? { nil }
    public static func open() -> Library { Library() }
    public func reset() {}
  }

  public protocol Caretaking { func reset() }
  @MainActor public final class Keeper: Caretaking {
    public func reset() { _ = Tag() }
    struct Badge {}
  }
  struct Catalogue { var first = Tag() }
  """

private let existing = [
  ClassCase(
    "all that is drawn exists",
    """
        class Shelf {
            <<protocol>>
            +room: Int
            +put(book: Book, at: Int) async throws(ShelfError)*
            +clear()*
        }
        class Library~Place~ {
            <<actor, Sendable>>
            -shelves
            ~keeper: Keeper?
            +find(title) async Book?
            +open() Library$
        }
        class Keeper {
            <<@MainActor>>
        }
        class Cover {
            <<not Sendable>>
        }
        class ShelfError {
            <<enumeration>>
            +full
        }
        Library "1" o-- "*" Shelf : many
        Library o-- "0..1" Keeper
        Library *-- "1" Catalogue
        Library ..|> Caretaking
        Caretaking <|.. Keeper
        Keeper ..> Tag : creates
        Shelf ..> ShelfError
        Tag "*" --* "1" Book
        Book -- Tag
        Tag -- Book
        Keeper -- Badge : nests
    """),
  ClassCase("words that are not an annotation in the code", "class Book {\n  <<Entity>>\n}"),
  ClassCase("a class by its label", "class B[\"Book\"] {\n  title\n}"),
  ClassCase("a class within a namespace", "namespace House {\n  class Book {\n    title\n  }\n}"),
  ClassCase(
    "a type that does not exist", "class Boook",
    ["4:7 unknown-type the sources have no type `Boook`"]),
  ClassCase(
    "another kind of type", "class Book\nclass Shelf {\n  <<actor>>\n}\n<<interface>> Book",
    [
      "6:5 wrong-class `Shelf` is drawn with `<<actor>>`",
      "8:3 wrong-class `Book` is drawn with `<<interface>>`",
    ]),
  ClassCase(
    "another sendability", "class Cover {\n  <<Sendable>>\n}",
    ["5:5 wrong-class `Cover` is drawn with `<<Sendable>>`"]),
  ClassCase(
    "an attribute that the type lacks", "class Cover {\n  <<@MainActor>>\n}",
    ["5:5 wrong-class `Cover` is drawn with `<<@MainActor>>`"]),
  ClassCase(
    "other generic parameters", "class Library~Room~",
    ["4:15 wrong-class `Library` is drawn with `<Room>`"]),
  ClassCase(
    "a member that does not exist", "class Book {\n  +titel\n}",
    ["5:3 unknown-member `Book` has no member `titel`"]),
  ClassCase(
    "other parameters", "class Shelf {\n  put(book)\n}",
    ["5:3 wrong-parameters `Shelf.put` takes other parameters"]),
  ClassCase(
    "parameters drawn as types, and values", "class Shelf {\n  put(Book, Int)\n  room: Int = 3\n}",
    []),
  ClassCase(
    "a parameter with its type before it", "class Shelf {\n  put(Book book, Int at)\n}", []),
  ClassCase(
    "other types, and another number of them", "class Shelf {\n  put(Tag, Int)\n  put(Book)\n}",
    [
      "5:3 wrong-type `Shelf.put` is drawn with the type `Tag`",
      "6:3 wrong-parameters `Shelf.put` takes other parameters",
    ]),
  ClassCase(
    "another type of a property, a parameter, a result",
    "class Shelf {\n  room: String\n  put(book: Tag, at: Int)\n}\nclass Library {\n  find() Tag\n}",
    [
      "5:3 wrong-type `Shelf.room` is drawn with the type `String`",
      "6:3 wrong-type `Shelf.put` is drawn with the type `Tag`",
      "9:3 wrong-type `Library.find` is drawn with the type `Tag`",
    ]),
  ClassCase(
    "a different access level, and other words and markers",
    """
    class Library {
      +shelves
      -find(title)
      reset() async
      find(title) throws Book?
      reset()$
    }
    class Shelf {
      put(book, at) throws(Tag)
    }
    class Keeper {
      reset()*
    }
    """,
    [
      "5:3 wrong-modifier `Library.shelves` is drawn with `+`",
      "6:3 wrong-modifier `Library.find` is drawn with `-`",
      "7:3 wrong-modifier `Library.reset` is drawn with `async`",
      "8:3 wrong-modifier `Library.find` is drawn with `throws`",
      "9:3 wrong-modifier `Library.reset` is drawn with `$`",
      "12:3 wrong-modifier `Shelf.put` is drawn with `throws(Tag)`",
      "15:3 wrong-modifier `Keeper.reset` is drawn with `*`",
    ]),
  ClassCase(
    "relations that do not exist", "Book --|> Shelf\nTag *-- Book\nLibrary ..> Tag : creates",
    [
      "4:1 unknown-relation no such relation between `Book` and `Shelf`",
      "5:1 unknown-relation no such relation between `Tag` and `Book`",
      "6:1 unknown-relation no such relation between `Library` and `Tag`",
    ]),
  ClassCase(
    "other multiplicities",
    "Library o-- \"1\" Shelf\nLibrary o-- \"*\" Keeper\nCover \"1\" --o Book",
    [
      "4:1 wrong-multiplicity `Shelf` in `Library` is drawn with the multiplicity `1`",
      "5:1 wrong-multiplicity `Keeper` in `Library` is drawn with the multiplicity `*`",
      "6:1 wrong-multiplicity `Cover` in `Book` is drawn with the multiplicity `1`",
    ]),
]

private let omissions = [
  ClassCase(
    "of a kind of which some are drawn, all must be that are as open",
    "class Book {\n  +title\n}\nclass Shelf",
    [
      "4:7 missing-member 3 members of `Book` are missing from the diagram"
    ], arguments: ""),
  ClassCase(
    "a kind of which none is drawn may be left out",
    "class Book {\n  +title\n  +tags\n  +cover\n  +none$\n}\nclass Shelf {\n  +put()\n  +clear()\n}",
    arguments: ""),
  ClassCase("a last line with dots", "class Book {\n  +title\n  … 5 more\n}", arguments: ""),
  ClassCase(
    "relations between drawn types must be drawn, but for who creates or uses whom",
    "class Library\nclass Keeper\nclass Caretaking\nclass Catalogue\nclass Tag",
    [
      "4:7 missing-relation `Library` conforms `Caretaking`, which is not drawn",
      "4:7 missing-relation `Library` aggregates `Keeper`, which is not drawn",
      "4:7 missing-relation `Library` composes `Catalogue`, which is not drawn",
      "5:7 missing-relation `Keeper` conforms `Caretaking`, which is not drawn",
      "7:7 missing-relation `Catalogue` composes `Tag`, which is not drawn",
    ], arguments: ""),
  ClassCase(
    "an arrow of any form that fits is enough",
    "Library --> Keeper\nCatalogue o-- Tag\nLibrary -- Catalogue",
    arguments: ""),
  ClassCase("anything may be left out", "class Book {\n  +title\n}\nclass Tag"),
  ClassCase("a key alone means yes", "class Book {\n  +title\n}\nclass Tag", arguments: "partial"),
]

private let complete = [
  ClassCase(
    "all members of the selection", "class Cover\nclass Caretaking",
    ["5:7 missing-member `Caretaking.reset` is missing from the diagram"],
    arguments: "complete types=\"Cover Caretaking\""),
  ClassCase(
    "all types of the modules that are drawn", "class Tag",
    [
      "2:1 missing-type `Book` is missing from the diagram",
      "2:1 missing-type `Caretaking` is missing from the diagram",
      "2:1 missing-type `Catalogue` is missing from the diagram",
      "2:1 missing-type `Cover` is missing from the diagram",
      "2:1 missing-type `Keeper` is missing from the diagram",
      "2:1 missing-type `Keeper.Badge` is missing from the diagram",
      "2:1 missing-type `Library` is missing from the diagram",
      "2:1 missing-type `Shelf` is missing from the diagram",
      "2:1 missing-type `ShelfError` is missing from the diagram",
    ], arguments: "complete=yes"),
  ClassCase(
    "all relations, each in its own form",
    "Keeper --|> Caretaking\nclass Tag\nCatalogue *-- Tag",
    [
      "4:1 missing-relation `Keeper` creates `Tag`, which is not drawn",
      "4:1 unknown-relation no such relation between `Keeper` and `Caretaking`",
    ], arguments: "complete members=none types=\"Keeper Caretaking Tag Catalogue\""),
  ClassCase(
    "multiplicities, markers and words",
    """
    class Library~Place~ {
      +find() Book?
      +open() Library
      +reset()
    }
    Library o-- Shelf
    Library *-- Catalogue
    """,
    [
      "5:3 wrong-modifier `Library.find` is drawn without `async`",
      "6:3 wrong-modifier `Library.open` is drawn without `$`",
      "9:1 wrong-multiplicity `Shelf` in `Library` is drawn without a multiplicity",
    ],
    arguments:
      "complete types=\"Library Shelf Catalogue\" members=methods access=public hide-members=\"Shelf.*\""
  ),
  ClassCase(
    "a type that the marker names but the code lacks", "class Tag",
    ["1:43 region-source the sources have no type `Tga`"], arguments: "complete types=Tga"),
]

@Suite struct ClassRuleTests {
  @Test(arguments: existing + omissions + complete)
  private func `a class diagram drawn by hand`(case: ClassCase) {
    let findings = Door.findings(on: `case`.page, model: Door.model(source: source))
    #expect(findings.sorted() == `case`.findings.sorted())
  }

  /// Mermaid draws these as methods if their parentheses are not entity codes.
  @Test func `a property whose type has parentheses is still a property`() {
    let model = Door.model(
      source: """
        struct Bell {
          var done: ((Int) -> Void)?
          var pair: (Int, String)
          weak var owner: (any Shelf)?
        }
        """)
    for (open, close) in [("(", ")"), ("#40;", "#41;")] {
      let body = """
        class Bell {
          ~done: ((Int) -> Void)?
          ~pair: (Int, String)
          ~owner: (any Shelf)?
        }
        """
      let drawn = body.replacing("(", with: open).replacing(")", with: close)
      let right = ClassCase("", drawn, arguments: "complete types=Bell").page
      #expect(Door.findings(on: right, model: model) == [])
      let wrong = right.replacing("String", with: "Bool").replacing("owner", with: "keeper")
      #expect(
        Door.findings(on: wrong, model: model).sorted() == [
          "4:7 missing-member `Bell.owner` is missing from the diagram",
          "6:3 wrong-type `Bell.pair` is drawn with the type `(Int, Bool)`",
          "7:3 unknown-member `Bell` has no member `keeper`",
        ])
    }
  }

  @Test func `a long list of missing members is shortened`() {
    let page = ClassCase("", "class Book {\n  +title\n}", arguments: "").page
    let model = Door.model(source: source)
    #expect(
      Door.evidence(on: page, model: model).map { $0.prefix { $0 != ";" } } == [
        "public var tags: [Tag]", "public var cover: Cover?", "public static let none",
        "end the class with a line `…` if it has more, or write `partial` in the marker for all "
          + "classes",
      ])
  }
}
