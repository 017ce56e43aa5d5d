import Diagnostics
import Diagrams
import DocgenKit
import Foundation
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex
import Templates
import Testing
import Traces

/// Changes one thing in the code but neither traces nor documents: each change that makes a
/// document wrong must be reported, and no change without meaning.
///
/// `MUTATIONS=all` tries every change (`make mutations`); otherwise a few of each kind are tried.
@Suite struct CodeMutationTests {
  private static let isComplete = ProcessInfo.processInfo.environment["MUTATIONS"] == "all"

  /// Some mutants of each kind, spread over the file.
  private func sample(_ mutants: [CodeMutant], of kind: Int) -> [CodeMutant] {
    if Self.isComplete { return mutants }
    return CodeMutant.Kind.allCases.flatMap { each -> [CodeMutant] in
      let all = mutants.filter { $0.kind == each }
      return (0..<min(kind, all.count)).map { all[$0 * all.count / min(kind, all.count)] }
    }
  }

  // MARK: - The engine's machine, with traces

  @Test func `a change of the engine's machine makes its traces stale`() async throws {
    let unchanged = try await ProjectEdit()
    func errors(_ text: String, in path: String) async throws -> [Diagnostic] {
      let edit = try await ProjectEdit()
      edit.write(text, to: path)
      return await edit.errors(on: "docs/sync-state-machine.md")
    }
    var tried: [CodeMutant.Kind: Int] = [:]
    for name in ["SyncStateMachine", "SyncStateMachine+Decision", "CircuitBreaker"] {
      let path = "Sources/Sync/Sync/Machine/\(name).swift"
      let source = try unchanged.text(path)
      // Each kind is tried in one of the files: a check of the whole project takes a second.
      for mutant in sample(CodeMutant.all(of: source), of: 1)
      where Self.isComplete || tried[mutant.kind] == nil {
        tried[mutant.kind, default: 0] += 1
        let found = try await errors(mutant.text, in: path)
        #expect(found.contains { $0.rule == StaleTrace.id }, "\(path): \(mutant.change)")
      }
      for (name, text) in CodeMutant.cosmetic(of: source).prefix(Self.isComplete ? 9 : 1) {
        // The cosmetic change may move a line that the document names.
        let found = try await errors(text, in: path).filter { $0.rule.rawValue != "moved-line" }
        #expect(found.isEmpty, "\(path): \(name): \(found.map(\.summary))")
      }
    }
    print("\(tried.values.reduce(0, +)) changes of the engine's machine are reported: \(tried)")
  }

  // MARK: - Machines of other styles, read from source

  /// The fixtures of machines, by the names of their types.
  private static let fixtures: String = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appendingPathComponent("SwiftIndexTests/MachineFixtures.swift")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  private func fixture(declaring type: String) throws -> String {
    let parts = Self.fixtures.components(separatedBy: "// begin: ")
    let found = parts.first { $0.contains(" \(type) {") || $0.contains(" \(type): ") }
    return try #require(found?.components(separatedBy: "// end").first.map { "// " + $0 })
  }

  private func model(_ source: String) -> ProjectModel {
    ProjectModel(code: CodeModel(reading: [SourceInput(path: "M.swift", source)]), traces: [])
  }

  private func errors(on page: String, _ source: String) -> [Diagnostic] {
    CheckedPage(
      Page(path: "a.md", bytes: Array(page.utf8)), project: model(source),
      templates: TemplateSource(texts: [:])
    ).findings().filter { $0.severity != .note }
  }

  /// The transitions of the code.
  private struct Transitions: Equatable {
    var certain: Set<String> = []
    var likely: Set<String> = []
    var possible: Set<String> = []
    var states: [String] = []

    init(_ machine: StateMachineModel?) {
      guard let machine else { return }
      func words(_ edge: DeclaredEdge) -> String { "\(edge.from) \(edge.event) \(edge.to)" }
      certain = Set(machine.edges.filter(\.isCertain).map { words($0.step) })
      likely = Set(machine.edges.filter { !$0.isCertain }.map { words($0.step) })
      possible = Set(machine.possible.map(words))
      states = machine.states.map(\.name) + [machine.initial ?? ""]
    }

    /// Whether a diagram of these transitions is wrong after a change: it has an impossible
    /// transition or lacks an exact one.
    func isWrong(after new: Transitions) -> Bool {
      let drawn = certain.union(likely)
      return states != new.states || !new.certain.isSubset(of: drawn)
        || !drawn.isSubset(of: new.certain.union(new.likely).union(new.possible))
    }
  }

  @Test(arguments: ["Upload", "Door", "Player", "Connection", "Light"])
  func `a change of a machine makes its diagram wrong, or is silent`(_ type: String) throws {
    let source = try fixture(declaring: type)
    let machine = try #require(model(source).anyMachine(named: type))
    let state = StateBuilder.diagram(of: machine)
    let diagram = try #require(MermaidPrinter.print(.state(state)))
    let page = "<!-- docgen:verify state-diagram machine=\(type) -->\n```mermaid\n\(diagram)```\n"
    #expect(errors(on: page, source).isEmpty)
    let before = Transitions(machine)
    var (wrong, silent) = (0, 0)
    for mutant in CodeMutant.all(of: source) {
      let found = errors(on: page, mutant.text)
      let after = Transitions(model(mutant.text).anyMachine(named: type))
      if before.isWrong(after: after) {
        wrong += 1
        #expect(!found.isEmpty, "\(type): \(mutant.change)")
      } else if before == after {
        silent += 1
        #expect(found.isEmpty, "\(type): \(mutant.change): \(found.map(\.summary))")
      }
    }
    #expect(wrong > 0)
    print("\(type): \(wrong) changes are reported, \(silent) keep the transitions")
    for (name, text) in CodeMutant.cosmetic(of: source) {
      let found = errors(on: page, text)
      #expect(found.isEmpty, "\(type): \(name): \(found.map(\.summary))")
    }
  }

  // MARK: - The example package

  @Test func `a change of the example package is reported if its page names it`() throws {
    let folder = Tool.package.appending(path: "Tests/ExamplePackage")
    let source = try String(
      contentsOf: folder.appending(path: "Sources/Door/Door.swift"), encoding: .utf8)
    let page = try String(contentsOf: folder.appending(path: "docs/door.md"), encoding: .utf8)
    #expect(errors(on: page, source).isEmpty)
    let constant = "widest = 90\n"
    var reported = 0
    for mutant in CodeMutant.all(of: source) {
      let found = errors(on: page, mutant.text)
      #expect(found.isEmpty == mutant.text.contains(constant), "\(mutant.change)")
      reported += found.isEmpty ? 0 : 1
    }
    #expect(reported > 0)
    for (name, text) in CodeMutant.cosmetic(of: source) {
      #expect(errors(on: page, text).isEmpty, "\(name)")
    }
  }
}
