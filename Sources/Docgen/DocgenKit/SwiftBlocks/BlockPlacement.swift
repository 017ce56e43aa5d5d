import Rules
import SwiftIndex

/// The items of the blocks of one file that are declared outside of its function.
///
/// These are types and extensions, and the functions and variables that they refer to, if the values
/// are computed without `try` and `await`. Everything else is part of the function, so that variables
/// can have any value, and later blocks can declare them again.
struct BlockPlacement {
  struct Key: Hashable {
    var piece: Int
    var item: Int
  }

  private(set) var global: Set<Key> = []
  private let pieces: [BlockPiece]
  private var declaring: [String: [Key]] = [:]

  init(_ pieces: [BlockPiece]) {
    self.pieces = pieces
    for key in keys where [.function, .variable].contains(self[key].kind) {
      for name in self[key].declared { declaring[name, default: []].append(key) }
    }
    global = Set(keys.filter { self[$0].kind == .declaration })
    addNeeded(by: global)
    addIndependentFunctions()
  }

  private var keys: [Key] {
    pieces.indices.flatMap { piece in
      pieces[piece].items.indices.map { Key(piece: piece, item: $0) }
    }
  }

  private subscript(key: Key) -> BlockItem { pieces[key.piece].items[key.item] }

  private mutating func addNeeded(by declarations: Set<Key>) {
    var names = declarations.flatMap { self[$0].used }
    while let name = names.popLast() {
      for key in declaring[name] ?? [] where !global.contains(key) {
        let item = self[key]
        guard item.kind == .function || item.canBeGlobal && declaring[name]?.count == 1 else {
          continue
        }
        global.insert(key)
        names += item.used
      }
    }
  }

  /// Functions that need no local variable can be generic, and be used before their block.
  private mutating func addIndependentFunctions() {
    var local = Set(keys.filter { self[$0].kind == .variable && !global.contains($0) })
    var functions = keys.filter { self[$0].kind == .function && !global.contains($0) }
    var count = 0
    repeat {
      count = functions.count
      let names = local.reduce(into: Set<String>()) { $0.formUnion(self[$1].declared) }
      let dependent = functions.filter { !self[$0].used.isDisjoint(with: names) }
      local.formUnion(dependent)
      functions.removeAll(where: dependent.contains)
    } while functions.count < count
    var signatures: Set<String> = []
    for key in functions {
      let signature = self[key].signature ?? self[key].declared.first ?? ""
      if signatures.insert(signature).inserted { global.insert(key) }
    }
  }
}
