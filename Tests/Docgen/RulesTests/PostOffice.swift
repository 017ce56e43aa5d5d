/// A small library whose code changes without its documents.
enum PostOffice {
  static let files = [
    "Sources/Mail/Letters.swift": """
    public struct LetterBox {
      public let boxNumber: Int
      public var postMark: String?
      public let faceStamp: PostStamp
    }

    public struct PostStamp {
      public let faceValue: Int
    }

    public enum MailLimits {
      public static let bagSize = 50
      public static let openHours = 7.5
      public static let townName = "Upton"
      public static let isStaffed = true
    }

    """,
    "Sources/Mail/Counter.swift": """
    public protocol MailSorting {
      func sortLetters(from bag: Int) throws
      func stampAll()
    }

    public final class HandSorter: MailSorting {
      public func sortLetters(from bag: Int) throws {}
      public func stampAll() {}
    }

    public actor MailCounter {
      public let trayCount: Int
      public init(trays: Int) { trayCount = trays }
      public func queueUp(person: String, at desk: Int) -> Int { desk }
      public func callNext() {}
      public func closeDesk(_ desk: Int) {}
    }

    """,
    "Sources/Mail/Rounds.swift": """
    public enum RoundState {
      case atDepot
      case onTour(stops: Int)
      case backHome
    }

    public struct RoundPlan {
      public var streetNames: [String]
      public func shortestWay() -> Int { 0 }
    }

    """,
  ]

  /// One claim of a text about the library.
  enum Facet: Hashable {
    case type(String)
    case member(String, String)
    /// A word that occurs somewhere in the code.
    case word(String)
    case labels(String)
    /// The type of a property or a parameter.
    case typing(String)
    case value(String)
    case count(String, String)
    case file(String)
    /// The line of a declaration.
    case line(String, String)
    /// A detail in a class diagram or table: kind, access, effects, relations.
    case form(String)
  }

  /// A text and all its claims.
  struct Text {
    var text: String
    var facets: Set<Facet>
  }

  /// A replacement in a file; with an empty old text, an addition at its end.
  struct Edit {
    var file: String
    var old: String
    var new: String

    init(_ file: String, _ old: String, _ new: String) {
      (self.file, self.old, self.new) = (file, old, new)
    }
  }

  /// A change of the library: replacements in a file, and the claims that become false.
  struct Change {
    var name: String
    var edits: [Edit]
    var breaks: Set<Facet>
    var movedFile: (from: String, to: String)?
  }
}

// MARK: - Texts

extension PostOffice {
  /// `"TYPE member labels type"` of methods.
  private static let methods: [(type: String, name: String, labels: String, typing: String)] = [
    ("MailSorting", "sortLetters", "from:", "from: Int"),
    ("MailSorting", "stampAll", "", ""),
    ("MailCounter", "queueUp", "person:at:", "person: String, at: Int"),
    ("MailCounter", "callNext", "", ""), ("MailCounter", "closeDesk", "_:", "desk: Int"),
    ("RoundPlan", "shortestWay", "", ""),
  ]
  private static let properties: [(type: String, name: String, typing: String)] = [
    ("LetterBox", "boxNumber", "Int"), ("LetterBox", "postMark", "String?"),
    ("LetterBox", "faceStamp", "PostStamp"), ("PostStamp", "faceValue", "Int"),
    ("MailCounter", "trayCount", "Int"), ("RoundPlan", "streetNames", "[String]"),
  ]
  private static let cases = ["atDepot", "onTour", "backHome"]
  private static let constants: [(name: String, value: String)] = [
    ("bagSize", "50"), ("openHours", "7.5"), ("townName", "Upton"),
    ("isStaffed", "true"),
  ]
  private static let types = [
    "LetterBox", "PostStamp", "MailLimits", "MailSorting", "HandSorter", "MailCounter",
    "RoundState", "RoundPlan",
  ]

  static let texts: [Text] =
    types.flatMap(texts(ofType:)) + methods.flatMap { texts(of: $0) }
    + properties.flatMap { texts(of: $0) } + cases.flatMap(texts(ofCase:))
    + constants.flatMap { texts(of: $0) } + counts + fileTexts + lineTexts + forms + tables

