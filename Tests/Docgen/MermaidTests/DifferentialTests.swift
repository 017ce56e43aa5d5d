import JSON
import Mermaid
import Testing

/// Compares the verdict with the real Mermaid's, on every diagram of the corpus and on generated
/// ones.
@Suite struct DifferentialTests {
  @Test(arguments: Corpus.files)
  func `the corpus is judged as the real Mermaid judges it`(file: String) throws {
    let entries = try Corpus.entries(file)
    #expect(entries.count > 100)
    for (entry, verdict) in zip(entries, try RealMermaid.verdicts(entries.map(\.text))) {
      let errors = MermaidParser.parse(entry.text).errors
      #expect(
        errors.isEmpty == verdict.ok,
        "\(entry): \(verdict.error ?? "accepted"), ours: \(errors.first?.message ?? "accepted")")
    }
  }

  @Test(arguments: ["\r\n", "\r"])
  func `other line ends are judged as the real Mermaid judges them`(lineEnd: String) throws {
    try compareVerdicts(Corpus.all().map { $0.text.replacing("\n", with: lineEnd) })
  }

  @Test(arguments: Corpus.files)
  func `the corpus has the same meaning as in the real Mermaid`(file: String) throws {
    try compareModels(Corpus.entries(file).map(\.text), least: 69)
  }

  @Test func `printed diagrams are accepted and have the same meaning as in the real Mermaid`()
    throws
  {
    let count = Amount.of(600, full: 12_000)
    let texts = (0..<count).map { number in
      var generator = DiagramGenerator(seed: UInt64(number) + 10_000)
      switch number % 3 {
      case 0: return MermaidPrinter.print(generator.stateDiagram())
      case 1: return MermaidPrinter.print(generator.sequenceDiagram())
      default: return MermaidPrinter.print(generator.classDiagram())
      }
    }
    try compareModels(texts, least: count)
  }

  /// Expects at least `least` valid texts, each with the same model in both.
  private func compareModels(_ texts: [String], least: Int) throws {
    var count = 0
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts, models: true)) {
      let document = MermaidParser.parse(text)
      guard verdict.ok, document.errors.isEmpty else { continue }
      count += 1
      let ours = MermaidModel.value(of: document.diagram)?.sorted.encoded
      #expect(ours == verdict.model, "\(text)")
    }
    #expect(count >= least)
  }

  @Test func `changed lines are judged as the real Mermaid judges them`() throws {
    var mutation = Mutation(seed: 11, entries: try Corpus.all())
    try compareVerdicts((0..<Amount.of(1_500, full: 60_000)).map { _ in mutation.next() })
  }

  @Test func `prefixes of diagrams are judged as the real Mermaid judges them`() throws {
    var random = DiagramGenerator(seed: 12)
    let entries = try Corpus.all().filter { !$0.text.hasPrefix("---") && !$0.text.isEmpty }
    try compareVerdicts(
      (0..<Amount.of(500, full: 20_000)).map { _ in
        let text = random.pick(entries).text
        return String(text.prefix(random.number(1..<text.count + 1)))
      })
  }

  private func compareVerdicts(_ texts: [String]) throws {
    for (text, verdict) in zip(texts, try RealMermaid.verdicts(texts)) {
      let errors = MermaidParser.parse(text).errors
      #expect(
        errors.isEmpty == verdict.ok,
        "\(verdict.error ?? "accepted"), ours: \(errors.first?.message ?? "accepted")\n\(text)")
    }
  }
}
