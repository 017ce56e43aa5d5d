import Diagnostics
import Testing

/// Generic arguments, imports and labels in examples, and the initializers that a page declares: each
/// in its right form, which is silent, and in its wrong one.
@Suite struct ExampleFormTests {
  @Test(arguments: [
    ("func open(_ options: [UIApplicationLaunchOptionsKey: Any]?) {}", 1),
    ("func open(_ options: [UIApplication.LaunchOptionsKey: Any]?) {}", 0),
    ("typealias UIControlState = Int\nlet state: UIControlState = 1", 0),
  ])
  func `a type of the platforms has its new name`(code: String, count: Int) {
    let found = Harbor.findings("```swift\n\(code)\n```")
    #expect(found.count { $0.summary.contains("since Swift 4.2") } == count, "\(found)")
  }

  @Test(
    arguments: [
      ("let crane: Crane<Pier>? = nil", nil),
      ("let crane = Crane<Pier>()", nil),
      ("let crane: Crane<Pier, Winch>? = nil", "`Crane` has 1 generic parameter, not 2"),
      ("let crane = Crane<Pier, Winch>()", "`Crane` has 1 generic parameter, not 2"),
      ("let winch: Winch<Int>? = nil", "`Winch` has 0 generic parameters, not 1"),
      ("let all: [Result<Int, any Error>] = []", nil),
      ("struct Crane<A, B> {}\nlet crane: Crane<Int, Int>? = nil", nil),
      ("let crane: Other<Int, Int>? = nil", nil),
    ] as [(String, String?)])
  func `a type has the number of generic arguments that its declaration has`(
    code: String, message: String?
  ) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("import Harbor", nil), ("import Foundation", nil), ("import Lighthouse", nil),
      ("import harbor", "the module is called `Harbor`, not `harbor`"),
    ] as [(String, String?)])
  func `a module is imported in the spelling of the sources`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("Winch(reach: 1).lowerAll(count: 3)", nil),
      ("var count = 1\ncount = 3", nil),
      ("Winch(reach: 1).lowerAll(count = 3)", "`count = …` is not an argument"),
      ("moor(count = 3)", nil),
    ] as [(String, String?)])
  func `a label is followed by a colon`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("Chest(lock: .bolt(3))", nil),
      ("Chest(lock: .boltWithChain(links: 3))", "`boltWithChain`"),
      // The parameter is not of a type of the project.
      ("Theme(width: .wideOrNarrow(limit: 3))", nil),
      ("Other(lock: .boltWithChain(links: 3))", nil),
    ] as [(String, String?)])
  func `an argument of a type of the project is one of its members`(
    code: String, message: String?
  ) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("Mooring(rope: 1, pierName: \"North\")", nil),
      ("Mooring(rope: 1, pier: \"North\")", "takes `(rope:pierName:)`, as the page declares it"),
      // The class that it inherits from may have such an initializer.
      ("Mooring(depth: 1)", nil),
      ("Mooring(depth: 1, pier: 2)", nil),
    ] as [(String, String?)])
  func `a class of the page is made as the page declares it`(code: String, message: String?) {
    let declaration = """
      final class Mooring: Base {
        init(rope: Int, pierName: String) { super.init() }
      }
      """
    expect("```swift\n\(declaration)\n```\n\n```swift\n\(code)\n```", message)
  }

  private func expect(_ text: String, _ message: String?) {
    let found = Harbor.findings(text).filter { $0.severity > .note }
    #expect(found.isEmpty == (message == nil), "\(text): \(found)")
    let summaries = found.map(\.summary).joined(separator: "\n")
    #expect(summaries.contains(message ?? ""), "\(found)")
  }
}
