/// Cuts steps to the section from one message to another.
///
/// A window makes a readable diagram from a part of a long trace. Both names are compared with the
/// label and with the name without parameters: `save` also matches `save(events)`.
struct StepWindow {
  private let first: String?
  private let last: String?

  init(_ options: SequenceOptions) {
    first = options.first
    last = options.last
  }

  /// The section from the first message with the one name to the first one after it with the other,
  /// both included; empty without the first message.
  ///
  /// Around a nested first message, the enclosing calls disappear, but the steps after them remain.
  /// An unknown last message does not cut.
  func cut(_ nodes: [Int32], _ table: inout StepTable) -> [Int32] {
    var nodes = nodes
    if let first { nodes = from(first, nodes, in: &table) ?? [] }
    if let last { nodes = until(last, nodes, in: &table) ?? nodes }
    return nodes
  }

  private func matches(_ node: Int32, _ name: String, in table: StepTable) -> Bool {
    guard case .message(let message) = table.symbol(of: node), !message.isReply else {
      return false
    }
    return message.label == name || message.name == name
  }

  private func from(
    _ name: String, _ nodes: [Int32], in table: inout StepTable
  ) -> [Int32]? {
    for (index, node) in nodes.enumerated() {
      if matches(node, name, in: table) { return Array(nodes[index...]) }
      let body = table.nodes[Int(node)].body
      guard body != StepTable.noBody else { continue }
      let inner = table.steps(within: node)
      if let within = from(name, inner, in: &table) {
        return within + nodes[(index + 1)...]
      }
    }
    return nil
  }

  private func until(_ name: String, _ nodes: [Int32], in table: inout StepTable) -> [Int32]? {
    for (index, node) in nodes.enumerated() {
      if matches(node, name, in: table) { return Array(nodes[...end(of: index, nodes, table)]) }
      let (symbol, body) = (table.nodes[Int(node)].symbol, table.nodes[Int(node)].body)
      guard body != StepTable.noBody else { continue }
      let inner = table.steps(within: node)
      if let within = until(name, inner, in: &table) {
        if case .concurrent = table.symbols[Int(symbol)] { return nodes[..<index] + within }
        let inner = table.sequence(within)
        return nodes[..<index] + [table.node(symbol, body: inner)]
      }
    }
    return nil
  }

  /// A call that ends at once ends with its answer.
  private func end(of index: Int, _ nodes: [Int32], _ table: StepTable) -> Int {
    guard index + 1 < nodes.count, case .message(let call) = table.symbol(of: nodes[index]),
      case .message(let next) = table.symbol(of: nodes[index + 1]), next.isReply(to: call),
      table.nodes[Int(nodes[index])].body == StepTable.noBody
    else { return index }
    return index + 1
  }
}
