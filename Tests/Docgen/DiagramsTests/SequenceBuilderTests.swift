import Diagrams
import Mermaid
import Models
import Testing
import Traces

private func drawn(
  _ models: [RecordedTrace], _ options: SequenceOptions = SequenceOptions()
) -> String {
  MermaidPrinter.print(SequenceBuilder.drawing(of: models, options: options).diagram)
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

  @Test func `nested loops are found, even if their counts differ`() {
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

  @Test func `named rounds are one loop, their differences alternatives`() {
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

  @Test func `several scenarios share their common parts`() {
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

  @Test func `calls among the other participants stay when one is hidden`() {
    var options = SequenceOptions()
    options.hidden = ["B"]
    let model = interaction { run in
      run.call("A", "B", "outer") { run.call("A", "C", "inner") }
    }
    let text = drawn([model], options)
    #expect(text.contains("A->>C: inner()"))
    #expect(!text.contains("outer"))
  }

  @Test func `concurrent calls are parallel`() {
    let recording = Recording()
    let first = recording.recorder.call(from: "A", to: "B", "first")
    let second = recording.recorder.call(from: "A", to: "C", "second")
    recording.recorder.returned(first, "one")
    recording.recorder.returned(second, "two")
    let text = drawn([recording.trace("overlap")])
    #expect(
      text.hasSuffix(
        """
            par first()
                A->>B: first()
                B-->>A: one
            and second()
                A->>C: second()
                C-->>A: two
            end

        """), "\(text)")
  }

  @Test func `tasks of one call are parallel even if one ends within the other`() {
    func trace(_ scenario: String, isLate: Bool) -> RecordedTrace {
      func call(_ name: String, _ span: UInt32, within parent: TraceSpan?) -> TraceRecord.Body {
        .call(
          TraceCall(
            span: TraceSpan(span), parent: parent, from: parent == nil ? "A" : "B",
            to: parent == nil ? "B" : "C", name: name))
      }
      let group = call("group", 1, within: nil)
      let left = call("left", 2, within: TraceSpan(1))
      let right = call("right", 3, within: TraceSpan(1))
      func back(_ span: UInt32) -> TraceRecord.Body {
        .returned(TraceOutcome(span: TraceSpan(span), value: "done"))
      }
      let ends = isLate ? [back(2), back(3)] : [back(3), back(2)]
      let records = ([group, left, right] + ends + [back(1)]).enumerated().map {
        TraceRecord(sequence: $0, time: 0, body: $1)
      }
      return RecordedTrace(
        file: "", trace: Trace(header: TraceHeader(scenario: scenario), records: records))
    }
    let text = drawn([trace("nested", isLate: false)])
    #expect(text.contains("par left()\n"), "\(text)")
    #expect(text.contains("and right()\n"), "\(text)")
    #expect(drawn([trace("nested", isLate: false), trace("late", isLate: true)]) == text)
  }

  @Test func `a call that outlives its caller continues in parallel`() {
    let recording = Recording()
    let outer = recording.recorder.call(from: "A", to: "B", "outer")
    recording.call("B", "A", "early")
    let late = recording.recorder.call(from: "B", to: "C", "late")
    recording.recorder.returned(outer, "done")
    recording.call("C", "A", "within")
    recording.recorder.returned(late, "later")
    let text = drawn([recording.trace("overlap")])
    #expect(text.contains("par outer()\n"), "\(text)")
    #expect(text.contains("and late()\n"), "\(text)")
    #expect(text.contains("C->>A: within()"), "\(text)")
  }

  @Test func `a recorded decision separates branches`() {
    let models = [true, false].map { isFull in
      interaction("full \(isFull)") { run in
        run.call("A", "B", "begin")
        run.recorder.decided(by: "A", "the store is full", holds: isFull)
        // The second run has another order and a message of its own, so without the recorded
        // decision the parts would be parallel.
        for name in isFull ? ["x", "y", "only"] : ["y", "x"] { run.call("A", "B", name) }
        run.call("A", "B", "end")
      }
    }
    let text = drawn(models)
    #expect(
      text.hasSuffix(
        """
            A->>B: begin()
            alt the store is full
                A->>B: x()
                A->>B: y()
                A->>B: only()
            else otherwise
                A->>B: y()
                A->>B: x()
            end
            A->>B: end()

        """), "\(text)")
  }

  @Test func `a decision that is not always made is a title if it held`() {
    let models = [true, nil].map { (isFull: Bool?) in
      interaction("full \(isFull == nil)") { run in
        run.call("A", "B", "begin")
        if let isFull { run.recorder.decided(by: "A", "the store is full", holds: isFull) }
        if isFull == nil { run.call("A", "B", "write") }
      }
    }
    #expect(drawn(models).contains("opt not: the store is full\n"), "\(drawn(models))")
  }
}
