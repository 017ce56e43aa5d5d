/// How much else than what happened a diagram would accept: escaping edges, by alignments.
///
/// Each alignment is read as a run of the diagram (its steps in both and in the diagram only). At
/// every message of every run the diagram allows some messages next, or to end; some of these some
/// run takes from the same state, the others escape. Precision is 1 − escaping / allowed, each state
/// counted as often as runs come by. A state is the set of places in the diagram where a reader of
/// the messages so far may be, so that the rounds of a loop are one state and not one each.
package enum DiagramPrecision {
  static func value(of language: MessageLanguage, _ alignments: [Alignment]) -> Double {
    var walker = Walker(language)
    var visits: [Int: Int] = [:]
    var taken: [Int: Set<Int>] = [:]
    for alignment in alignments {
      var state = 0
      for step in alignment.steps {
        let message: Int
        switch step {
        case .both(let drawn, _), .diagramOnly(let drawn): message = drawn
        case .traceOnly, .way: continue
        }
        visits[state, default: 0] += 1
        taken[state, default: []].insert(walker.letters[message])
        state = walker.next(state, by: walker.letters[message])
      }
      visits[state, default: 0] += 1
      taken[state, default: []].insert(Walker.ending)
    }
    var (allowed, used) = (0, 0)
    for (state, count) in visits {
      let next = walker.allowed[state]
      allowed += count * next.count
      used += count * next.intersection(taken[state] ?? []).count
    }
    return allowed == 0 ? 1 : Double(used) / Double(allowed)
  }
}

/// Walks through a diagram by the letters of its messages, over sets of markings.
private struct Walker {
  static let ending = -1

  private let net: DiagramNet
  /// By message; messages that look alike have the same letter.
  let letters: [Int]
  private var sets: [Set<[Int32]>] = []
  private var numbers: [Set<[Int32]>: Int] = [:]
  private var known: [[Int]: Int] = [:]
  /// By state: the letters that may come next, and the end.
  private(set) var allowed: [Set<Int>] = []

  init(_ language: MessageLanguage) {
    net = DiagramNet(language)
    var numbers: [DrawnLetter: Int] = [:]
    letters = language.messages.map { message in
      var letter = message
      letter.range = nil
      let number = numbers[letter] ?? numbers.count
      numbers[letter] = number
      return number
    }
    _ = number(of: [[DiagramNet.start]])
  }

  mutating func next(_ state: Int, by letter: Int) -> Int {
    if let found = known[[state, letter]] { return found }
    var targets: Set<[Int32]> = []
    for marking in sets[state] {
      for step in enabled(in: marking) {
        guard let message = step.message, letters[Int(message)] == letter else { continue }
        targets.insert(fire(step, in: marking))
      }
    }
    let found = number(of: targets)
    known[[state, letter]] = found
    return found
  }

  /// The number of a state: some markings, and what silent steps make of them.
  private mutating func number(of markings: Set<[Int32]>) -> Int {
    var set = markings
    var open = Array(markings)
    var next: Set<Int> = []
    while let marking = open.popLast() {
      if marking == [DiagramNet.end] { next.insert(Self.ending) }
      for step in enabled(in: marking) {
        if let message = step.message {
          next.insert(letters[Int(message)])
          continue
        }
        let target = fire(step, in: marking)
        if set.insert(target).inserted { open.append(target) }
      }
    }
    if let found = numbers[set] { return found }
    numbers[set] = sets.count
    sets.append(set)
    allowed.append(next)
    return sets.count - 1
  }

  private func enabled(in marking: [Int32]) -> [DiagramNet.Transition] {
    marking.flatMap { place in
      net.places[Int(place)].leaving.lazy.map { net.transitions[Int($0)] }
        .filter { $0.inputs.first == place && $0.inputs.allSatisfy(marking.contains) }
    }
  }

  private func fire(_ step: DiagramNet.Transition, in marking: [Int32]) -> [Int32] {
    (marking.filter { !step.inputs.contains($0) } + step.outputs).sorted()
  }
}
