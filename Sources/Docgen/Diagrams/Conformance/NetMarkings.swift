/// The markings of a net, numbered in the order in which they are reached, with the steps out of
/// each.
///
/// Markings are created on demand: the successors of a marking are computed when they are first
/// asked for, and remembered. A step needs marks in all its inputs, and is found only from its
/// first input, so that a join is not listed once for each part.
struct NetMarkings {
  /// A step out of a marking.
  struct Successor {
    var marking: Int32
    var message: Int32?
    var way: Int32?
  }

  private let net: DiagramNet
  private var markings: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  private var successors: [[Successor]?] = []
  /// The number of marks that may still be compared: markings of many parallel parts are large.
  private var budget: Int

  init(_ net: DiagramNet, limit: Int) {
    self.net = net
    budget = 100 * limit
  }

  /// Whether too many marks were compared: later markings have no successors.
  var isExhausted: Bool { budget <= 0 }

  var count: Int { markings.count }

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
    budget -= marks.count * marks.count
    if isExhausted { return [] }
    var found: [Successor] = []
    for place in marks {
      for transition in net.leaving[Int(place)] {
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