  private static func texts(ofType name: String) -> [Text] {
    [
      Text(text: "`\(name)` does it.", facets: [.type(name)]),
      Text(text: "- `Mail.\(name)`", facets: [.type(name)]),
      Text(text: "The type `\(name).self`", facets: [.type(name)]),
      Text(text: "## On `\(name)` and others", facets: [.type(name)]),
      Text(
        text: "<!-- docgen:verify snippet symbol=\(name) -->\n```swift\n// …\n}\n```",
        facets: [.type(name)]),
      diagram("class \(name)", [.type(name)]),
    ]
  }

  private static func texts(
    of method: (type: String, name: String, labels: String, typing: String)
  ) -> [Text] {
    let (type, name, labels, typing) = method
    let here: Set<Facet> = [.type(type), .member(type, name)]
    var texts = [
      Text(text: "Then `\(name)()` runs.", facets: [.word(name)]),
      Text(text: "> `\(type).\(name)()`", facets: here),
      Text(text: "a | b\n---|---\n`\(type).\(name)` | c", facets: here),
      Text(text: "| `\(name)` |\n|---|\n| b |", facets: [.word(name)]),
      diagram(
        "class \(type) {\n  \(name)(\(typing))\n}", here.union([.labels(name), .typing(name)])),
    ]
    if !labels.isEmpty {
      texts.append(Text(text: "`\(name)(\(labels))`", facets: [.word(name), .labels(name)]))
      texts.append(
        Text(text: "# `\(type).\(name)(\(labels))`", facets: here.union([.labels(name)])))
    }
    return texts
  }

  private static func texts(of property: (type: String, name: String, typing: String)) -> [Text] {
    let here: Set<Facet> = [.type(property.type), .member(property.type, property.name)]
    return [
      Text(text: "It is `\(property.name)`.", facets: [.word(property.name)]),
      Text(text: "*`\(property.type).\(property.name)`*", facets: here),
      Text(text: "[`Mail.\(property.type).\(property.name)`](#a)\n# a", facets: here),
      diagram(
        "class \(property.type) {\n  \(property.name): \(property.typing)\n}",
        here.union([.typing(property.name)])),
    ]
  }

  private static func texts(ofCase name: String) -> [Text] {
    [
      Text(text: "Now `.\(name)`.", facets: [.word(name)]),
      Text(
        text: "`RoundState.\(name)`", facets: [.type("RoundState"), .member("RoundState", name)]),
      Text(text: "1. `\(name)`", facets: [.word(name)]),
    ]
  }

  private static func texts(of constant: (name: String, value: String)) -> [Text] {
    let here: Set<Facet> = [.type("MailLimits"), .member("MailLimits", constant.name)]
    let path = "MailLimits.\(constant.name)"
    return [
      Text(text: "`\(path)`", facets: here),
      Text(
        text: "So <!-- docgen:value \(path) -->\(constant.value)<!-- /docgen:value --> it is.",
        facets: here.union([.value(constant.name)])),
      Text(
        text: """
          <!-- docgen:verify snippet symbol=\(path) -->
          ```swift
          public static let \(constant.name) = …
          ```
          """, facets: here.union([.form("static \(constant.name)")])),
      diagram(
        "class MailLimits {\n  +\(constant.name)$\n}",
        here.union([.form("static \(constant.name)")])),
    ]
  }

  private static let counts: [Text] =
    counts(of: "MailSorting", "methods", "2", "two")
    + ["requires two", "needs 2", "only requires 2"].map { claim in
      Text(
        text: "The `MailSorting` protocol \(claim) methods.",
        facets: [.type("MailSorting"), .count("MailSorting", "methods")])
    }
    + [
      Text(text: "`MailSorting` needs 9 methods to be of use.", facets: [.type("MailSorting")]),
      Text(text: "`MailCounter` has 2 methods that change it.", facets: [.type("MailCounter")]),
      Text(text: "Who calls `LetterBox` needs 12 properties.", facets: [.type("LetterBox")]),
    ]
    + counts(of: "MailCounter", "methods", "3", "three")
    + counts(of: "LetterBox", "properties", "3", "three")
    + counts(of: "RoundState", "cases", "3", "three")

