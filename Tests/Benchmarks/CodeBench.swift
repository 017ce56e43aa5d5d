import Diagrams
import Foundation
import Mermaid
import Models
import SwiftIndex
import SwiftParser
import SwiftSyntax

/// The speed of reading Swift: 100,000 lines of this project's own sources, compared with
/// SwiftParser alone on the same number of threads.
struct CodeBench: Bench {
  let name = "code"
  private static let workers = 2

  func run() async {
    do {
      let inputs = try Self.sources(lines: 100_000)
      await measureReading(inputs)
      measureDiagram(types: 2_000)
    } catch {
      Report.failed("swift", error)
    }
  }

  private func measureReading(_ inputs: [SourceInput]) async {
    let lines = inputs.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } }
    var (reading, parsing) = (Timings(), Timings())
    var read: [FileDeclarations] = []
    // Alternates both, so that other work on the machine affects them equally.
    for _ in 0..<5 {
      await parsing.measure { await Self.parse(inputs) }
      // The previous result is released outside of the measured time.
      read = []
      await reading.measure {
        read = await FileDeclarations.reading(inputs, workers: Self.workers)
      }
    }
    let members = read.reduce(0) { $0 + $1.types.reduce(0) { $0 + $1.members.count } }
    // Other work on the machine has less influence on processor time.
    let share = parsing.leastProcessorTime / reading.leastProcessorTime * 100
    Report.line(
      "\(lines) lines of Swift, cold", "\(Report.number(reading.best / 1e6)) ms",
      beside:
        "\(Report.number(parsing.best / reading.best * 100)) % of the speed of bare SwiftParser "
        + "(\(Report.number(parsing.best / 1e6)) ms), \(Report.number(share)) % by the processor's time, "
        + "\(members) members")
    await measureCache(inputs, read)
    measureExtraction(read, beside: reading.leastProcessorTime)
  }

  /// Measures what diagrams from source add to a cold check.
  ///
  /// Every state machine is read, and the flow along the largest method of each class and actor: far more
  /// than any project draws.
  private func measureExtraction(_ files: [FileDeclarations], beside reading: Double) {
    let types = CodeModel(files).types
    let enums = types.filter { $0.kind == .enum && !$0.cases.isEmpty }
    let entries = types.filter { $0.kind == .class || $0.kind == .actor }.compactMap { type in
      let methods = type.members.filter { $0.signature != nil && !$0.isInitializer }
      return methods.max { $0.body.steps.count < $1.body.steps.count }.map { (type, $0) }
    }
    var (machines, edges, calls) = (0, 0, 0)
    var timings = Timings()
    for _ in 0..<5 {
      let code = CodeModel(files)
      timings.measure {
        let holders = enums.flatMap { code.machineHolders(named: $0.qualifiedName) }
        machines = holders.count
        edges = holders.reduce(0) { $0 + code.sourceMachine(of: $1).edges.count }
        calls = entries.reduce(0) { total, entry in
          let flow = code.sourceFlow(
            of: entry.1, in: entry.0, depth: SourceFlow.standardDepth)
          return total + flow.bodies.reduce(0) { $0 + $1.calls.count }
        }
      }
    }
    let each = timings.leastProcessorTime / Double(machines + entries.count)
    Report.line(
      "  \(machines) state machines and \(entries.count) flows from source",
      "\(Report.number(timings.best / 1e6)) ms",
      beside: "\(Report.number(timings.leastProcessorTime / reading * 100)) % of the processor's "
        + "time for reading it cold (goal 10 % of a check: \(Int(reading / 10 / each)) diagrams), "
        + "\(edges) transitions, \(calls) calls")
  }

  /// Reads the same files again, unchanged: from the cache's bytes to the merged model.
  private func measureCache(_ inputs: [SourceInput], _ read: [FileDeclarations]) async {
    let none = CodeCache()
    let first = await FileDeclarations.reading(inputs, cache: none, workers: Self.workers)
    let bytes = CodeCache.bytes(of: first.kept ?? [], stamp: 1)
    var warm = Timings()
    var isSame = true
    for _ in 0..<7 {
      await warm.measure {
        let cache = CodeCache(bytes, stamp: 1)
        let again = await FileDeclarations.reading(inputs, cache: cache, workers: Self.workers)
        _ = CodeModel(again.files)
        isSame = isSame && again.kept == nil
      }
    }
    let equal =
      await FileDeclarations.reading(
        inputs, cache: CodeCache(bytes, stamp: 1), workers: Self.workers
      ).files == read
    Report.line(
      "  warm, merged into a model", "\(Report.number(warm.best / 1e6)) ms",
      beside: "\(bytes.count / 1_000) KB of cache"
        + (isSame && equal ? "" : ", and not the same as cold"))
  }

  /// Runs SwiftParser alone, with the files distributed to the same number of threads.
  private static func parse(_ inputs: [SourceInput]) async {
    await parse(count: inputs.count, workers: workers) { inputs[$0].bytes }
  }

  /// Parses that many files with SwiftParser alone.
  static func parse(
    count: Int, workers: Int, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) async {
    let queue = WorkQueue(count: count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          while let index = queue.next() {
            let tree = bytes(index).withUnsafeBufferPointer { Parser.parse(source: $0) }
            precondition(tree.endPosition.utf8Offset >= 0)
          }
        }
      }
    }
  }

  /// Types that contain, conform to and use each other.
  private func measureDiagram(types count: Int) {
    let files = (0..<count / 10).map { file -> SourceInput in
      let types = (0..<10).map { place -> String in
        let number = file * 10 + place
        return """
          public struct Part\(number): Sendable, Shape\(number % 7) {
            public let next: Part\((number + 1) % count)?
            let all: [Part\((number * 7) % count)]
            func make(_ other: Part\((number * 3) % count)) -> Part\((number * 5) % count) {
              Part\((number * 11) % count)()
            }
          }
          """
      }
      return SourceInput(
        path: "Sources/Big/File\(file).swift", module: "Big", types.joined(separator: "\n"))
    }
    let code = CodeModel(reading: files)
    var bytes = 0
    var timings = Timings()
    for _ in 0..<5 {
      timings.measure {
        let model = TypeModel(TypeSelection(), in: code)
        bytes = MermaidPrinter.print(ClassBuilder.diagram(of: model)).utf8.count
      }
    }
    Report.line(
      "class diagram of \(count) types", "\(Report.number(timings.best / 1e6)) ms",
      beside: "\(bytes) bytes of Mermaid")
  }

  /// Files of this project, repeated under different paths until there are enough lines.
  static func sources(lines wanted: Int) throws -> [SourceInput] {
    let root = URL(fileURLWithPath: "Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    let files = try names.map {
      ($0, [UInt8](try Data(contentsOf: root.appendingPathComponent($0))))
    }
    var inputs: [SourceInput] = []
    var lines = 0
    while lines < wanted {
      for (name, bytes) in files where lines < wanted {
        inputs.append(
          SourceInput(path: "Sources\(inputs.count)/\(name)", module: "Code", bytes: bytes))
        lines += bytes.count { $0 == 0x0A }
      }
    }
    return inputs
  }
}
