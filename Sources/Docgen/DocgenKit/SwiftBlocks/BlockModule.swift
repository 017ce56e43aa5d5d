import Diagnostics
import Rules
import SwiftIndex

/// The files of some contexts, compiled as one module.
struct BlockModule {
  private let checker: BlockChecker
  private let contexts: [BlockContext]
  private let group: [Int]
  private let folder: String
  private var found: [Int: [BlockVerdict]] = [:]
  /// The blocks of each context that do not compile.
  private var broken: [Int: Set<Int>] = [:]
  /// Blocks of each context that cannot be checked, and the broken block whose declarations they use.
  private var causes: [Int: [Int: Int]] = [:]

  init(_ checker: BlockChecker, _ contexts: [BlockContext], _ group: [Int], name: String) {
    (self.checker, self.contexts, self.group) = (checker, contexts, group)
    folder = checker.folder + "/" + name
  }

  private var compiler: SwiftCompiler {
    let isManifest = group.contains {
      contexts[$0].imports.contains(SwiftCompiler.manifestModule)
    }
    return SwiftCompiler(
      folder: folder,
      options: checker.modules.options(for: checker.imports.linked)
        + (isManifest ? SwiftCompiler.manifestOptions : []))
  }

  mutating func verdicts() -> [Int: [BlockVerdict]] {
    do throws(FileError) {
      try FileSystem.makeFolder(folder)
      try buildAndRun(group)
      try diagnose()
    } catch {
      report("a file for the compiler cannot be written: \(error.reason)", in: group)
    }
    for (context, causes) in causes { addNotes(causes, in: context) }
    return found
  }

  /// Adds the number of unchecked blocks to the error that causes it.
  private mutating func addNotes(_ causes: [Int: Int], in context: Int) {
    var counts: [Int: Int] = [:]
    for var cause in causes.values {
      while let earlier = causes[cause] { cause = earlier }
      counts[cause, default: 0] += 1
    }
    for (block, count) in counts {
      guard
        let index = found[context]?.firstIndex(where: {
          $0.kind == .error && $0.place.block == block
        })
      else { continue }
      let text =
        "\(count.counted("later block")) that \(count.verb("uses", "use")) its declarations "
        + "\(count.verb("was", "were")) not checked"
      found[context]?[index].notes.append(.init(.note, text))
    }
  }

  private mutating func report(_ summary: String, in contexts: [Int]) {
    for context in contexts {
      let place = BlockVerdict.Place(block: 0)
      found[context, default: []].append(BlockVerdict(.error, at: place, summary))
    }
  }

  private mutating func report(_ outcome: SwiftCompiler.Outcome, in contexts: [Int]) {
    let reason = outcome.messages.first { $0.isError }?.text ?? "the compiler reports no error"
    report("the blocks cannot be compiled: \(reason)", in: contexts)
  }

  // MARK: - Blocks that run

  private mutating func buildAndRun(_ numbers: [Int]) throws(FileError) {
    while true {
      let files = numbers.compactMap { number -> BlockFile? in
        let blocks = running(in: number)
        return blocks.isEmpty ? nil : file(number, .run, blocks)
      }
      if files.isEmpty { return }
      let program = "\(folder)/\(files[0].entry)"
      let main = BlockRuntime.main(files.map(\.entry))
      try write("main.swift", main)
      try write("Support.swift", BlockRuntime.support)
      for one in files { try write(one.name, one.file.bytes) }
      let outcome = compiler.build(
        ["main.swift", "Support.swift"] + files.map(\.name),
        objects: checker.modules.objects(for: checker.imports.linked), program: program)
      if outcome.isSuccessful { return run(files, program) }
      if removeBroken(files, outcome.messages) { continue }
      // An error outside of blocks: the context that causes it is found by halves.
      guard numbers.count > 1 else {
        return report(outcome, in: numbers)
      }
      try buildAndRun(Array(numbers.prefix(numbers.count / 2)))
      return try buildAndRun(Array(numbers.dropFirst(numbers.count / 2)))
    }
  }

  private func running(in context: Int) -> [Int] {
    contexts[context].compiling.filter { block in
      contexts[context].blocks[block].options.isRun && broken[context]?.contains(block) != true
    }
  }

  private func file(_ context: Int, _ purpose: BlockFile.Purpose, _ blocks: [Int]) -> BlockFile {
    BlockFile(
      contexts[context], number: context, purpose: purpose, blocks: blocks,
      imports: checker.imports)
  }