  private static func counts(
    of type: String, _ things: String, _ digits: String, _ word: String
  ) -> [Text] {
    let facets: Set<Facet> = [.type(type), .count(type, things)]
    return [
      Text(text: "`\(type)` has \(digits) \(things).", facets: facets),
      Text(text: "`\(type)` declares \(word) \(things), no more.", facets: facets),
      Text(text: "The type `\(type)` now defines exactly \(digits) \(things).", facets: facets),
      Text(text: "See the \(word) \(things) of `\(type)`.", facets: facets),
      Text(
        text: "<!-- docgen:value \(type).\(things).count -->\(word)<!-- /docgen:value -->",
        facets: facets),
    ]
  }

  private static let fileTexts: [Text] = files.keys.sorted().flatMap { path in
    let name = path.split(separator: "/").last ?? ""
    return [
      Text(text: "In `\(path)`.", facets: [.file(path)]),
      Text(text: "In `\(name)`.", facets: [.file(path)]),
      Text(text: "In `\(path):2`.", facets: [.file(path)]),
      Text(text: "[there](../\(path))", facets: [.file(path)]),
      Text(text: "[there][a]\n\n[a]: ../\(path)#L1", facets: [.file(path)]),
    ]
  }

  /// Kinds of types, markers and keywords of members, relations and multiplicities.
  private static let forms: [Text] =
    [
      ("LetterBox", "struct"), ("MailSorting", "protocol"), ("HandSorter", "class"),
      ("MailCounter", "actor"), ("RoundState", "enumeration"), ("MailLimits", "enum"),
    ].map { type, kind in
      diagram("class \(type) {\n  <<\(kind)>>\n}", [.type(type), .form("kind of \(type)")])
    } + [
      diagram(
        "class MailCounter {\n  +closeDesk(desk)\n}",
        [
          .type("MailCounter"), .member("MailCounter", "closeDesk"), .labels("closeDesk"),
          .form("access of closeDesk"),
        ]),
      diagram(
        "class MailSorting {\n  sortLetters() throws\n}",
        [
          .type("MailSorting"), .member("MailSorting", "sortLetters"),
          .form("effects of sortLetters"),
        ]),
      diagram(
        "LetterBox *-- \"1\" PostStamp",
        [.type("LetterBox"), .type("PostStamp"), .form("stamps of LetterBox")]),
      diagram(
        "MailSorting <|.. HandSorter",
        [.type("HandSorter"), .type("MailSorting"), .form("HandSorter sorts")]),
      diagram(
        "class HandSorter\nclass MailSorting\nHandSorter ..|> MailSorting",
        [.type("HandSorter"), .type("MailSorting"), .form("HandSorter sorts")],
        marker: "complete members=none types=\"HandSorter MailSorting\""),
      diagram(
        "class RoundState {\n  atDepot\n  onTour(stops)\n  backHome\n}",
        allRounds.union([.form("all of RoundState")]), marker: "complete types=RoundState"),
      diagram(
        "class RoundState {\n  +atDepot\n  +onTour(stops)\n  +backHome\n}",
        allRounds.union([.form("all of RoundState")]), marker: "access=public"),
      diagram(
        "class MailSorting {\n  sortLetters()\n  stampAll()\n}",
        [
          .type("MailSorting"), .member("MailSorting", "sortLetters"),
          .member("MailSorting", "stampAll"), .form("all of MailSorting"),
        ], marker: ""),
    ]

  private static let allRounds = Set(cases.map { Facet.member("RoundState", $0) })
    .union([.type("RoundState")])

  private static let tables: [Text] = [
    Text(
      text: """
        <!-- docgen:verify table type=RoundState -->
        | Case | Carries | Why |
        |---|---|---|
        | `atDepot` | – | it begins |
        | `onTour` | `stops` | letters |
        | `backHome` | | it ends |
        """, facets: allRounds.union([.form("all of RoundState")])),
    Text(
      text: "<!-- docgen:verify table type=MailLimits -->\n| Constant | Value |\n|---|---|\n"
        + constants.map { "| `\($0.name)` | \($0.value) |" }.joined(separator: "\n"),
      facets: Set(
        constants.flatMap { [.member("MailLimits", $0.name), .value($0.name)] }
          + [.type("MailLimits")])),
    Text(
      text: """
        <!-- docgen:verify table types="MailCounter HandSorter" -->
        | Type | Kind |
        |---|---|
        | `MailCounter` | actor |
        | `HandSorter` | class |
        """,
      facets: [
        .type("MailCounter"), .type("HandSorter"), .form("kind of MailCounter"),
        .form("kind of HandSorter"),
      ]),
    Text(
      text: """
        <!-- docgen:verify table type=MailSorting -->
        | Method | Throws |
        |---|---|
        | `sortLetters` | yes |
        | `stampAll` | no |
        """,
      facets: [
        .type("MailSorting"), .member("MailSorting", "sortLetters"),
        .member("MailSorting", "stampAll"), .form("effects of sortLetters"),
        .form("all of MailSorting"),
      ]),
  ]

