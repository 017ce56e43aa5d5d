import Diagnostics
import Diagrams
import Mermaid
import Models
import Testing
import Traces

private func sequence(_ body: String) -> SequenceDiagram {
  let document = MermaidParser.parse("sequenceDiagram\n" + body)
  guard document.errors.isEmpty, case .sequence(let diagram) = document.diagram else {
    Issue.record("not a sequence diagram: \(document.errors)")
    return SequenceDiagram()
  }
  return diagram
}

/// Three rounds of `next`, each answered, then `close`.
private let rounds = interaction("rounds") { run in
  for _ in 0..<3 { run.call("A", "B", "next", returning: "Item") }
  run.call("A", "C", "close")
}

/// `kind line words`
private func report(
  _ body: String, _ matching: LetterMatching = LetterMatching(), _ models: RecordedTrace...
) -> [String] {
  SequenceConformance(
    of: sequence(body), from: models.isEmpty ? [rounds] : models, matching: matching
  ).deviations.map { deviation in
    let line = (deviation.site?.range ?? deviation.drawn?.range)?.start.line ?? 0
    let words = deviation.happened?.label ?? deviation.site?.label ?? ""
    return "\(deviation.kind) \(line) \(words)"
  }
}

private let drawn = """
    participant C
    loop 3 times
      A->>B: next()
      B-->>A: Item
    end
    A->>C: close()
  """

@Suite struct DeviationKindTests {
  @Test(
    arguments: [
      ("3 times", 3, 3), ("each item (2 times)", 2, 2), ("1 to 4 times", 1, 4),
      ("tried 1–4 times", 1, 4), ("at least 2 times", 2, nil), ("2 or more times", 2, nil),
      ("up to 5 times", 0, 5), ("at most 5 times", 0, 5), ("once", 1, 1), ("at most twice", 0, 2),
      ("between 2 and 3 times", 2, 3), ("exactly 7 times", 7, 7), ("each batch of 50", 0, nil),
      ("", 0, nil), ("many times", 0, nil), ("until 3 o'clock", 0, nil),
    ] as [(String, Int, Int?)])
  func `a loop's title may state its number of rounds`(title: String, least: Int, most: Int?) {
    #expect(LoopBounds(title: title) == LoopBounds(least: least, most: most))
  }

  @Test func `a loop with the stated number of rounds is right`() {
    #expect(report(drawn) == [])
    #expect(report(drawn.replacing("3 times", with: "at least 2 times")) == [])
  }

