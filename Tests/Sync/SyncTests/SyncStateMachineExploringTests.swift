import Sync
import TestTools
import Testing
import Traces

@Suite("Exploring the sync state machine", .timeLimit(.minutes(testMinutes)))
struct SyncStateMachineExploringTests {
  let explored: DeclaredMachine

  init() throws { explored = try SyncStateMachine.declared() }

  @Test func `the events that lead to each transition can be replayed, and end with it`() throws {
    let machine = explored
    #expect(machine.paths.count == machine.edges.count)
    for (edge, way) in zip(machine.edges, machine.paths) {
      var engine = SyncStateMachine()
      var last: DeclaredEdge?
      for text in way {
        let event = try #require(
          engine.sampleEvents().first { String(describing: $0) == text }, "\(text)")
        let (from, condition) = (engine.state.traceName, engine.condition(for: event))
        let effects = engine.apply(event)
        last = DeclaredEdge(
          from: from, event: event.traceName, condition: condition, to: engine.state.traceName,
          effects: effects.map(\.traceName))
      }
      #expect(last == edge, "\(way)")
    }
  }

  private var steps: Set<String> {
    Set(explored.edges.map { "\($0.from) -\($0.event)-> \($0.to)" })
  }

  @Test func `exploring ends, and reaches every state and every event`() {
    let machine = explored
    #expect(machine.initial == "idle")
    #expect(machine.states.map(\.name) == ["idle", "syncing", "pulling", "rateLimited", "error"])
    #expect(machine.events.count == 20)
    #expect(Set(machine.edges.map(\.event)) == Set(machine.events))
    #expect(Set(machine.edges.flatMap { [$0.from, $0.to] }) == Set(machine.states.map(\.name)))
  }

  @Test func `exploring finds exactly these transitions between different states`() {
    let between = Set(
      explored.edges.filter { $0.from != $0.to }
        .map { "\($0.from) -\($0.event)-> \($0.to)" })
    #expect(
      between == [
        "idle -syncRequested-> syncing", "idle -breakerRestored-> rateLimited",
        "syncing -healthCheckFailed-> error", "syncing -requestFailed-> error",
        "syncing -rateLimitHit-> rateLimited", "syncing -mutationsFlushed-> pulling",
        "syncing -syncCancelled-> idle",
        "pulling -pullCompleted-> idle", "pulling -bootstrapCompleted-> idle",
        "pulling -rateLimitHit-> rateLimited", "pulling -requestFailed-> error",
        "pulling -syncCancelled-> idle",
        "rateLimited -backoffElapsed-> idle", "rateLimited -breakerReset-> idle",
        "error -syncRequested-> syncing",
      ])
  }

  @Test func `every fork has guards, which differ for each transition`() {
    let forks = Dictionary(grouping: explored.edges) { "\($0.from) \($0.event)" }
    for (fork, ways) in forks where ways.count > 1 {
      let conditions = ways.map(\.condition)
      #expect(!conditions.contains(nil), "\(fork)")
      #expect(Set(conditions).count == ways.count, "\(fork): \(conditions)")
    }
    let trips = explored.edges.filter { $0.to == "rateLimited" && $0.from == "syncing" }
    #expect(
      Set(trips.compactMap(\.condition)) == [
        "third consecutive 429", "probe was refused", "server asks to wait more than 5 s",
      ])
  }

  @Test
  func `the machine accepts every event in every state, and an ignored event changes nothing`() {
    var seen: Set<SyncStateMachine> = [SyncStateMachine()]
    var queue = Array(seen)
    var pairs: Set<String> = []
    while let before = queue.popLast() {
      for event in before.sampleEvents() {
        var after = before
        let effects = after.apply(event)
        pairs.insert("\(before.state.traceName) \(event.traceName)")
        if after.state == before.state && effects.isEmpty {
          #expect(after.step(from: before), "\(before.state) \(event)")
        }
        if after.state.isSyncing == false { #expect(after != before || effects.isEmpty) }
        if seen.insert(after).inserted { queue.append(after) }
      }
    }
    // A sync that has sent everything (synced = total) accepts no more, so every pair must still
    // occur.
    #expect(pairs.count == 5 * 20)
    #expect(seen.count < 5000)
  }
}

extension SyncStateMachine {
  /// Whether only values differ that may change without a transition: the remembered call and the
  /// breaker's count.
  fileprivate func step(from before: SyncStateMachine) -> Bool {
    self == before || hasPendingRequest != before.hasPendingRequest || breaker != before.breaker
  }
}