  private static func diagram(
    _ body: String, _ facets: Set<Facet>, marker: String = "partial=yes"
  ) -> Text {
    Text(
      text:
        "<!-- docgen:verify class-diagram \(marker) -->\n```mermaid\nclassDiagram\n\(body)\n```",
      facets: facets)
  }
}

// MARK: - Changes

extension PostOffice {
  static let changes: [Change] =
    renamedTypes + renamedMembers + removedMembers + movedMembers + retyped + reformed + revalued
    + movedFiles + movedLines

  static let letters = "Sources/Mail/Letters.swift"
  static let counter = "Sources/Mail/Counter.swift"
  static let rounds = "Sources/Mail/Rounds.swift"

  /// Renames a name everywhere in the code, like a tool.
  private static func renamed(_ name: String, breaks: Set<Facet>) -> Change {
    Change(
      name: "rename \(name)", edits: files.keys.sorted().map { Edit($0, name, "Other\(name)") },
      breaks: breaks)
  }

  private static let renamedTypes: [Change] = types.map { type in
    // The type of a drawn property.
    renamed(
      type, breaks: type == "PostStamp" ? [.type(type), .typing("faceStamp")] : [.type(type)])
  }

  private static let renamedMembers: [Change] =
    methods.map { renamed($0.name, breaks: [.member($0.type, $0.name), .word($0.name)]) }
    + properties.map { renamed($0.name, breaks: [.member($0.type, $0.name), .word($0.name)]) }
    + cases.map { renamed($0, breaks: [.member("RoundState", $0), .word($0)]) }
    + constants.map { renamed($0.name, breaks: [.member("MailLimits", $0.name), .word($0.name)]) }

  private static let removedMembers: [Change] = [
    removed(
      "  func stampAll()\n", "  public func stampAll() {}\n", counter, "MailSorting", "stampAll",
      "methods"),
    removed("  public func callNext() {}\n", nil, counter, "MailCounter", "callNext", "methods"),
    removed(
      "  public func closeDesk(_ desk: Int) {}\n", nil, counter, "MailCounter", "closeDesk",
      "methods"),
    removed("  public let boxNumber: Int\n", nil, letters, "LetterBox", "boxNumber", "properties"),
    removed(
      "  public var postMark: String?\n", nil, letters, "LetterBox", "postMark", "properties"),
    removed("  public let faceValue: Int\n", nil, letters, "PostStamp", "faceValue", "properties"),
    removed("  case atDepot\n", nil, rounds, "RoundState", "atDepot", "cases"),
    removed("  case backHome\n", nil, rounds, "RoundState", "backHome", "cases"),
    removed(
      "  public static let bagSize = 50\n", nil, letters, "MailLimits", "bagSize", "properties"),
  ]

  private static func removed(
    _ first: String, _ second: String?, _ file: String, _ type: String, _ name: String,
    _ things: String
  ) -> Change {
    Change(
      name: "remove \(type).\(name)",
      edits: [Edit(file, first, "")] + (second.map { [Edit(file, $0, "")] } ?? []),
      breaks: [.member(type, name), .word(name), .count(type, things)])
  }

  /// Moves a member to another type: texts that name only the member stay true.
  private static let movedMembers: [Change] = [
    moved("  public func callNext() {}\n", counter, "MailCounter", "callNext", to: "LetterBox"),
    moved(
      "  public func closeDesk(_ desk: Int) {}\n", counter, "MailCounter", "closeDesk",
      to: "PostStamp"),
    moved(
      "  public func shortestWay() -> Int { 0 }\n", rounds, "RoundPlan", "shortestWay",
      to: "LetterBox"),
    moved(
      "  public static let bagSize = 50\n", letters, "MailLimits", "bagSize", to: "RoundPlan"),
    moved(
      "  public static let townName = \"Upton\"\n", letters, "MailLimits", "townName",
      to: "RoundPlan"),
  ]

