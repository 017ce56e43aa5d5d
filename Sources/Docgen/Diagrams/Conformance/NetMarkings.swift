/// The markings of a net, numbered as they are reached, with what can be done in each.
struct NetMarkings {
  /// What can be done in a marking.
  struct Successor {
    var marking: Int32
    var message: Int32?
    var way: Int32?
  }

  private let net: DiagramNet
  private var markings: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  private var successors: [[Successor]?] = []

  init(_ net: DiagramNet) { self.net = net }

  /// The marked places, sorted.
  subscript(_ number: Int32) -> [Int32] { markings[Int(number)] }

  /// `marking` is sorted.
  mutating func number(of marking: [Int32]) -> Int32 {
    if let known = numbers[marking] { return known }
    let number = Int32(markings.count)
    numbers[marking] = number
    markings.append(marking)
    successors.append(nil)
    return number
  }

  mutating func successors(of marking: Int32) -> [Successor] {
    if let known = successors[Int(marking)] { return known }
    let marks = markings[Int(marking)]
    var found: [Successor] = []
    for place in marks {
      for transition in net.places[Int(place)].leaving {
        let step = net.transitions[Int(transition)]
        guard step.inputs.first == place, step.inputs.allSatisfy(marks.contains) else { continue }
        let after = (marks.filter { !step.inputs.contains($0) } + step.outputs).sorted()
        found.append(
          Successor(marking: number(of: after), message: step.message, way: step.way))
      }
    }
    successors[Int(marking)] = found
    return found
  }
}

/// How many messages are at least still to come from the places of a net, counting only those that
/// no letter of a word can be.
struct NetRemainders {
  private static let unknown = Int.max / 1_000_000

  private let net: DiagramNet
  /// By place: within its part of a parallel block.
  private var remainders: [Int]

  init(_ net: DiagramNet, possible: [Bool]) {
    self.net = net
    remainders = [Int](repeating: Self.unknown, count: net.places.count)
    for transition in net.transitions where transition.inputs.count > 1 {
      for input in transition.inputs { remainders[Int(input)] = 0 }
    }
    remainders[Int(DiagramNet.end)] = 0
    var isChanged = true
    while isChanged {
      isChanged = false
      for step in net.transitions.reversed() where step.inputs.count == 1 {
        let price = step.message.map { possible[Int($0)] ? 0 : 1 } ?? 0
        let better = min(Self.unknown, price + sum(step.outputs))
        if better < remainders[Int(step.inputs[0])] {
          remainders[Int(step.inputs[0])] = better
          isChanged = true
        }
      }
    }
  }

  /// What the diagram's shortest run costs.
  static func cheapest(_ net: DiagramNet) -> Int {
    let none = [Bool](repeating: false, count: net.messageCount)
    return NetRemainders(net, possible: none).remainders[Int(DiagramNet.start)]
  }

  /// What is to come from places that a step leads to; several are the beginnings of the parts of a
  /// parallel block, behind which it goes on.
  private func sum(_ outputs: [Int32]) -> Int {
    let parts = outputs.reduce(0) { $0 + remainders[Int($1)] }
    guard outputs.count > 1, let after = net.places[Int(outputs[0])].after else { return parts }
    return parts + remainders[Int(after)]
  }

  /// What is to come from a marking, behind the parallel blocks around it as well.
  func total(of marking: [Int32]) -> Int {
    var total = 0
    var blocks: [Int32] = []
    for place in marking {
      total += remainders[Int(place)]
      var after = net.places[Int(place)].after
      while let block = after, !blocks.contains(block) {
        blocks.append(block)
        total += remainders[Int(block)]
        after = net.places[Int(block)].after
      }
    }
    return total
  }
}
