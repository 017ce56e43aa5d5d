import Diagnostics
import Rules
import SwiftIndex

/// Compiles and runs the blocks of contexts, in as few processes as possible.
///
/// All contexts whose declarations do not affect other files are one module. After errors, it is
/// compiled again without the blocks that have them, so that no block hides the errors of another.
struct BlockChecker: Sendable {
  let modules: BuiltModules
  let imports: BlockImports
  /// The folder for generated files and the program.
  let folder: String

  /// The verdicts on each context.
  func verdicts(on contexts: [BlockContext]) async -> [[BlockVerdict]] {
    let groups = Self.groups(contexts)
    let results = await Parallel.map(Array(groups.enumerated()), workers: 2) { number, group in
      var module = BlockModule(self, contexts, group, name: "m\(number)")
      return (group, module.verdicts())
    }
    var verdicts = [[BlockVerdict]](repeating: [], count: contexts.count)
    for (group, found) in results {
      for index in group { verdicts[index] = (found[index] ?? []) + contexts[index].strayResults }
    }
    return verdicts
  }

  /// The numbers of contexts that can be one module.
  private static func groups(_ contexts: [BlockContext]) -> [[Int]] {
    let alone = contexts.indices.filter { contexts[$0].isVisibleEverywhere }
    let together = contexts.indices.filter { !alone.contains($0) }
    return (together.isEmpty ? [] : [together]) + alone.map { [$0] }
  }
}

extension BlockContext {
  /// Verdicts on comments with results that nothing can be compared with.
  fileprivate var strayResults: [BlockVerdict] {
    blocks.indices.flatMap { block -> [BlockVerdict] in
      guard blocks[block].options.isRun else { return [] }
      return blocks[block].code.syntax.strayResults.map { offset in
        BlockVerdict(
          .wrongResult, at: .init(block: block, offsets: offset..<offset + 2),
          "no statement with such a result precedes this comment",
          notes: [.init(.help, "put it after a statement that is not inside of another one")])
      }
    }
  }

  /// Whether its declarations affect other files of the module.
  var isVisibleEverywhere: Bool {
    blocks.contains { $0.code.syntax.items.contains(where: \.isVisibleEverywhere) }
  }

  /// Blocks that are expected to compile, and have no syntax error.
  var compiling: [Int] {
    blocks.indices.filter { block in
      blocks[block].options.error == nil && !blocks[block].code.syntax.hasSyntaxErrors
    }
  }
}
