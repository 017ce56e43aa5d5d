import TestTools

/// A random sequence diagram with all operators, nested: as Mermaid, as a tree for PM4Py, and as
/// runs.
indirect enum RandomDiagram {
  case message(Int)
  case sequence([RandomDiagram])
  case alternative([RandomDiagram])
  case option(RandomDiagram)
  case loop(Int, Int?, RandomDiagram)
  case parallel([RandomDiagram])
  case critical(RandomDiagram, [RandomDiagram])
  case breaking(RandomDiagram)
  case frame(RandomDiagram)

  static let letters = 8

  static func label(_ letter: Int) -> String { "m\(letter)()" }
  static func from(_ letter: Int) -> String { ["A", "B"][letter % 2] }
  static func to(_ letter: Int) -> String { ["B", "C"][letter % 2] }

  init(depth: Int, isParallel: Bool, using random: inout SeededRandom) {
    func part() -> RandomDiagram {
      RandomDiagram(depth: depth - 1, isParallel: isParallel, using: &random)
    }
    func parts(_ range: ClosedRange<Int>) -> [RandomDiagram] {
      (0..<Int.random(in: range, using: &random)).map { _ in part() }
    }
    switch depth == 0 ? 0 : Int.random(in: 0...10, using: &random) {
    case 0, 1: self = .message(Int.random(in: 0..<Self.letters, using: &random))
    case 2, 3, 4: self = .sequence(parts(2...3))
    case 5: self = .alternative(parts(1...3))
    case 6: self = .option(part())
    case 7:
      let least = Int.random(in: 0...2, using: &random)
      let most = Bool.random(using: &random) ? least + Int.random(in: 0...2, using: &random) : nil
      self = .loop(most == nil ? 0 : least, most, part())
    case 8: self = isParallel ? .parallel(parts(2...3)) : .frame(part())
    case 9: self = .critical(part(), parts(0...2))
    default: self = .sequence([part(), .breaking(part()), part()])
    }
  }

  /// The lines of a Mermaid diagram.
  var lines: [String] {
    func block(_ word: String, _ parts: [(String, RandomDiagram)]) -> [String] {
      parts.enumerated().flatMap { index, part in
        [index == 0 ? "\(word) \(part.0)" : part.0] + part.1.lines
      } + ["end"]
    }
    switch self {
    case .message(let letter):
      return ["\(Self.from(letter))->>\(Self.to(letter)): \(Self.label(letter))"]
    case .sequence(let parts): return parts.flatMap(\.lines)
    case .alternative(let parts):
      return block("alt", parts.enumerated().map { ($0 == 0 ? "x" : "else x", $1) })
    case .option(let part): return block("opt", [("x", part)])
    case .loop(let least, let most, let part):
      let title = most.map { $0 == least ? "\(least) times" : "\(least) to \($0) times" }
      return block("loop", [(title ?? "again", part)])
    case .parallel(let parts):
      return block("par", parts.enumerated().map { ($0 == 0 ? "x" : "and x", $1) })
    case .critical(let body, let options):
      return block("critical", [("x", body)] + options.map { ("option x", $0) })
    case .breaking(let part): return block("break", [("x", part)])
    case .frame(let part): return block("rect", [("rgb(1, 2, 3)", part)])
    }
  }

  /// The tree for `align.py`.
  var tree: String {
    func list(_ word: String, _ parts: [String]) -> String {
      "[\"\(word)\"\(parts.map { ",\($0)" }.joined())]"
    }
    func fragment(_ part: RandomDiagram) -> String { list("fragment", [part.tree]) }
    switch self {
    case .message(let letter): return list("message", ["\"\(Self.label(letter))\""])
    case .sequence(let parts): return list("sequence", parts.map(\.tree))
    case .alternative(let parts):
      return list("choice", parts.map(fragment) + (parts.count == 1 ? ["[\"sequence\"]"] : []))
    case .option(let part): return list("choice", [fragment(part), "[\"sequence\"]"])
    case .loop(let least, let most, let part):
      return list("loop", ["\(least)", most.map(String.init) ?? "null", part.tree])
    case .parallel(let parts): return list("parallel", parts.map(fragment))
    case .critical(let body, let options):
      let ways = list("choice", ["[\"sequence\"]"] + options.map(fragment))
      return list("fragment", [list("sequence", [body.tree, ways])])
    case .breaking(let part): return list("break", [part.tree])
    case .frame(let part): return part.tree
    }
  }

  /// A random run with at most a few rounds per loop; sets `isBroken` if a break leaves the
  /// enclosing part.
  func run(using random: inout SeededRandom, _ isBroken: inout Bool) -> [Int] {
    func whole(_ part: RandomDiagram, _ random: inout SeededRandom) -> [Int] {
      var ends = false
      return part.run(using: &random, &ends)
    }
    switch self {
    case .message(let letter): return [letter]
    case .sequence(let parts):
      var letters: [Int] = []
      for part in parts where !isBroken { letters += part.run(using: &random, &isBroken) }
      return letters
    case .alternative(let parts):
      let index = Int.random(in: 0..<(parts.count == 1 ? 2 : parts.count), using: &random)
      return index < parts.count ? whole(parts[index], &random) : []
    case .option(let part): return Bool.random(using: &random) ? whole(part, &random) : []
    case .loop(let least, let most, let part):
      var letters: [Int] = []
      var ends = false
      for _ in 0..<Int.random(in: least...(most ?? 3), using: &random) where !ends {
        letters += part.run(using: &random, &ends)
      }
      return letters
    case .parallel(let parts):
      var rests = parts.map { whole($0, &random) }
      var letters: [Int] = []
      while let index = rests.indices.filter({ !rests[$0].isEmpty }).randomElement(using: &random) {
        letters.append(rests[index].removeFirst())
      }
      return letters
    case .critical(let body, let options):
      var ends = false
      let letters = body.run(using: &random, &ends)
      let option = ends ? nil : options.randomElement(using: &random)
      return letters + (option.map { whole($0, &random) } ?? [])
    case .breaking(let part):
      guard Bool.random(using: &random) else { return [] }
      var ends = false
      let letters = part.run(using: &random, &ends)
      isBroken = true
      return letters
    case .frame(let part): return part.run(using: &random, &isBroken)
    }
  }
}
