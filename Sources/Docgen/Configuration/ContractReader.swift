package import Checks
import Diagnostics
import Traces

/// A contract and the pages that it is for.
package struct NamedContract: Hashable, Sendable {
  /// A pattern of paths.
  package var pages: String
  package var contract: PageContract
}

/// What is wrong with a contract, and where in the file.
struct ContractError: Error {
  var reason: String
  var start: Int
  var end: Int
}

/// Reads the value of `contracts`:
///
///     { "docs/engine.md": { "sections": ["States"], "diagrams": ["state-diagram"], "lines": 40,
///                           "patterns": ["idle|syncing"] } }
enum ContractReader {
  static func contracts(_ node: JSONNode) throws(ContractError) -> [NamedContract] {
    try members(of: node, "`contracts`").map { (member) throws(ContractError) in
      var contract = PageContract()
      for part in try members(of: member.node, "a contract") {
        try add(part, to: &contract)
      }
      return NamedContract(pages: member.key, contract: contract)
    }
  }

  private static func add(
    _ member: JSONMember, to contract: inout PageContract
  ) throws(ContractError) {
    switch member.key {
    case "sections": contract.sections = try texts(member).map(\.text)
    case "diagrams":
      for (text, node) in try texts(member) {
        guard PageContract.kinds.contains(text) else {
          throw error("`\(text)` is none of \(PageContract.kinds.joined(separator: ", "))", node)
        }
        contract.diagrams.append(text)
      }
    case "patterns":
      for (text, node) in try texts(member) {
        guard (try? Regex(text)) != nil else {
          throw error("`\(text)` is no regular expression", node)
        }
        contract.patterns.append(text)
      }
    case "lines":
      guard case .integer(let lines) = member.node.value, lines >= 0 else {
        throw error("`lines` must be a whole number, not \(member.node.kind)", member.node)
      }
      contract.lines = lines
    default:
      let near = NearMiss.best(
        for: member.key, among: ["sections", "diagrams", "lines", "patterns"])
      throw ContractError(
        reason: "unknown key `\(member.key)`" + (near.map { "; did you mean `\($0)`?" } ?? ""),
        start: member.keyStart, end: member.keyStart + member.key.utf8.count + 2)
    }
  }

  private static func members(
    of node: JSONNode, _ what: String
  ) throws(ContractError) -> [JSONMember] {
    guard case .object(let members) = node.value else {
      throw error("\(what) must be an object, not \(node.kind)", node)
    }
    return members
  }

  private static func texts(
    _ member: JSONMember
  ) throws(ContractError) -> [(text: String, node: JSONNode)] {
    guard case .array(let elements) = member.node.value else {
      throw error("`\(member.key)` must be a list, not \(member.node.kind)", member.node)
    }
    return try elements.map { (element) throws(ContractError) in
      guard case .text(let text) = element.value else {
        throw error("`\(member.key)` must hold strings, not \(element.kind)", element)
      }
      return (text, element)
    }
  }

  private static func error(_ reason: String, _ node: JSONNode) -> ContractError {
    ContractError(reason: reason, start: node.start, end: node.end)
  }
}
