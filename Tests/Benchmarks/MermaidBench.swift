import DocgenKit
import Foundation
import Mermaid

/// The speed of reading diagrams: compared with the real Mermaid on the same texts, and at every
/// size.
struct MermaidBench: Bench {
  let name = "mermaid"

  func run() {
    do {
      let texts = try MermaidTexts.written()
      compare("mermaid, small diagrams", texts, try RealMermaidSpeed.measure(texts))
      for (kind, large) in MermaidTexts.documents {
        compare("mermaid, large \(kind) diagrams", large, try RealMermaidSpeed.measure(large))
      }
    } catch {
      Report.failed("mermaid", error)
    }
    measureSizes()
  }

  private func compare(_ what: String, _ texts: [String], _ peer: RealMermaidSpeed) {
    let bytes = Double(texts.reduce(0) { $0 + $1.utf8.count })
    var wrong = 0
    let time = Stopwatch.best {
      wrong = texts.count { !MermaidParser.parse($0).errors.isEmpty }
    }
    let seconds = time.nanoseconds / 1e9
    Report.line(
      what, "\(Report.number(bytes / 1e6 / seconds)) MB/s",
      beside: "\(Int(Double(texts.count) / seconds)) diagrams/s, \(wrong) refused")
    for (name, other) in [("mermaid.parse", peer.parse), ("its bare grammars", peer.grammar)] {
      Report.line(
        "  \(name)", "\(Report.number(bytes / 1e6 / other.seconds)) MB/s",
        beside: "\(Int(Double(texts.count) / other.seconds)) diagrams/s, \(other.refused) refused: "
          + "ours is \(Int(other.seconds / seconds)) times as fast")
    }
  }

  /// A sequence diagram of 1 KB up to 100 MB: the time per line should be constant.
  private func measureSizes() {
    for size in [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] {
      let text = MermaidTexts.sequence(bytes: size)
      MallocTuning.expect(textOf: size)
      let lines = Double(text.utf8.count { $0 == 0x0A })
      let repeats = max(1, 1_000_000 / size)
      var wrong = 0
      let time = Stopwatch.best(of: size > 10_000_000 ? 2 : 5) {
        for _ in 0..<repeats { wrong += MermaidParser.parse(text).errors.count }
      }
      let seconds = time.nanoseconds / 1e9 / Double(repeats)
      Report.line(
        "sequence diagram of \(size / 1_000) KB",
        "\(Report.number(Double(text.utf8.count) / 1e6 / seconds)) MB/s",
        beside: "\(Report.number(seconds * 1e9 / lines)) ns a line" + (wrong > 0 ? ", refused" : "")
      )
    }
  }
}

/// The texts to measure.
enum MermaidTexts {
  /// The valid diagrams among those written for the tests.
  static func written() throws -> [String] {
    try ["state", "sequence", "class"].flatMap { name in
      let file = RealMermaidSpeed.tests.appendingPathComponent("Corpus/\(name).txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      return ("\n" + text).components(separatedBy: "\n#### ").dropFirst().map { entry in
        entry.split(separator: "\n", maxSplits: 1).dropFirst().joined()
      }
    }.filter { MermaidParser.parse($0).errors.isEmpty }
  }

  /// Ten typical diagrams of each kind, up to a few hundred lines.
  static var documents: [(kind: String, texts: [String])] {
    let sizes = 1...10
    return [
      ("state", sizes.map { state(steps: $0 * 20) }),
      ("sequence", sizes.map { sequence(bytes: $0 * 1_500) }),
      ("class", sizes.map { classes(count: $0 * 8) }),
    ]
  }

  static func sequence(bytes: Int) -> String {
    var text = """
      sequenceDiagram
          participant C as Client
          participant S as SyncEngine
          participant N as NetworkClient

      """
    var number = 0
    while text.utf8.count < bytes {
      number += 1
      text += """
            C->>S: enqueue(change \(number))
            loop every batch of pending changes
                S->>+N: createEventsBatch(events)
                N-->>-S: 200 OK, cursor \(number)
                Note over S,N: the queue is empty again
            end

        """
    }
    return text
  }

  private static func state(steps: Int) -> String {
    var text = "stateDiagram-v2\n    [*] --> state0\n"
    for step in 0..<steps {
      text += "    state\(step) --> state\(step + 1): event number \(step), then pause\n"
      if step % 10 == 0 { text += "    state\(step) : waits for the timer\n" }
      if step % 15 == 0 { text += "    note right of state\(step) : rate limited\n" }
    }
    return text
  }

  private static func classes(count: Int) -> String {
    var text = "classDiagram\n"
    for number in 0..<count {
      text += """
            class Store\(number) {
                <<protocol>>
                +load(id: String) Row
                -rows: List~Row~
                +save(row: Row, at: Index) async
            }
            Store\(number) <|-- Store\(number + 1) : conforms
            Store\(number) "1" *-- "many" Row : holds

        """
    }
    return text
  }
}
