import Diagnostics
import Foundation
import SwiftIndex
import TestTools
import Testing

@Suite("This package's own sources")
struct OwnSourcesTests {
  @Test func `own sources are read without errors, and known types are at their places`()
    async throws
  {
    let code = await PackageSources.model.value
    #expect(code.diagnostics.map(\.summary) == [])
    let machine = try #require(code.type(named: "SyncStateMachine").only)
    #expect(machine.kind == .struct)
    #expect(machine.module == "Sync")
    #expect(machine.location.file.hasSuffix("SyncStateMachine.swift"))
    #expect(machine.inherits("ExplorableMachine"))
    let finding = try #require(code.type(named: "Diagnostics.Diagnostic").only)
    #expect(finding.storedProperties.first?.name == "rule")
    #expect(code.type(named: "SyncStateMachin") == .unknown(nearest: "SyncStateMachine"))
    let threshold = try #require(code.constant("CircuitBreaker.threshold").only)
    #expect(threshold.literal == .integer(3))
  }

  @Test func `a pattern of the machine handles every event in every state`() async throws {
    let code = await PackageSources.model.value
    let events = try #require(code.type(named: "SyncStateMachine.Event").only)
    let holder = try #require(code.machineHolders(named: "SyncStateMachine").first)
    let machine = code.sourceMachine(of: holder)
    #expect(machine.unknownTargets.isEmpty)
    for state in machine.states {
      for event in events.cases.map(\.name) {
        #expect(machine.handlers[[state, event]] != nil, "\(event) in \(state)")
      }
    }
    let targets = machine.edges.map(\.step).filter {
      $0.from == "idle" && $0.trigger == "syncRequested"
    }
    #expect(targets.map(\.to) == ["syncing"])
  }

  /// The table comes from exploring the machine: it ran from every state on every event.
  @Test func `the source gives the rows of the explored table`() async throws {
    let code = await PackageSources.model.value
    let holder = try #require(code.machineHolders(named: "SyncStateMachine").first)
    let machine = code.sourceMachine(of: holder)
    let rows = try Self.rows(afterHeading: "| From | Event | Condition | To | Effects | Observed |")
    #expect(rows.count > 40)
    func changes(_ steps: [[String]]) -> Set<[String]> { Set(steps.filter { $0[0] != $0[2] }) }
    let found = machine.edges.filter { $0.certainty == .exact }.map(\.step)
    #expect(
      changes(found.map { [$0.from, $0.trigger, $0.to] })
        == changes(rows.map { [$0[0], $0[1], $0[3]] }))
    typealias Response = SourceMachine.Response
    for (key, rows) in Dictionary(grouping: rows, by: { Array($0.prefix(2)) }) {
      let table = rows.map { row in
        Response(
          condition: row[2] == "–" ? nil : row[2], to: row[3],
          effects: row[4].components(separatedBy: ", ").filter { $0 != "–" })
      }
      guard case let responses?? = machine.responses[key] else {
        Issue.record("unknown: \(key)")
        continue
      }
      #expect(responses.isSuperset(of: table), "\(key): \(responses)")
      // The code also ignores events: the table leaves out responses that change nothing.
      let others = responses.subtracting(table)
      #expect(others.allSatisfy { $0.to == key[0] && $0.effects.isEmpty }, "\(key): \(others)")
    }
    // What the table leaves out changes nothing.
    let pairs = Set(rows.map { Array($0.prefix(2)) })
    for (key, responses) in machine.responses where !pairs.contains(key) {
      guard let responses else {
        Issue.record("unknown: \(key)")
        continue
      }
      #expect(responses.allSatisfy { $0.to == key[0] && $0.effects.isEmpty }, "\(key)")
    }
  }

  /// The cells of a table of `docs/sync-state-machine.md`, without backticks.
  private static func rows(afterHeading heading: String) throws -> [[String]] {
    let page = packageFolder.appendingPathComponent("docs/sync-state-machine.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = try #require(text.firstRange(of: heading + "\n"))
    return text[table.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { $0.hasPrefix("|") }
      .map { $0.replacing("`", with: "").dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  @Test func `parallel reading gives the same result as sequential reading`() async throws {
    let inputs = Array(PackageSources.all.prefix(40))
    let parallel = await FileDeclarations.reading(inputs)
    #expect(parallel == inputs.map { FileDeclarations(reading: $0) })
    #expect(parallel.map(\.path) == inputs.map(\.path))
  }
}

/// The Swift files below `Sources`, each with the module of its folder.
enum PackageSources {
  static let all: [SourceInput] = (try? read()) ?? []
  static let model = Task { await CodeModel.reading(all) }

  /// The declarations of one module's files.
  static func model(of module: String) -> CodeModel {
    CodeModel(reading: all.filter { $0.module == module })
  }

  private static func read() throws -> [SourceInput] {
    let manifest = packageFolder.appendingPathComponent("Package.swift")
    let modules = ModuleMap([
      PackageManifest(file: "Package.swift", bytes: Array(try Data(contentsOf: manifest)))
    ])
    let sources = packageFolder.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    return try paths.map { path in
      let data = try Data(contentsOf: sources.appendingPathComponent(path))
      let file = "Sources/" + path
      return SourceInput(path: file, module: modules.module(ofFile: file), bytes: Array(data))
    }
  }
}
