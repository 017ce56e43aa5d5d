import SyncScenarios
import Testing

@Suite("Simulation")
struct SimulationTests {
  @Test("devices and server agree once the faults stop", arguments: 1...25 as ClosedRange<UInt64>)
  func converges(seed: UInt64) async throws {
    let simulation = try Simulation(seed: seed, devices: 2)
    try await simulation.run(steps: 150)
    _ = try await simulation.drain()
  }

  @Test("the same seed does the same things")
  func deterministic() async throws {
    var scripts: [[String]] = []
    for _ in 1...2 {
      let simulation = try Simulation(seed: 99)
      try await simulation.run(steps: 120)
      scripts.append(simulation.script + ["\(try await simulation.drain())"])
    }
    #expect(scripts[0] == scripts[1])
  }
}
