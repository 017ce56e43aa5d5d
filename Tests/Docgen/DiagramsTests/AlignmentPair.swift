import Diagrams
import Foundation
import Mermaid
import Models
import TestTools

/// A diagram, a trace, and PM4Py's result for the two.
struct AlignmentPair: Codable {
  var diagram: String
  /// Letters of `RandomDiagram`.
  var trace: [Int]
  /// The diagram for PM4Py.
  var tree: String
  var cost: Int?
  var cheapest: Int?
  var fitness: Double?

  /// A random pair: every third diagram has parallel parts, and the traces range from runs to
  /// noise.
  init(seed: UInt64) {
    var random = SeededRandom(seed)
    let isParallel = seed.isMultiple(of: 3)
    var diagram = RandomDiagram(depth: 4, isParallel: isParallel, using: &random)
    while !(3...24).contains(diagram.lines.count) {
      diagram = RandomDiagram(depth: 4, isParallel: isParallel, using: &random)
    }
    var ends = false
    var letters = diagram.run(using: &random, &ends)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let letter = Int.random(in: 0..<RandomDiagram.letters, using: &random)
      let place = Int.random(in: 0...letters.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: letters.insert(letter, at: place)
      case 1 where place < letters.count: letters.remove(at: place)
      case 2 where place < letters.count: letters[place] = letter
      case 3 where !letters.isEmpty:
        letters.insert(
          letters.remove(at: Int.random(in: 0..<letters.count, using: &random)), at: 0)
      default: break
      }
    }
    // PM4Py gives two empty sequences the fitness 0.
    if letters.isEmpty { letters = [0] }
    let cast = ["A", "B", "C"].map { "participant \($0)" }
    self.diagram = (["sequenceDiagram"] + cast + diagram.lines).joined(separator: "\n")
    tree = diagram.tree
    trace = Array(letters.prefix(30))
  }

  var parsed: SequenceDiagram? {
    guard case .sequence(let diagram) = MermaidParser.parse(self.diagram).diagram else {
      return nil
    }
    return diagram
  }

  var model: RecordedTrace {
    interaction { run in
      for letter in trace {
        run.call(RandomDiagram.from(letter), RandomDiagram.to(letter), "m\(letter)")
      }
    }
  }

  /// The input line for `align.py`.
  var question: String {
    let labels = trace.map { "\"\(RandomDiagram.label($0))\"" }.joined(separator: ",")
    return "{\"tree\":\(tree),\"trace\":[\(labels)]}"
  }
}

/// PM4Py in a separate process, installed below `.build/pm4py` (`make alignments`).
enum PM4Py {
  struct Answer: Codable {
    var cost: Int
    var cheapest: Int
    var fitness: Double
  }

  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let pairs = tests.appendingPathComponent("PM4Py/pairs.jsonl")

  static func answers(to questions: [String]) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("in")
    let output = folder.appendingPathComponent("out")
    try Data((questions.joined(separator: "\n") + "\n").utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = packageFolder.appendingPathComponent(".build/pm4py/venv/bin/python")
    process.arguments = [tests.appendingPathComponent("PM4Py/align.py").path]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
  }
}
