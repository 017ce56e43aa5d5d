import Diagnostics
import Diagrams
import Mermaid
import Models
import Testing

private func sequence(_ body: String) -> SequenceDiagram {
  let document = MermaidParser.parse("sequenceDiagram\n" + body)
  guard document.errors.isEmpty, case .sequence(let diagram) = document.diagram else {
    Issue.record("not a sequence diagram: \(document.errors)")
    return SequenceDiagram()
  }
  return diagram
}

/// `missing: A ->> B: x() @2`, with the line of the drawn message concerned.
private func report(_ body: String, _ models: RecordedTrace...) -> [String] {
  SequenceConformance(of: sequence(body), from: models).deviations.map { deviation in
    let drawn = deviation.site?.label ?? deviation.drawn?.description
    let words = (deviation.kind == .missing ? deviation.happened?.description : drawn) ?? ""
    let line = (deviation.site?.range ?? deviation.drawn?.range)?.start.line ?? 0
    return "\(deviation.kind): \(words) @\(line)"
  }
}

private let plain = interaction { run in
  run.call("A", "B", "open", returning: "Handle") { run.call("B", "C", "read") }
  run.call("A", "B", "close")
}

@Suite struct SequenceConformanceTests {
  @Test func `a diagram of what happened has nothing to report`() {
    #expect(
      report(
        """
          A->>B: open()
          B->>C: read
          B-->>A: Handle
          A->>B: close()
        """, plain
      ).isEmpty)
  }

  @Test func `answers may be left out, but not calls`() {
    #expect(report("  A->>B: open()\n  B->>C: read()\n  A->>B: close()", plain).isEmpty)
    #expect(
      report("  A->>B: open()\n  A->>B: close()\n  C->>C: x", plain)
        == ["missing: B ->> C: read() @2", "neverSent: C ->> C: x @4"])
  }

  @Test func `only messages among the drawn participants count`() {
    #expect(report("  A->>B: open()\n  A->>B: close()", plain).isEmpty)
  }

  @Test func `a message at another place is moved, not missing`() {
    #expect(
      report("  A->>B: close()\n  A->>B: open()\n  B->>C: read()", plain).map {
        $0.prefix { $0 != ":" }
      } == ["moved"])
  }

  @Test func `a call drawn as an answer is not that call`() {
    #expect(
      report("  A-->>B: open()\n  A->>B: close()", plain) == ["wrongArrow: A -->> B: open() @2"])
  }

  @Test func `loops, options and alternatives allow repetition, omission and choice`() {
    let model = interaction { run in
      for index in 0..<4 {
        run.call("A", "B", "next")
        if index == 2 { run.call("A", "B", "skip") }
        run.call("A", "B", index.isMultiple(of: 2) ? "even" : "odd")
      }
    }
    let diagram = """
        loop as long as there are any
          A->>B: next()
          opt sometimes
            A->>B: skip()
          end
          alt even
            A->>B: even()
          else odd
            A->>B: odd()
          end
        end
      """
    #expect(report(diagram, model).isEmpty)
    #expect(
      report(diagram.replacing("odd()", with: "strange()"), model)
        == ["relabelled: A ->> B: strange() @10"])
  }

  @Test func `parallel parts may interleave, each in its own order`() {
    let names = ["a1", "b1", "a2", "b2"]
    let model = interaction { run in for name in names { run.call("A", "B", name) } }
    let diagram = """
        par one
          A->>B: a1()
          A->>B: a2()
        and two
          A->>B: b1()
          A->>B: b2()
        end
      """
    #expect(report(diagram, model).isEmpty)
    let wrong = interaction { run in for name in names.reversed() { run.call("A", "B", name) } }
    #expect(!report(diagram, wrong).isEmpty)
  }

  @Test func `a break leaves the block around it`() {
    let model = interaction { run in
      run.call("A", "B", "next")
      run.call("A", "B", "next")
      run.call("A", "B", "stop")
      run.call("A", "B", "close")
    }
    let diagram = """
        loop for ever
          A->>B: next()
          break at the end
            A->>B: stop()
          end
        end
        A->>B: close()
      """
    #expect(report(diagram, model).isEmpty)
  }

  @Test func `a branch that no trace takes is a separate finding`() {
    let diagram = """
        A->>B: open()
        opt never
          A->>B: extra()
        end
        A->>B: close()
      """
    #expect(report(diagram, plain) == ["neverTaken: opt never @3"])
  }

  @Test func `an untaken branch is not another spelling of a drawn one`() {
    let diagram = """
        A->>B: open()
        B->>C: read()
        opt never
          A->>B: opens()
        end
        A->>B: close()
      """
    #expect(report(diagram, plain) == ["neverTaken: opt never @4"])
    #expect(
      report(diagram.replacing("  A->>B: open()\n", with: ""), plain)
        == ["relabelled: A ->> B: opens() @4", "missing: A ->> B: open() @0"].sorted())
  }

  @Test func `synonyms replace labels`() {
    let matching = LetterMatching(synonyms: ["fetch it": "read"])
    let diagram = sequence("  A->>B: open()\n  B->>C: fetch it\n  A->>B: close()")
    #expect(
      SequenceConformance(of: diagram, from: [plain], matching: matching).deviations.isEmpty)
    #expect(!SequenceConformance(of: diagram, from: [plain]).deviations.isEmpty)
  }

  @Test func `a generated diagram accepts every interaction that it was made from`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<150 {
      let program = RandomProgram(depth: 3, using: &random)
      let models = (0..<Int.random(in: 1...4, using: &random)).map { number in
        interaction("run \(number)") { program.run($0, using: &random) }
      }
      let diagram = SequenceBuilder.drawing(of: models).diagram
      let deviations = SequenceConformance(of: diagram, from: models).deviations
        .filter { $0.kind != .neverTaken }
      #expect(
        deviations.isEmpty, "\(MermaidPrinter.print(diagram))\n\(deviations.map(\.kind))")
    }
  }
}

/// A random program of calls, loops, options and alternatives.
private indirect enum RandomProgram {
  case call(Int, [RandomProgram])
  case loop([RandomProgram])
  case either([RandomProgram], [RandomProgram])

  init(depth: Int, using random: inout SystemRandomNumberGenerator) {
    func body() -> [RandomProgram] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        RandomProgram(depth: depth - 1, using: &random)
      }
    }
    switch depth == 0 ? 0 : Int.random(in: 0...3, using: &random) {
    case 0: self = .call(Int.random(in: 0..<5, using: &random), [])
    case 1: self = .call(Int.random(in: 0..<5, using: &random), body())
    case 2: self = .loop(body())
    default: self = .either(body(), body())
    }
  }

  func run(_ recording: Recording, using random: inout SystemRandomNumberGenerator) {
    switch self {
    case .call(let number, let body):
      let answer = body.isEmpty ? "" : "result \(number)"
      recording.call(
        ["A", "B"][number % 2], ["B", "C"][number % 2], "m\(number)", returning: answer
      ) {
        for part in body { part.run(recording, using: &random) }
      }
    case .loop(let body):
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        for part in body { part.run(recording, using: &random) }
      }
    case .either(let left, let right):
      for part in Bool.random(using: &random) ? left : right { part.run(recording, using: &random) }
    }
  }
}