  private func write(_ name: String, _ text: String) throws(FileError) {
    try write(name, Array(text.utf8))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws(FileError) {
    try FileSystem.replace("\(folder)/\(name)", with: bytes)
  }

  private mutating func run(_ files: [BlockFile], _ program: String) {
    for file in files {
      do throws(FileError) {
        let run = try BlockProcess.blocks(program, entry: file.entry)
        found[file.context, default: []] += BlockResults(file, run).verdicts
      } catch {
        report("the compiled blocks cannot be started: \(error.reason)", in: [file.context])
      }
    }
  }

  // MARK: - Errors

  /// Records the first error of each block, and marks these blocks as broken. Returns `false` if no
  /// error belongs to a block.
  private mutating func removeBroken(_ files: [BlockFile], _ messages: [CompilerMessage]) -> Bool {
    let before = broken
    for file in files {
      for (error, notes) in CompilerError.all(in: file, messages) {
        guard let block = error.place?.block,
          broken[file.context, default: []].insert(block).inserted
        else { continue }
        if let cause = cause(of: error.message, in: file.context, before[file.context] ?? []) {
          causes[file.context, default: [:]][block] = cause
        } else {
          found[file.context, default: []].append(error.verdict(notes))
        }
      }
    }
    return broken != before
  }

  /// The block that was left out before, and has a name that an error mentions.
  private func cause(
    of message: CompilerMessage, in context: Int, _ removed: Set<Int>
  ) -> Int? {
    guard !removed.isEmpty else { return nil }
    let names = message.text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.flatMap { Self.words(of: $0.element) }
    return removed.sorted().first { block in
      let words = Self.words(of: contexts[context].blocks[block].code.text)
      return names.contains(where: words.contains)
    }
  }

  private static func words(of text: some StringProtocol) -> [Substring] {
    Substring(text).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }

  // MARK: - Blocks that only compile, and blocks that must not

  /// A file that is compiled up to its diagnostics.
  private struct Unit {
    var context: Int
    var purpose: BlockFile.Purpose
  }

  private mutating func diagnose() throws(FileError) {
    var pending = group.flatMap(units)
    let isAlone = group.contains { contexts[$0].isVisibleEverywhere }
    while !pending.isEmpty {
      let batch = isAlone ? Array(pending.prefix(1)) : pending
      let files = batch.map { file($0.context, $0.purpose, blocks(of: $0)) }
      for one in files { try write(one.name, one.file.bytes) }
      let outcome = compiler.diagnose(files.map(\.name))
      let before = broken
      let settled = zip(batch, files).map { settle($0, $1, outcome) }
      pending = zip(batch, settled).filter { !$1 }.map(\.0) + pending.dropFirst(batch.count)
      guard settled.contains(true) || broken != before else {
        return report(outcome, in: batch.map(\.context))
      }
    }
  }

  private func units(of context: Int) -> [Unit] {
    let compiling = contexts[context].compiling
    let failing = contexts[context].blocks.indices.filter { !compiling.contains($0) }
    let isChecked = compiling.contains { !contexts[context].blocks[$0].options.isRun }
    return failing.map { Unit(context: context, purpose: .failing($0)) }
      + (isChecked ? [Unit(context: context, purpose: .check)] : [])
  }

  /// The blocks that compile, up to the one that must not.
  private func blocks(of unit: Unit) -> [Int] {
    let compiling = contexts[unit.context].compiling.filter {
      broken[unit.context]?.contains($0) != true
    }
    guard case .failing(let block) = unit.purpose else { return compiling }
    return compiling.filter { $0 < block } + [block]
  }

  /// Records what the compiler reports about a file. Returns `false` if the file must be compiled
  /// again: without blocks that have errors, or because errors in other files hid its own.
  private mutating func settle(
    _ unit: Unit, _ file: BlockFile, _ outcome: SwiftCompiler.Outcome
  ) -> Bool {
    guard case .failing(let block) = unit.purpose else {
      _ = removeBroken([file], outcome.messages)
      return outcome.isSuccessful
        || !blocks(of: unit).contains { !contexts[unit.context].blocks[$0].options.isRun }
    }
    let errors = CompilerError.all(in: file, outcome.messages).filter { $0.0.place?.block == block }
    guard outcome.isSuccessful || !errors.isEmpty else { return false }
    if let verdict = verdict(on: block, in: unit.context, errors) {
      found[unit.context, default: []].append(verdict)
    }
    return true
  }

  /// Compares the errors of a block with the expected one.
  private func verdict(
    on block: Int, in context: Int, _ errors: [(CompilerError, [BlockVerdict.Note])]
  ) -> BlockVerdict? {
    guard let expected = contexts[context].blocks[block].options.error else {
      return errors.first.map { $0.verdict($1) }
        ?? BlockVerdict(.error, at: .init(block: block), "docgen cannot read the block as Swift")
    }
    if errors.contains(where: { $0.0.message.text.contains(expected) }) { return nil }
    let summary =
      errors.isEmpty
      ? "the block compiles, although its marker states the error `\(expected)`"
      : "the block has another error than `\(expected)`"
    let notes = errors.prefix(3).map {
      BlockVerdict.Note(.observed, $0.0.message.text, at: $0.0.place)
    }
    return BlockVerdict(.missingError, at: .init(block: block), summary, notes: notes)
  }
}
