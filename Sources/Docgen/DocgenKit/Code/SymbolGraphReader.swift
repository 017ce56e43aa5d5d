import Diagnostics
import JSON
import SwiftIndex
import Traces

/// Reads the symbol graphs that the compiler's tools print as JSON.
///
/// Format: "SymbolKit", as of format version 0.6: `module.name`, `symbols` with `kind.identifier`,
/// `pathComponents`, `declarationFragments` and `accessLevel`, `relationships` with `kind`, `source`,
/// `target`, `targetFallback`. What an extension adds to another module's type is in a file of its
/// own (`A@B.symbols.json`).
///
/// Only three facts are kept: declarations, conformances, and the names of inherited members for
/// each type. Everything else, such as documentation and places, is read from the sources.
struct SymbolGraphReader {
  /// The symbol graphs of files, each with its path, and the problems with other files.
  static func read(
    _ files: [(path: String, bytes: [UInt8])]
  ) -> (graphs: [SymbolGraph], problems: [Diagnostic]) {
    var graphs: [SymbolGraph] = []
    var problems: [Diagnostic] = []
    for (path, bytes) in files {
      do throws(Problem) {
        graphs.append(try read(bytes, file: path))
      } catch {
        problems.append(error.diagnostic)
      }
    }
    return (graphs, problems)
  }

  /// - Throws: `Problem` if it is not a symbol graph.
  private static func read(_ bytes: [UInt8], file: String) throws(Problem) -> SymbolGraph {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode.parse(bytes[...])
    } catch {
      throw problem(error.reason, at: error.offset, bytes, file: file)
    }
    guard let module = node["module"]?["name"]?.text, let symbols = node["symbols"]?.elements else {
      throw problem("expected an object with `module` and `symbols`", at: 0, bytes, file: file)
    }
    var graph = SymbolGraph(module: module)
    var names: [String: String] = [:]
    for symbol in symbols {
      guard let kind = symbol["kind"]?["identifier"]?.text,
        let path = symbol["pathComponents"]?.texts, !path.isEmpty,
        let precise = symbol["identifier"]?["precise"]?.text
      else {
        throw problem(
          "a symbol lacks kind, path or identifier", at: symbol.start, bytes, file: file)
      }
      // A synthesized member is declared in the protocol; this records that it is valid for this
      // type.
      if precise.contains("::SYNTHESIZED::") {
        let owner = path.dropLast().joined(separator: ".")
        graph.inherited[owner, default: []].insert(path[path.count - 1])
        continue
      }
      names[precise] = path.joined(separator: ".")
      graph.symbols.append(
        SymbolGraph.Symbol(
          kind: kind.replacing("swift.", with: ""), path: path,
          declaration: (symbol["declarationFragments"]?.elements ?? [])
            .compactMap { $0["spelling"]?.text }.joined(),
          access: symbol["accessLevel"]?.text.flatMap(AccessLevel.init) ?? .internal))
    }
    for relation in node["relationships"]?.elements ?? []
    where relation["kind"]?.text == "conformsTo" {
      guard let type = relation["source"]?.text.flatMap({ names[$0] }) else { continue }
      let target = relation["target"]?.text.flatMap { names[$0] }
      guard let name = target ?? relation["targetFallback"]?.text else { continue }
      graph.conformances.append(
        SymbolGraph.Conformance(
          type: type, protocol: target == nil ? Self.withoutModule(name) : name))
    }
    return graph
  }

  /// `Swift.Sendable` -> `Sendable`
  private static func withoutModule(_ name: String) -> String {
    name.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// The reason why a file is not a symbol graph.
  struct Problem: Error {
    var diagnostic: Diagnostic
  }

  private static func problem(
    _ reason: String, at offset: Int, _ bytes: [UInt8], file: String
  ) -> Problem {
    let position = SourceText(bytes: bytes).position(of: offset)
    return Problem(
      diagnostic: Diagnostic(
        rule: .unreadable,
        at: SourceLocation(file: file, line: position.line, column: position.column),
        "this is not a symbol graph: \(reason)",
        evidence: [Evidence(.help, "`swift package dump-symbol-graph` writes them")]))
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode]? {
    guard case .array(let elements) = value else { return nil }
    return elements
  }
}
