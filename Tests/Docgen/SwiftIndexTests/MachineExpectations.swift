import Basics
import Foundation
import SwiftIndex
import Testing

/// The code of each file of fixtures.
private let fixtures: [CodeModel] = [
  "MachineFixtures", "MachineShapes", "MachineFlowShapes", "MachineTableShapes",
  "MachineReplacementShapes", "MachineCompanionShapes", "MachineConditionShapes",
].map { name in
  let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: name + ".swift")
  let bytes = (try? Data(contentsOf: url)) ?? Data()
  return CodeModel(reading: [SourceInput(path: "1.swift", bytes: Array(bytes))])
}

/// The machine of a fixture.
func machine(_ name: String) throws -> SourceMachine {
  let found = fixtures.flatMap { code in
    code.machineHolders(named: name).map { (code, $0) }
  }
  #expect(found.count == 1, "\(name): \(found.map(\.1.name))")
  let (code, holder) = try #require(found.first)
  return code.sourceMachine(of: holder)
}

/// Compares the transitions of a fixture's machine; `~` marks a likely one, `?` a possible one.
func expect(
  _ name: String, _ expected: [String], at location: Testing.SourceLocation = #_sourceLocation
) throws {
  let found = try machine(name).edges.map { edge in
    let step = edge.step
    let mark: String
    switch edge.certainty {
    case .exact: mark = ""
    case .likely: mark = " ~"
    case .possible: mark = " ?"
    }
    return "\(step.from) -> \(step.to): \(step.trigger)"
      + (step.condition.map { " [\($0)]" } ?? "") + mark
  }
  #expect(found == expected, "\(found.joined(separator: "\n"))", sourceLocation: location)
}

/// Takes random steps and compares each state change with the machine read from source.
func run<Machine>(
  _ name: String, from start: @autoclosure () -> Machine, seesEveryState: Bool = true,
  at location: Testing.SourceLocation = #_sourceLocation,
  _ step: (inout Machine, inout SplitMix64) -> Void,
  state: (Machine) -> String
) throws {
  let read = try machine(name)
  let known = Set(read.edges.map { [$0.step.from, $0.step.to] })
  var random = SplitMix64(26)
  var machine = start()
  var seen: Set<[String]> = []
  for round in 0..<2000 {
    if round.isMultiple(of: 20) { machine = start() }
    let before = state(machine)
    step(&machine, &random)
    let after = state(machine)
    if before != after { seen.insert([before, after]) }
  }
  #expect(seen.isSubset(of: known), "\(seen.subtracting(known))", sourceLocation: location)
  #expect(!seen.isEmpty, sourceLocation: location)
  if !seesEveryState { return }
  // Exact transitions occur sooner or later.
  let exact = read.edges.filter { $0.certainty == .exact && $0.step.from != $0.step.to }
  let missing = Set(exact.map { [$0.step.from, $0.step.to] }).subtracting(seen)
  #expect(missing.isEmpty, "\(missing)", sourceLocation: location)
}

/// The name of a case, without its payload.
func caseName(_ value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }
