import Diagrams
import Mermaid
import Models
import Testing
import Traces

private func drawn(
  _ models: [InteractionModel], _ options: SequenceOptions = SequenceOptions()
) -> String {
  MermaidPrinter.print(SequenceBuilder.diagram(of: models, options: options))
}

@Suite struct SequenceBuilderTests {
  @Test func `a call with work inside is an activation, and its answer ends it`() {
    let model = interaction { run in
      run.call("A", "B", "sync", returning: "Report") { run.call("B", "C", "GET /changes") }
    }
    #expect(
      drawn([model]) == """
        sequenceDiagram
            participant A
            participant B
            participant C

            A->>+B: sync()
            B->>C: GET /changes
            B-->>-A: Report

        """)
  }

  @Test func `a failure is a crossed arrow`() {
    let model = interaction { $0.call("A", "B", "sync", returning: "APIError.gone", failing: true) }
    #expect(drawn([model]).contains("B--xA: APIError.gone"))
  }

  @Test func `repeats of any period become a loop with its count`() {
    let model = interaction { run in
      for _ in 0..<3 {
        for name in ["a", "b", "c", "d", "e", "f", "g"] { run.call("A", "B", name) }
      }
    }
    let text = drawn([model])
    #expect(text.contains("loop 3 times"))
    #expect(text.split(separator: "\n").count { $0.contains("A->>B: ") } == 7)
  }

  @Test func `loops within loops are found, also where their counts differ`() {
    let model = interaction { run in
      for count in [2, 5, 3] {
        run.call("A", "B", "begin")
        for _ in 0..<count {
          run.call("A", "B", "step")
          run.call("B", "A", "note")
        }
        run.call("A", "B", "end")
      }
    }
    let text = drawn([model])
    #expect(text.contains("loop 3 times"))
    #expect(text.contains("loop 2 to 5 times"))
    #expect(text.split(separator: "\n").count { $0.contains("step()") } == 1)
  }

  @Test func `rounds that the engine names are one loop, their differences alternatives`() {
    let model = interaction { run in
      for status in ["201 Created", "429 Too Many Requests", "201 Created"] {
        run.each("each batch", by: "A") {
          run.call("A", "B", "send") {
            run.call(
              "B", "C", "POST /batch", returning: status, failing: status.hasPrefix("4"))
          }
        }
      }
    }
    let text = drawn([model])
    #expect(text.contains("loop each batch"))
    #expect(text.contains("alt 201 Created"))
    #expect(text.contains("else 429 Too Many Requests"))
    #expect(text.split(separator: "\n").count { $0.contains("POST /batch") } == 1)
  }

  @Test func `several scenarios share what they have in common`() {
    let models = [false, true].map { isExtra in
      interaction("scenario \(isExtra)") { run in
        run.call("A", "B", "first")
        if isExtra { run.call("A", "C", "extra") }
        run.call("A", "B", "last")
      }
    }
    let text = drawn(models)
    #expect(text.contains("opt extra()"))
    #expect(text.split(separator: "\n").count { $0.contains("first()") } == 1)
  }

  @Test func `hidden participants leave what others do among themselves`() {
    var options = SequenceOptions()
    options.hidden = ["B"]
    let model = interaction { run in
      run.call("A", "B", "outer") { run.call("A", "C", "inner") }
    }
    let text = drawn([model], options)
    #expect(text.contains("A->>C: inner()"))
    #expect(!text.contains("outer"))
  }

  @Test func `calls that overlap keep the order of what happened`() {
    let recording = Recording()
    let first = recording.recorder.call(from: "A", to: "B", "first")
    let second = recording.recorder.call(from: "A", to: "C", "second")
    recording.recorder.returned(first, "one")
    recording.recorder.returned(second, "two")
    let text = drawn([InteractionModel(recording.trace("overlap"))])
    let order = ["first()", "second()", "B-->>A: one", "C-->>-A: two"].map {
      text.firstRange(of: $0)?.lowerBound
    }
    #expect(order.allSatisfy { $0 != nil })
    #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted())
  }
}
