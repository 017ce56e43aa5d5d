import Diagnostics
import Foundation
import SwiftIndex
import TestTools
import Testing

/// A model of some files answers like the complete one, with files found by their names.
@Suite struct PartialCodeTests {
  private let files: [FileDeclarations]
  private let complete: CodeModel
  private let rest: PartialCode

  /// The sources of the sync engine and a few unusual files; one of them was changed after the names
  /// were stored.
  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/Sync/Sync")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    var inputs = try paths.map { path in
      SourceInput(
        path: path, module: "Sync",
        bytes: Array(try Data(contentsOf: folder.appending(path: path))))
    }
    inputs += Self.unusual.map { SourceInput(path: $0.path, module: $0.module, $0.text) }
    var stored = inputs.map { FileDeclarations(reading: $0) }
    let table = try #require(
      NameTable(
        NameTable.bytes(
          of: stored, keys: inputs.map { ContentDigest($0.path) }, stamp: 7), stamp: 7))
    let changed = stored.count - 1
    stored[changed] = FileDeclarations(
      reading: SourceInput(path: inputs[changed].path, module: "House", Self.change))
    files = stored
    complete = CodeModel(files)
    rest = PartialCode(
      files.enumerated().map { position, file in
        PartialCode.Source(path: file.path, module: file.module, isChanged: position == changed)
      }, table)
  }

  private static let unusual: [(path: String, module: String, text: String)] = [
    (
      "Door.swift", "House",
      "struct Door { enum State { case open, shut }; var state = State.open }"
    ),
    ("Alias.swift", "House", "typealias Gate = Door; typealias Text = String"),
    ("Gate.swift", "House", "extension Gate { func creak() { state = .shut } }"),
    ("Inner.swift", "House", "extension House.Door { struct Hinge { let width = 3 } }"),
    ("Hinge.swift", "House", "extension Door.Hinge: Oiled { func squeak() {} }"),
    (
      "Foreign.swift", "House",
      "extension String { var creak: Int { 1 } }; extension Text { func knock() {} }"
    ),
    ("Other.swift", "Garden", "struct Door { let latch = 1 }; protocol Oiled {}; func knock() {}"),
    ("Roof.swift", "House", "extension Roof { func tile() {} }"),
    ("Walls.swift", "House", "protocol Wall {}"),
    ("New.swift", "House", "struct Removed { let old = 1 }"),
  ]
  private static let change = "struct Roof: Wall { var door: Door }; typealias Tile = Roof"

  /// The answer of a model that has all files that the question asks for; `nil` if it needs all.
  private func answer<Answer>(_ ask: (CodeModel) -> Answer) -> Answer? {
    var needs = PartialCode.Needs()
    for _ in 0..<12 {
      guard let positions = rest.positions(completing: rest.matches(needs), read: { files[$0] })
      else { return nil }
      let model = CodeModel(positions.sorted().map { files[$0] }, of: rest.meeting(needs))
      let answer = ask(model)
      guard let unmet = model.rest?.unmet, !unmet.isEverything else { return nil }
      if unmet.isEmpty { return answer }
      needs = needs.union(unmet)
    }
    return nil
  }

  private var names: Set<String> {
    let members = (complete.types.flatMap(\.members) + complete.globals).map(\.name)
    let types = complete.types.flatMap { [$0.name, $0.qualifiedName] }
    let others = ["House.Door", "Gate", "Text", "String", "Removed", "old", "nothing", "Tile"]
    return Set(members + types + others)
  }

  @Test func `lookups by name have the answers of the complete model`() {
    var found = 0
    for name in names.sorted() {
      #expect(answer { $0.types(named: name) } == complete.types(named: name), "\(name)")
      #expect(answer { $0.members(named: name) } == complete.members(named: name), "\(name)")
      #expect(answer { $0.globals(named: name) } == complete.globals(named: name), "\(name)")
      #expect(
        answer { $0.foreignExtensions(of: name) } == complete.foreignExtensions(of: name),
        "\(name)")
      #expect(answer { $0.mentions(name) } == complete.mentions(name), "\(name)")
      #expect(
        answer { $0.owners(ofValuesNamed: name) } == complete.owners(ofValuesNamed: name),
        "\(name)")
      found += complete.types(named: name).count
    }
    #expect(names.count > 500 && found > 100)
  }

  @Test func `machines have the answers of the complete model`() {
    func machines(_ name: String) -> (CodeModel) -> [String] {
      { code in
        code.machineHolders(named: name).map { holder in
          let machine = code.sourceMachine(of: holder)
          return "\(holder.name) \(machine.states) \(machine.initial ?? "") "
            + machine.edges.map { "\($0)" }.sorted().joined(separator: "\n")
        }
      }
    }
    var found = 0
    for type in complete.types where type.kind == .enum || type.kind == .struct {
      let expected = machines(type.qualifiedName)(complete)
      #expect(answer(machines(type.qualifiedName)) == expected, "\(type.qualifiedName)")
      found += expected.count
    }
    #expect(found > 10)
  }

  @Test func `files, imports and modules are known without their declarations`() {
    for file in files {
      #expect(answer { $0.lineCount(of: file.path) } == file.lineCount)
      #expect(answer { $0.module(ofFile: file.path) } == file.module)
      #expect(answer { $0.types(in: file.path) } == complete.types(in: file.path))
    }
    for module in ["Synchronization", "Traces", "Sync", "None"] {
      #expect(answer { $0.isImported(module) } == complete.isImported(module), "\(module)")
    }
    #expect(answer { $0.files.sorted() } == complete.files.sorted())
    #expect(answer { $0.reexports } == complete.reexports)
    #expect(answer { $0.types.count } == nil, "the answer needs everything")
  }

  @Test func `damaged names are no names`() {
    let bytes = NameTable.bytes(of: files, keys: files.map { ContentDigest($0.path) }, stamp: 7)
    #expect(NameTable(bytes, stamp: 8) == nil)
    #expect(NameTable([], stamp: 7) == nil)
    for place in stride(from: 0, to: bytes.count, by: 997) {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(NameTable(damaged, stamp: 7) == nil, "\(place)")
    }
    #expect(NameTable(Array(bytes.dropLast()), stamp: 7) == nil)
  }
}