  private static func moved(
    _ text: String, _ file: String, _ type: String, _ name: String, to other: String
  ) -> Change {
    let things = text.contains("func") ? "methods" : "properties"
    return Change(
      name: "move \(type).\(name) to \(other)",
      edits: [Edit(file, text, ""), Edit(rounds, "", "extension \(other) {\n\(text)}\n")],
      breaks: [.member(type, name), .count(type, things), .count(other, things)])
  }

  private static let retyped: [Change] = [
    edited(
      "other labels of queueUp", counter, "person: String, at desk", "who: String, at desk",
      [.labels("queueUp")]),
    edited(
      "other type of person", counter, "person: String, at", "person: Int, at",
      [.typing("queueUp")]),
    edited(
      "a label for closeDesk", counter, "closeDesk(_ desk", "closeDesk(number desk",
      [.labels("closeDesk")]),
    edited(
      "other labels of sortLetters", counter, "sortLetters(from bag", "sortLetters(out bag",
      [.labels("sortLetters")]),
    edited(
      "an optional number", letters, "boxNumber: Int", "boxNumber: Int?", [.typing("boxNumber")]),
    edited(
      "a mark that is a stamp", letters, "postMark: String?", "postMark: PostStamp?",
      [.typing("postMark")]),
    edited(
      "a set of names", rounds, "streetNames: [String]", "streetNames: Set<String>",
      [.typing("streetNames")]),
    edited(
      "a new requirement", counter, "  func stampAll()\n", "  func stampAll()\n  func rest()\n",
      [.count("MailSorting", "methods"), .form("all of MailSorting")]),
    edited(
      "a new case", rounds, "  case backHome\n", "  case backHome\n  case asleep\n",
      [.count("RoundState", "cases"), .form("all of RoundState")]),
  ]

  private static let reformed: [Change] =
    [
      edited(
        "a struct", counter, "actor MailCounter", "struct MailCounter",
        [.form("kind of MailCounter")]),
      edited(
        "a class", letters, "struct LetterBox", "class LetterBox", [.form("kind of LetterBox")]),
      edited(
        "an actor", counter, "final class HandSorter", "actor HandSorter",
        [.form("kind of HandSorter")]),
      edited(
        "a struct of limits", letters, "enum MailLimits", "struct MailLimits",
        [.form("kind of MailLimits")]),
      edited(
        "a desk that others do not close", counter, "public func closeDesk", "func closeDesk",
        [.form("access of closeDesk")]),
      edited(
        "nothing goes wrong", counter, "from bag: Int) throws", "from bag: Int)",
        [.form("effects of sortLetters")]),
      edited(
        "many stamps", letters, "faceStamp: PostStamp", "faceStamp: [PostStamp]",
        [.typing("faceStamp"), .form("stamps of LetterBox")]),
      edited(
        "no more sorting", counter, "HandSorter: MailSorting", "HandSorter",
        [.form("HandSorter sorts")]),
    ]
    + constants.map {
      edited(
        "a limit of each for \($0.name)", letters, "static let \($0.name)", "let \($0.name)",
        [.form("static \($0.name)")])
    }

  private static func edited(
    _ name: String, _ file: String, _ old: String, _ new: String, _ breaks: Set<Facet>
  ) -> Change {
    Change(name: name, edits: [Edit(file, old, new)], breaks: breaks)
  }

  private static let revalued: [Change] = [
    revalued("bagSize", "= 50", "= 60"), revalued("openHours", "= 7.5", "= 8"),
    revalued("townName", "Upton", "Lowton"), revalued("isStaffed", "= true", "= false"),
  ]

  private static func revalued(_ name: String, _ old: String, _ new: String) -> Change {
    Change(name: "another \(name)", edits: [Edit(letters, old, new)], breaks: [.value(name)])
  }

  private static let movedFiles: [Change] = files.keys.sorted().map { path in
    let other = path.replacing("/Mail/", with: "/Post/").replacing(".swift", with: "s2.swift")
    return Change(
      name: "move \(path)", edits: [], breaks: [.file(path)], movedFile: (from: path, to: other))
  }
}
