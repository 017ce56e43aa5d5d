import Diagnostics
import Rules
import SwiftIndex

/// One Swift file with blocks of a context: their declarations, and a function with everything else.
struct BlockFile: Sendable {
  enum Purpose: Hashable, Sendable {
    /// The blocks that run.
    case run
    /// All blocks that compile.
    case check
    /// A block that is not expected to compile, after those before it.
    case failing(Int)
  }

  /// A result that the running function records under its index.
  struct Site: Sendable {
    var place: BlockVerdict.Place
    var result: ResultComment
  }

  let context: Int
  let purpose: Purpose
  /// The name of the file's function.
  let entry: String
  private(set) var file = GeneratedFile()
  private(set) var sites: [Site] = []
  /// The statements of the function, by the numbers that it reports.
  private(set) var steps: [BlockVerdict.Place] = []
  /// The blocks that readers see.
  private let shown: Set<Int>

  /// The modules are imported if no block imports one of `known`.
  init(
    _ context: BlockContext, number: Int, purpose: Purpose, blocks: [Int],
    imports: BlockImports
  ) {
    self.context = number
    self.purpose = purpose
    shown = Set(blocks.filter { !context.blocks[$0].options.isHidden })
    entry = "docgen\(number)_\(purpose.suffix)"
    let pieces = blocks.map { block in
      let code = context.blocks[block].code
      return BlockPiece(
        block, code,
        isVerbatim: purpose == .failing(block) && code.syntax.hasSyntaxErrors)
    }
    write(pieces, imports.modules(for: context))
  }

  var name: String { entry + ".swift" }

  /// The number of visible blocks with statements of which none is before or at a step.
  func blocks(afterStep step: Int) -> Int {
    let begun = steps[...step].map(\.block)
    return Set(steps[step...].map(\.block)).subtracting(begun).intersection(shown).count
  }

  private mutating func write(_ pieces: [BlockPiece], _ modules: [String]) {
    for module in modules { file.add("import \(module)\n") }
    let placement = BlockPlacement(pieces)
    for (number, piece) in pieces.enumerated() {
      for (index, item) in piece.items.enumerated() {
        if item.kind == .importing {
          file.add(piece, item.range)
          file.add("\n")
        } else if placement.global.contains(.init(piece: number, item: index)) {
          writeGlobal(item, piece)
        }
      }
    }
    file.add("@MainActor func \(entry)() async throws {\n")
    var scopes = BlockScopes()
    for (number, piece) in pieces.enumerated() {
      let items = piece.items.enumerated().map { index, item in
        (item, placement.global.contains(.init(piece: number, item: index)))
      }
      if scopes.enter(items.filter { !$0.1 }.map(\.0)) { file.add("do {\n") }
      if piece.isVerbatim {
        file.add(piece, 0..<piece.bytes.count)
        file.add("\n")
      }
      for (item, isGlobal) in items { writeLocal(item, piece, isGlobal: isGlobal) }
    }
    file.add(String(repeating: "}\n", count: scopes.depth) + "}\n")
  }

  private mutating func writeGlobal(_ item: BlockItem, _ piece: BlockPiece) {
    if item.kind == .variable { file.add("nonisolated(unsafe) ") }
    write(item, piece, access: item.accessPlace == nil ? nil : "private ")
    file.add("\n")
  }

  /// Writes an item with another access level, or unchanged without one.
  private mutating func write(_ item: BlockItem, _ piece: BlockPiece, access: String?) {
    guard let access else { return file.add(piece, item.range) }
    var place = item.range.lowerBound
    var edits = item.access.map { ($0, "") }
    if let start = item.accessPlace { edits.append((start..<start, access)) }
    for (range, text) in edits.sorted(by: {
      ($0.0.lowerBound, $0.0.upperBound) < ($1.0.lowerBound, $1.0.upperBound)
    }) {
      file.add(piece, place..<range.lowerBound)
      file.add(text)
      place = range.upperBound
    }
    file.add(piece, place..<item.range.upperBound)
  }

  private mutating func writeLocal(_ item: BlockItem, _ piece: BlockPiece, isGlobal: Bool) {
    guard item.kind != .importing, !isGlobal || item.kind == .variable else { return }
    if purpose == .run, item.kind != .function {
      file.add("__docgenStep(\(steps.count))\n")
      steps.append(piece.place(item.range))
    }
    if isGlobal {
      // The value is computed in the order of the blocks.
      file.add(item.declared.sorted().map { "_ = \($0)\n" }.joined())
      return record(item, piece) { $0.file.add("\n") }
    }
    record(item, piece) { file in
      file.write(item, piece, access: item.access.isEmpty ? nil : "")
    }
  }

  /// Writes an item between the calls that record its results.
  private mutating func record(
    _ item: BlockItem, _ piece: BlockPiece, write: (inout BlockFile) -> Void
  ) {
    let results = purpose == .run ? item.results : []
    func site(_ kind: ResultComment.Kind) -> Int? {
      results.first { $0.kind == kind }.map { result in
        sites.append(Site(place: piece.place(result.range), result: result))
        return sites.count - 1
      }
    }
    let (value, output, error) = (site(.value), site(.prints), site(.throws))
    if error != nil { file.add("do {\n") }
    if let output { file.add("__docgenBegin(\(output))\n") }
    if let value, item.value == .expression { file.add("let __docgenValue\(value) = ") }
    write(&self)
    file.add("\n")
    if let output { file.add("__docgenEnd(\(output))\n") }
    switch (value, item.value) {
    case (let value?, .expression): file.add("__docgenRecord(\(value), __docgenValue\(value))\n")
    case (let value?, .named(let name)): file.add("__docgenRecord(\(value), \(name))\n")
    case (_, nil), (nil, _): break
    }
    if let error {
      file.add("__docgenReturned(\(error)) } catch { __docgenThrew(\(error), error) }\n")
    }
  }
}

extension BlockFile.Purpose {
  fileprivate var suffix: String {
    switch self {
    case .run: "run"
    case .check: "check"
    case .failing(let block): "failing\(block)"
    }
  }
}

/// The nested scopes of a function: a block that declares a name again begins another one.
private struct BlockScopes {
  private(set) var depth = 0
  private var names: Set<String> = []

  /// Whether a new scope begins.
  mutating func enter(_ items: [BlockItem]) -> Bool {
    let declared = items.reduce(into: Set<String>()) { names, item in
      switch item.kind {
      case .variable: names.formUnion(item.declared)
      case .function: names.insert(item.signature ?? item.declared.first ?? "")
      case .importing, .declaration, .statement: break
      }
    }
    defer { names.formUnion(declared) }
    guard !names.isDisjoint(with: declared) else { return false }
    names = []
    depth += 1
    return true
  }
}

/// The imports of blocks that import no module of the package themselves.
struct BlockImports: Sendable {
  /// All modules of the package.
  var known: Set<String> = []
  /// The modules of the library products.
  var products: [String] = []
  /// The modules that blocks are linked with: those of products, and those that blocks import.
  var linked: [String] = []

  func modules(for context: BlockContext) -> [String] {
    guard context.imports.isDisjoint(with: known) else { return [] }
    let own = context.module.map { known.contains($0) ? [$0] : [] } ?? []
    return own + products.filter { !own.contains($0) }
  }
}
