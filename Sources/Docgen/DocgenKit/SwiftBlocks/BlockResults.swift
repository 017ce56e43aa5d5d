import Diagnostics
import Rules
import SwiftIndex

/// Compares what running blocks recorded with what their comments state.
struct BlockResults {
  private let file: BlockFile
  private let run: BlockProcess.Run
  private let output: BlockOutput

  init(_ file: BlockFile, _ run: BlockProcess.Run) {
    (self.file, self.run) = (file, run)
    output = BlockOutput(run.output)
  }

  var verdicts: [BlockVerdict] {
    let results = file.sites.indices.compactMap(verdict)
    return results + [failure].compactMap(\.self)
  }

  private func verdict(_ number: Int) -> BlockVerdict? {
    let site = file.sites[number]
    switch site.result.kind {
    case .value:
      return record("value", number).flatMap { compare(site, Self.forms(of: $0)) }
    case .prints:
      return output.printed[number].flatMap { text in
        compare(site, [Self.plain(ResultText.trimmed(text))])
      }
    case .throws:
      if record("returned", number) != nil {
        return BlockVerdict(
          .wrongResult, at: site.place, "the statement throws no error",
          notes: [.init(.documented, site.result.text)])
      }
      return record("threw", number).flatMap { compare(site, Self.forms(of: $0)) }
    }
  }

  private func record(_ name: String, _ number: Int) -> BlockRecord? {
    output.records.first { $0.name == name && $0.number == number }
  }

  /// The text as `print` writes it, and as `debugPrint` does. A string is written with its quotes.
  private static func forms(of record: BlockRecord) -> [String] {
    let texts = record.texts.map { ResultText.singleLine(plain($0)) }
    let isString = texts.last?.hasPrefix("\"") == true
    return isString ? texts.reversed() : texts
  }

  private static func plain(_ text: String) -> String {
    ResultText.withoutContext(text, module: SwiftCompiler.module)
  }

  /// Returns a verdict if all forms differ; its fix writes the first one.
  private func compare(_ site: BlockFile.Site, _ forms: [String]) -> BlockVerdict? {
    let expected = site.result.text
    guard let actual = forms.first,
      !forms.contains(where: { ResultText.agrees(expected, $0) })
    else { return nil }
    let noun =
      switch site.result.kind {
      case .value: "value"
      case .prints: "output"
      case .throws: "error"
      }
    let shown = actual.isEmpty ? "nothing" : "`\(ResultText.singleLine(actual))`"
    let written = expected.isEmpty ? "nothing" : "`\(ResultText.singleLine(expected))`"
    let lines = ResultText.updated(expected, with: actual)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let replacement = lines.enumerated().map { index, line in
      (index == 0 ? "" : "\n//") + (line.isEmpty ? "" : " " + line)
    }.joined()
    return BlockVerdict(
      .wrongResult, at: site.place, "the \(noun) is \(shown), not \(written)",
      replacement: replacement)
  }

  /// The reason why the blocks did not run to their end.
  private var failure: BlockVerdict? {
    if output.records.contains(where: { $0.name == "finished" }) { return nil }
    let step = output.records.last { $0.name == "step" }?.number ?? 0
    guard file.steps.indices.contains(step) else { return nil }
    var place = file.steps[step]
    place.offsets = place.offsets.lowerBound..<place.offsets.lowerBound
    let later = file.blocks(afterStep: step)
    let rest =
      later == 0
      ? [] : [BlockVerdict.Note(.note, "\(later.counted("later block")) of the page did not run")]
    if let thrown = output.records.first(where: { $0.name == "uncaught" }) {
      let error = Self.forms(of: thrown).first ?? ""
      return BlockVerdict(
        .failure, at: place, "the block throws `\(error)`",
        notes: rest + [.init(.help, "state it with `// throws: \(error)`, or handle it")])
    }
    return BlockVerdict(
      .failure, at: place, reason,
      notes: rest + [.init(.help, "correct the block, or add `no-run` to its marker")])
  }

  /// How the program ended.
  private var reason: String {
    let trap = "Fatal error: "
    let line = run.errors.split(separator: "\n").first { $0.contains(trap) }
    if let line, let found = line.firstRange(of: trap) {
      return "the block traps: \(line[found.upperBound...])"
    }
    switch run.exitCode {
    case nil: return "the block takes longer than \(BlockProcess.seconds) seconds"
    case BlockProcess.tooMuchOutput?:
      return "the block prints more than \(BlockProcess.outputLimit) MiB"
    case let code? where code > 128: return "the block is ended by signal \(code - 128)"
    case let code?: return "the block ends the program with exit code \(code)"
    }
  }
}