  @Test(arguments: ["2 times", "4 times", "1 to 2 times", "at least 4 times", "twice"])
  func `a loop's wrong bound is reported, and nothing else`(title: String) {
    #expect(
      report(drawn.replacing("3 times", with: title)) == ["wrongCount 3 loop \(title)"])
  }

  @Test func `the counted rounds are reported`() {
    let conformance = SequenceConformance(
      of: sequence(drawn.replacing("3 times", with: "7 times")), from: [rounds])
    #expect(conformance.deviations.map(\.counts) == [3...3])
  }

  @Test func `a message to another participant is redirected`() {
    #expect(
      report(drawn.replacing("A->>C: close()", with: "A->>B: close()"))
        == ["redirected 7 close()"])
  }

  @Test func `another label is reported with the right one`() {
    #expect(
      report(drawn.replacing("close()", with: "shut()")) == ["relabelled 7 close()"])
    #expect(report(drawn.replacing("Item", with: "Thing")) == ["relabelled 5 Item"])
  }

  @Test func `a moved message is reported once, with its right place`() throws {
    let conformance = SequenceConformance(
      of: sequence(
        "  participant C\n  A->>C: close()\n  loop 3 times\n  A->>B: next()\n  end"),
      from: [rounds])
    let moved = try #require(conformance.deviations.first)
    #expect(conformance.deviations.count == 1)
    #expect(moved.kind == .moved)
    #expect(moved.belongsBehind?.text == "next()")
    #expect(moved.happened?.place.line ?? 0 > 0)
  }

  @Test func `a moved message belongs after one that happens`() throws {
    let conformance = SequenceConformance(
      of: sequence("  A->>B: b()\n  A->>B: a()\n  A->>A: nothing()"),
      from: [
        interaction("two") { run in
          run.call("A", "B", "a")
          run.call("A", "B", "b")
        }
      ])
    #expect(conformance.deviations.map(\.kind) == [.moved, .neverSent])
    let moved = try #require(conformance.deviations.first)
    let belongs = Set([moved.belongsBehind?.text, moved.drawn?.text])
    #expect(belongs == ["a()", "b()"] || belongs == ["a()", nil], "\(moved)")
  }

  @Test func `an answer must be drawn once others between the two are`() {
    let diagram = drawn.replacing("    B-->>A: Item\n", with: "")
    #expect(report(diagram) == [])
    #expect(report(diagram, LetterMatching(answers: .all)).contains { $0.hasPrefix("missing") })
    let two = interaction("two") { run in
      run.call("A", "B", "first", returning: "One")
      run.call("A", "B", "second", returning: "Two")
    }
    let half = "  A->>B: first()\n  B-->>A: One\n  A->>B: second()"
    #expect(report(half, LetterMatching(), two) == ["missing 4 Two"])
    #expect(report(half, LetterMatching(answers: .any), two) == [])
  }

  @Test func `a failure must be drawn like a call`() {
    let failing = interaction("failing") { run in
      run.call("A", "B", "open", returning: "Refused", failing: true)
    }
    #expect(report("  A->>B: open()", LetterMatching(), failing) == ["missing 2 Refused"])
    #expect(report("  A->>B: open()\n  B--xA: Refused", LetterMatching(), failing) == [])
    let both = interaction("both") { run in
      run.call("A", "B", "open", returning: "Refused", failing: true)
      run.call("A", "B", "open", returning: "Done")
    }
    let half = "  A->>B: open()\n  B--xA: Refused\n  A->>B: open()"
    #expect(report(half, LetterMatching(), both) == ["missing 4 Done"])
  }

  @Test func `a decision that is drawn once, or that a synonym names, must be drawn`() {
    let hurried = interaction("hurried") { run in
      run.recorder.decided(by: "A", "is late", holds: true)
      run.call("A", "B", "open")
      run.recorder.decided(by: "A", "is late", holds: true)
      run.recorder.decided(by: "A", "is raining", holds: true)
    }
    #expect(report("  A->>B: open()", LetterMatching(), hurried) == [])
    let once = "  A->>A: is late\n  A->>B: open()"
    #expect(report(once, LetterMatching(), hurried) == ["missing 3 is late"])
    #expect(report(once + "\n  A->>A: is late", LetterMatching(), hurried) == [])
    let wet = LetterMatching(synonyms: ["take a coat": "is raining"], demanded: ["is raining"])
    #expect(report("  A->>B: open()", wet, hurried) == ["missing 2 is raining"])
    #expect(report("  A->>B: open()\n  A->>A: take a coat", wet, hurried) == [])
    #expect(
      report("  A->>B: open()\n  A->>A: a hat", wet, hurried) == ["relabelled 3 is raining"])
  }

  @Test func `labels agree according to the document`() {
    let model = interaction("query") { run in run.call("A", "B", "GET /changes") }
    let query = "  A->>B: GET /changes?since=3"
    #expect(report(query, LetterMatching(), model) == [])
    #expect(report(query, LetterMatching(labels: .method), model) == [])
    #expect(
      report(query, LetterMatching(labels: .exact), model) == ["relabelled 2 GET /changes"])
    #expect(
      report("  A->>B: next(everything)", LetterMatching(labels: .method), plainCall) == [])
    #expect(
      report("  A->>B: next(everything)", LetterMatching(), plainCall) == ["relabelled 2 next()"])
  }

  @Test func `a transition belongs to its parent call, whatever began later`() {
    func call(_ span: UInt32, _ to: String) -> TraceRecord.Body {
      .call(TraceCall(span: TraceSpan(span), from: "A", to: to, name: "open"))
    }
    func report(parent: TraceSpan?) -> [String] {
      let step = TraceTransition(
        machine: "M", parent: parent, from: "x", event: "go", to: "y")
      let bodies: [TraceRecord.Body] = [call(1, "B"), call(2, "C"), .transition(step)]
      let records = bodies.enumerated().map { TraceRecord(sequence: $0, time: 0, body: $1) }
      let trace = Trace(header: TraceHeader(scenario: "two"), records: records)
      return DiagramsTests.report(
        "  A->>B: open()\n  A->>C: open()\n  B->>B: go", LetterMatching(),
        RecordedTrace(file: "two.jsonl", trace: trace))
    }
    #expect(report(parent: TraceSpan(1)) == [])
    #expect(report(parent: nil) == ["redirected 4 go"])
  }

  @Test func `a block without messages is reported`() {
    let empty = drawn + "\n  opt perhaps\n  Note over A: nothing\n  end"
    #expect(report(empty) == ["empty 8 opt perhaps"])
  }

  @Test func `fitness and precision are named numbers`() {
    let right = SequenceConformance(of: sequence(drawn), from: [rounds])
    #expect(right.fitness == 1)
    #expect(right.precision == 1)
    // Before and after each of the three `next`, two of three possible steps are taken; after
    // `close`, the only one.
    let free =
      "  participant C\n  loop on\n  A->>B: next()\n  end\n  opt x\n  A->>C: close()\n  end"
    let loose = SequenceConformance(
      of: sequence(free), from: [rounds], matching: LetterMatching(answers: .any))
    #expect(loose.fitness == 1)
    #expect(loose.precision == 9.0 / 13)
    let wrong = SequenceConformance(
      of: sequence(drawn.replacing("close", with: "shut")), from: [rounds])
    // 7 letters, a shortest run of 7, and 2 moves on one side.
    #expect(abs(wrong.fitness - (1 - 2.0 / 14)) < 1e-12)
  }
}

private let plainCall = interaction("call") { run in run.call("A", "B", "next") }
