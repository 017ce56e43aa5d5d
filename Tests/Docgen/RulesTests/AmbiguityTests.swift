import Testing

/// Different declarations with one name, whose differences matter to a document.
@Suite struct AmbiguityTests {
  private static let source = """
    #if os(Linux)
    enum Room { static let size = 1; static let same = 4 }
    #else
    enum Room { static let size = 2; static let same = 4 }
    #endif
    struct Bell {
      func ring(_ count: Int) {}
      func ring(_ name: String) {}
      func stop() {}
      func stop(after seconds: Int) {}
    }

    """

  private func findings(_ text: String) -> [String] {
    Door.findings(on: text + "\n", model: Door.model(source: Self.source))
  }

  private func evidence(_ text: String) -> [String] {
    Door.evidence(on: text + "\n", model: Door.model(source: Self.source))
  }

  @Test func `different constants of one name cannot be shown`() {
    let size = "<!-- docgen:value Room.size -->2<!-- /docgen:value -->"
    #expect(
      findings(size) == ["1:19 region-source 2 constants are called `Room.size`, and differ"])
    #expect(evidence(size).prefix(2) == ["1", "2"])
    #expect(findings("<!-- docgen:value Room.same -->4<!-- /docgen:value -->") == [])
  }

  @Test func `overloads are quoted by their differences`() {
    func help(_ name: String) -> String? {
      evidence("<!-- docgen:verify snippet symbol=\"\(name)\" -->\n```swift\nlet a = 1\n```").last
    }
    #expect(help("Bell.stop") == "name the type, the module or the labels too")
    #expect(
      help("Bell.ring(_:)")
        == "to quote one of several that differ only in their types, mark it: file=PATH and mark=NAME"
    )
  }

  @Test func `a line outside of several overloads names them all`() {
    let text = "`Bell.ring(_:)` (`Sources/House/Door.swift:3`)"
    #expect(findings(text).map { $0.split(separator: " ")[1] } == ["moved-line"])
    #expect(evidence(text) == ["func ring(_ count: Int)", "func ring(_ name: String)"])
    for line in [7, 8] {
      #expect(findings("`Bell.ring(_:)` (`Sources/House/Door.swift:\(line)`)") == [])
    }
  }

  private static let engines = """
    struct Engine { enum State { case on, off }; let state: State }
    struct Queue { enum State { case full, empty }; let state: State }

    """

  @Test(arguments: [
    ("class State\nclass Engine.State\nclass Engine\nEngine *-- Engine.State", 0),
    ("class Engine.State\nclass State\nclass Queue\nQueue *-- State", 0),
    ("class State {\nfull\n}\nclass Queue\nQueue *-- State", 0),
    ("class State {\non\n}\nclass Engine\nEngine *-- State", 0),
    ("class State {\nfull\n}\nclass Engine\nEngine *-- State", 1),
    ("class State {\nfull\non\n}", 1),
  ])
  func `a class with the name of two types means the matching one`(diagram: String, count: Int) {
    let found = Door.findings(
      on:
        "<!-- docgen:verify class-diagram partial -->\n```mermaid\nclassDiagram\n\(diagram)\n```\n",
      model: Door.model(source: Self.engines))
    #expect(found.count == count, "\(found)")
  }
}
