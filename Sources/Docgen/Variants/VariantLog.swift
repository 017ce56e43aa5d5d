package import Traces

/// Observations of production: distinct flows and distinct transitions, each with its count.
///
/// A flow, a trace variant of process mining, is the tree of one trace's spans in preorder. Calls in
/// sequence keep their order; spans that overlap within one parent form a set, whose order has no
/// meaning and is therefore sorted. `docs/reference/trace-format.md` defines the reduction.
///
/// Flows share one array of numbers, four bytes for each span, so that a million flows fit into
/// memory.
package struct VariantLog: Sendable {
  /// A transition that was observed, with its count.
  package struct Transition: Hashable, Sendable {
    package var step: TraceTransition
    package var count: Int
  }

  /// The name of the format, by which a file of variants is recognized.
  package static let format = "docgen-variants"
  /// The only version of the format that this code writes and reads.
  package static let currentVersion = 1

  /// The name under which documents select the observations, such as `production`.
  package var scenario: String
  /// The beginning of the observed period in RFC 3339 form; empty if unknown.
  package var since: String
  /// The end of the observed period; empty if unknown.
  package var until: String
  /// The different spans, sorted by their texts after `finish`.
  package internal(set) var labels: [SpanLabel] = []
  package internal(set) var transitions: [Transition] = []
  private var numbers: [String: UInt32] = [:]
  private var steps: [Step] = []
  /// The end of each flow in `steps`.
  private var ends: [Int] = []
  private var counts: [Int] = []
  /// The number of flows above which equal ones are joined.
  private var limit = 1 << 16

  /// Creates a log without observations.
  package init(scenario: String, since: String = "", until: String = "") {
    self.scenario = scenario
    self.since = since
    self.until = until
  }

  /// The number of different flows.
  package var flowCount: Int { ends.count }

  /// The spans of a flow, in preorder.
  package func flow(_ index: Int) -> ArraySlice<Step> {
    steps[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// How often a flow was observed.
  package func count(ofFlow index: Int) -> Int { counts[index] }

  // MARK: - Building

  /// The number of a label, which is added if it is new.
  package mutating func number(of label: SpanLabel) -> UInt32 {
    let text = label.text
    if let known = numbers[text] { return known }
    let number = UInt32(labels.count)
    precondition(number <= Step.greatestLabel, "too many different spans")
    labels.append(label)
    numbers[text] = number
    return number
  }

  /// Appends a label that is different from all others, as a file lists them.
  mutating func append(_ label: SpanLabel) { labels.append(label) }

  /// Appends a flow that is different from all others, as a file lists them.
  mutating func append(flow: some Sequence<Step>, count: Int) {
    steps += flow
    ends.append(steps.count)
    counts.append(count)
  }

  /// Adds observations of a flow.
  package mutating func add(flow: some Sequence<Step>, count: Int) {
    append(flow: flow, count: count)
    if ends.count >= limit {
      join()
      limit = max(limit, ends.count * 2)
    }
  }

  /// Adds observations of a transition.
  package mutating func add(_ transition: TraceTransition, count: Int) {
    transitions.append(Transition(step: transition, count: count))
  }

  /// Sorts everything, and joins what is equal: the same observations then give the same log,
  /// whatever their order.
  package mutating func finish() {
    sortLabels()
    for index in ends.indices {
      guard let sorted = FlowOrder.sorted(flow(index)) else { continue }
      let start = index == 0 ? 0 : ends[index - 1]
      for (offset, step) in sorted.enumerated() { steps[start + offset] = step }
    }
    join()
    arrange(ends.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) })
    joinTransitions()
  }

  /// Sorts the labels of all flows, and drops others: those of spans that were left out.
  private mutating func sortLabels() {
    let order = Set(steps.map(\.label)).map(Int.init).sorted {
      labels[$0].text.utf8.lexicographicallyPrecedes(labels[$1].text.utf8)
    }
    var renumbered = Array(repeating: UInt32(0), count: labels.count)
    for (number, index) in order.enumerated() { renumbered[index] = UInt32(number) }
    labels = order.map { labels[$0] }
    numbers = Dictionary(uniqueKeysWithValues: zip(labels.map(\.text), UInt32(0)...))
    for index in steps.indices { steps[index].label = renumbered[Int(steps[index].label)] }
  }

  /// Sorts the flows, and joins equal ones.
  private mutating func join() {
    arrange(ends.indices.sorted { flow($0).lexicographicallyPrecedes(flow($1)) })
  }

  /// Reorders the flows; equal neighbors become one.
  private mutating func arrange(_ order: [Int]) {
    var arranged = VariantLog(scenario: scenario)
    arranged.steps.reserveCapacity(steps.count)
    for index in order {
      let flow = flow(index)
      if let last = arranged.counts.indices.last, arranged.flow(last) == flow {
        arranged.counts[last].add(counts[index])
      } else {
        arranged.append(flow: flow, count: counts[index])
      }
    }
    (steps, ends, counts) = (arranged.steps, arranged.ends, arranged.counts)
  }

  private mutating func joinTransitions() {
    var joined: [TraceTransition: Int] = [:]
    for transition in transitions { joined[transition.step, default: 0].add(transition.count) }
    transitions = joined.map { Transition(step: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.step.text) < ($0.count, $1.step.text) }
  }
}

extension VariantLog {
  /// A span of a flow: its depth, whether it overlaps the sibling before it, and its label.
  package struct Step: Hashable, Comparable, Sendable {
    /// The greatest number of a label.
    static let greatestLabel: UInt32 = 1 << 25 - 1
    /// The depth that no span reaches: the reduction leaves out deeper spans.
    package static let depthLimit = 64

    private var bits: UInt32

    /// Creates a step; `depth` is less than `depthLimit`.
    package init(depth: Int, isParallel: Bool, label: UInt32) {
      bits = UInt32(depth) << 26 | (isParallel ? 1 << 25 : 0) | label
    }

    /// 0 for a span whose parent is not part of the flow.
    package var depth: Int { Int(bits >> 26) }

    /// Whether the span belongs to the same set as the sibling before it.
    package var isParallel: Bool {
      get { bits & (1 << 25) != 0 }
      set { bits = newValue ? bits | 1 << 25 : bits & ~(1 << 25) }
    }

    /// The number of its label.
    package var label: UInt32 {
      get { bits & Self.greatestLabel }
      set { bits = bits & ~Self.greatestLabel | newValue }
    }

    package static func < (left: Step, right: Step) -> Bool { left.bits < right.bits }
  }
}

extension Int {
  /// The sum of two counts; the greatest number stands for all greater ones.
  package func adding(_ count: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(count)
    return overflows ? .max : sum
  }

  /// Adds a count.
  package mutating func add(_ count: Int) { self = adding(count) }
}

extension TraceTransition {
  /// The fields by which transitions are counted, separated by tabs.
  var text: String { [machine, from, event, condition ?? "", to].joined(separator: "\t") }
}
