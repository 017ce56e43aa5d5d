import Models
import Traces

/// A call that waits for its answer, or a phase that has not ended.
protocol OpenSpan {
  var span: UInt32 { get }
  var isPhase: Bool { get }
  /// The innermost call around it, or itself.
  var call: UInt32 { get }
}

extension Array where Element: OpenSpan {
  /// The place for a record with a parent span: that span, or the phase that was opened last in it;
  /// without a parent, the span that began last.
  func place(of parent: UInt32) -> Int {
    guard parent != 0, let named = lastIndex(where: { $0.span == parent }) else {
      return count - 1
    }
    if self[named].isPhase { return named }
    return lastIndex { $0.call == parent } ?? named
  }
}

/// A call or phase that has begun, with its steps so far.
///
/// While at most one step is open within it, its steps are one list. When a second one begins
/// before the first has ended, the steps are divided into strands, and joined into one concurrent
/// step when the last has ended.
struct OpenStep: OpenSpan {
  enum Opening {
    case call(TraceCall, line: Int32)
    case phase(TracePhase)
  }

  /// One of several concurrent sequences of steps within a step.
  private struct Strand {
    /// The span that is open in it; 0 without an open span.
    var open: UInt32
    var nodes: [Int32] = []
    var lines: [Int32] = []
  }

  /// With more strands, a diagram in the order of messages is more readable.
  private static let mostStrands = 8

  let span: UInt32
  let opening: Opening
  /// The step around it.
  var parent: UInt32 = 0
  /// The innermost call around it, or itself.
  var call: UInt32 = 0
  /// The number of drawn calls around it, including itself.
  var depth = 0
  /// Its strand within the step around it, if that has several.
  var strand: Int?
  private(set) var nodes: [Int32] = []
  /// The lines of the messages in `nodes`.
  private(set) var lines: [Int32] = []
  /// The number of open steps within it.
  var openCount = 0
  private var strandList: [Strand] = []
  /// Remarks made while a step within it was open.
  private var remarks: [Int32] = []

  init(span: UInt32, opening: Opening) {
    self.span = span
    self.opening = opening
  }

  /// The complete trace.
  static let root = OpenStep(
    span: 0, opening: .phase(TracePhase(span: TraceSpan(0), by: "", name: "")))

  var isPhase: Bool { if case .phase = opening { true } else { false } }
  /// The active participant: the callee of a call, the participant of a phase.
  var participant: String {
    switch opening {
    case .call(let call, _): call.to
    case .phase(let phase): phase.by
    }
  }
  var strands: Range<Int> { strandList.indices }

  // MARK: - Steps

  /// Adds its own steps.
  mutating func add(_ added: [Int32], _ addedLines: [Int32]) {
    if openCount == 0 {
      nodes += added
      lines += addedLines
    } else if addedLines.isEmpty {
      remarks += added
    } else {
      take(added, addedLines, from: freeStrand(for: 0))
    }
  }

  /// Adds the result of a finished step within it.
  mutating func take(_ taken: [Int32], _ takenLines: [Int32], from strand: Int?) {
    guard let strand, strandList.indices.contains(strand) else {
      nodes += taken
      lines += takenLines
      return
    }
    strandList[strand].nodes += taken
    strandList[strand].lines += takenLines
    strandList[strand].open = 0
  }

  // MARK: - Strands

  /// The first strand without an open step; a new one if all have one.
  mutating func freeStrand(for span: UInt32) -> Int {
    if let free = strandList.firstIndex(where: { $0.open == 0 }) {
      strandList[free].open = span
      return free
    }
    return newStrand(for: span)
  }

  /// A strand for a step that may have begun before the others ended.
  mutating func newStrand(for span: UInt32) -> Int {
    strandList.append(Strand(open: span))
    return strandList.count - 1
  }

  /// Removes a step that is open within it.
  mutating func forget(_ span: UInt32, _ table: inout StepTable) {
    if let strand = strandList.firstIndex(where: { $0.open == span }) {
      strandList[strand].open = 0
    }
    openCount -= 1
    if openCount == 0 { joinStrands(&table) }
  }

  /// Merges concurrent steps into one step.
  ///
  /// Strands without messages are not concurrent: their notes follow after the others. One strand
  /// with messages is an ordinary sequence.
  mutating func joinStrands(_ table: inout StepTable) {
    guard !strandList.isEmpty else {
      nodes += remarks
      remarks = []
      return
    }
    let spoken = strandList.filter { !$0.lines.isEmpty }
    let order = spoken.indices.flatMap { strand in
      spoken[strand].lines.map { (line: $0, strand: Int32(strand)) }
    }.sorted { $0.line < $1.line }
    let silent = strandList.filter(\.lines.isEmpty).flatMap(\.nodes)
    if spoken.count > 1 {
      let node = table.concurrent(spoken.map(\.nodes), turns: order.map(\.strand))
      nodes += spoken.count > Self.mostStrands ? table.steps(within: node) : [node]
    } else {
      nodes += spoken.flatMap(\.nodes)
    }
    nodes += silent + remarks
    lines += order.map(\.line)
    strandList = []
    remarks = []
  }
}
