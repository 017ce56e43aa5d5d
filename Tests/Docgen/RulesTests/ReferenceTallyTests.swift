import Diagnostics
import Rules
import Testing

private let catalog = "Sources/House/House.docc"

/// Many references of one kind; the number replaces `%`.
private func lines(_ text: String, _ numbers: ClosedRange<Int>) -> String {
  numbers.map { text.replacing("%", with: String($0)) }.joined(separator: "\n\n")
}

/// One kind of reference and the file it leads to.
private struct KindCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var page = "\(catalog)/Page.md"
  /// With `%` in place of a number.
  var reference: String
  /// The path of the file that the reference leads to.
  var target: String

  static let all = [
    KindCase(
      testDescription: "`@Snippet` paths in DocC catalogs",
      reference: #"@Snippet(path: "House/Snippets/Knock%")"#, target: "Snippets/Knock%.swift"),
    KindCase(
      testDescription: "`<doc:>` links in DocC catalogs", reference: "<doc:Tour%>",
      target: "\(catalog)/Tour%.md"),
    KindCase(
      testDescription: "symbol links in DocC catalogs", reference: "``Window%``",
      target: "Sources/House/Window%.swift"),
    KindCase(
      testDescription: "images in DocC catalogs", reference: "![a](sky%.png)",
      target: "\(catalog)/sky%.png"),
    KindCase(
      testDescription: "relative links in DocC catalogs", reference: "[a](Room%.md)",
      target: "\(catalog)/Room%.md"),
    KindCase(
      testDescription: "relative links", page: "docs/page.md", reference: "[a](room%.md)",
      target: "docs/room%.md"),
    KindCase(
      testDescription: "images", page: "docs/page.md", reference: "![a](sky%.png)",
      target: "docs/sky%.png"),
  ]

  /// A house in which the references with these numbers resolve.
  func house(resolving numbers: Range<Int>) -> LinkedHouse {
    var house = LinkedHouse(["docs/a.md": "# A\n", "\(catalog)/House.md": "# ``House``\n"])
    for number in numbers {
      let path = target.replacing("%", with: String(number))
      house.files[path] = path.hasSuffix(".swift") ? "struct Window\(number) {}\n" : "# Room\n"
    }
    return house
  }
}

@Suite struct ReferenceTallyTests {
  @Test(arguments: KindCase.all)
  private func `one dead reference among many stays an error`(_ kind: KindCase) {
    let house = kind.house(resolving: 1..<10)
    let found = house.projectFindings([kind.page: lines(kind.reference, 1...10)])
    #expect(found.map(\.severity) == [.error], "\(found.map(\.brief))")
  }

  @Test(arguments: KindCase.all)
  private func `if none of a kind resolves, one warning takes the place of the errors`(
    _ kind: KindCase
  ) {
    let house = kind.house(resolving: 0..<0)
    let found = house.projectFindings([kind.page: lines(kind.reference, 1...10)])
    #expect(found.count == 11)
    #expect(found.allSatisfy { $0.severity == .warning }, "\(found.map(\.brief))")
    #expect(
      found.filter { $0.rule.rawValue == "unknown-convention" }.map(\.brief) == [
        "warning: 0 of 10 \(kind.testDescription) resolve"
      ])
  }

  @Test(arguments: [(7, 0, true), (8, 0, false), (9, 1, false), (8, 1, true), (90, 10, false)])
  func `the limits are eight dead references and one in ten that resolves`(
    dead: Int, alive: Int, areErrors: Bool
  ) {
    let house = KindCase.all[0].house(resolving: 0..<alive)
    let found = house.projectFindings([
      "\(catalog)/A.md": lines(KindCase.all[0].reference, 0...(alive + dead) / 2),
      "\(catalog)/B.md": lines(
        KindCase.all[0].reference, ((alive + dead) / 2 + 1)...(alive + dead - 1)),
    ])
    #expect(found.count { $0.severity == .error } == (areErrors ? dead : 0))
  }

  @Test func `kinds are counted separately, and so are catalogs and other pages`() {
    let house = KindCase.all[0].house(resolving: 0..<0)
    let found = house.projectFindings([
      "\(catalog)/Page.md": lines(KindCase.all[0].reference, 1...10) + "\n\n![a](sky.png)",
      "docs/page.md": "![a](sky.png)",
    ])
    #expect(
      found.filter { $0.severity == .error }.map(\.brief) == [
        "error: no catalog has a file `sky.png`", "error: `docs/sky.png` does not exist",
      ])
  }

  @Test func `a target that a commit removed stays an error with that commit`() {
    var house = KindCase.all[0].house(resolving: 0..<0)
    house.repository = KnownRepository().removing("Window3")
      .deleting("Snippets/Knock2.swift", "\(catalog)/Tour4.md", "docs/sky5.png", "docs/room6.md")
    for (kind, number) in zip([0, 1, 2, 5, 6].map { KindCase.all[$0] }, [2, 4, 3, 6, 5]) {
      let found = house.projectFindings([kind.page: lines(kind.reference, 1...10)])
      let errors = found.filter { $0.severity == .error }
      #expect(errors.count == 1, "\(kind): \(errors.map(\.brief))")
      #expect(errors.first?.location.range?.start.line == number * 2 - 1)
      #expect(errors.first?.evidence.contains { $0.commit == KnownRepository.commit } == true)
    }
  }

  @Test func `an excused reference does not count`() {
    let excuse = "<!-- docgen:disable unresolved-doc-link reason=\"elsewhere\" -->\n"
    let house = KindCase.all[0].house(resolving: 0..<0)
    let excused = lines(excuse + KindCase.all[0].reference, 11...20)
    let found = house.projectFindings([
      "\(catalog)/Page.md": lines(KindCase.all[0].reference, 1...10) + "\n\n" + excused
    ])
    #expect(found.count { $0.severity == .error } == 0, "\(found.map(\.brief))")
  }

  @Test func `references in comments are counted separately`() {
    var house = LinkedHouse()
    house.files["Sources/House/More.swift"] = (1...10).map {
      "/// @Snippet(path: \"House/Snippets/Knock\($0)\")\npublic struct Room\($0) {}\n"
    }.joined()
    let found = house.projectFindings([:])
    #expect(
      found.filter { $0.rule.rawValue == "unknown-convention" }.map(\.brief) == [
        "warning: 0 of 10 `@Snippet` paths in comments resolve"
      ])
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
