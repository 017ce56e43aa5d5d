/// Sorts the sets of parallel spans in a flow, from the inside out.
///
///     a (c x | b | c)  ->  a (b | c | c x)
///
/// A store sorts a set by labels alone; spans with equal labels are sorted here, by the spans below
/// them.
enum FlowOrder {
  typealias Step = VariantLog.Step

  /// The flow with sorted sets; `nil` if it has none. Takes O(n log n) comparisons for n spans.
  static func sorted(_ flow: ArraySlice<Step>) -> [Step]? {
    flow.contains(where: \.isParallel) ? level(flow) : nil
  }

  /// Sorts the siblings at the depth of the first step, with the steps below them.
  private static func level(_ steps: ArraySlice<Step>) -> [Step] {
    guard let depth = steps.first?.depth else { return [] }
    var result: [Step] = []
    var set: [[Step]] = []
    var start = steps.startIndex
    while start < steps.endIndex {
      let end = steps[(start + 1)...].firstIndex { $0.depth <= depth } ?? steps.endIndex
      if !steps[start].isParallel { flush(&set, into: &result) }
      var head = steps[start]
      head.isParallel = false
      set.append([head] + level(steps[(start + 1)..<end]))
      start = end
    }
    flush(&set, into: &result)
    return result
  }

  private static func flush(_ set: inout [[Step]], into result: inout [Step]) {
    set.sort { $0.lexicographicallyPrecedes($1) }
    for (index, member) in set.enumerated() {
      var head = member[0]
      head.isParallel = index > 0
      result.append(head)
      result += member.dropFirst()
    }
    set.removeAll(keepingCapacity: true)
  }
}
