import Basics
import SwiftIndex
import Testing

extension MachineRunShapeTests {
  @Test func `an importer`() throws {
    // Only the work itself sees the intermediate state.
    try run("Importer", from: Importer(), seesEveryState: false) { importer, random in
      let fails = Bool.random(using: &random)
      importer.run { if fails { throw Account.Refused() } }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `an account`() throws {
    try run("Account", from: Account()) { account, random in
      if .random(using: &random) {
        try? account.freeze()
      } else {
        try? account.close(balance: Int.random(in: 0..<3, using: &random))
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a query`() throws {
    try run("Query", from: Query()) { query, random in
      let results: [Result<Int, any Error>] = [
        .success(0), .success(1), .failure(Query.Offline()),
      ]
      if .random(using: &random) {
        query.start()
      } else {
        query.finish(results.randomElement(using: &random)!)
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a phone`() throws {
    try run("Phone", from: Phone()) { phone, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: phone.dial()
      case 1: phone.hangUp()
      default: phone.onAnswer?(.random(using: &random))
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a backup`() throws {
    try run("Backup", from: Backup()) { backup, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: backup.begin()
      case 1: backup.cancel()
      default: backup.jobs.next()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a synchronization that is cancelled while it waits`() async throws {
    let known = Set(try machine("Sync").edges.map { [$0.step.from, $0.step.to] })
    var random = SplitMix64(26)
    var seen: Set<[String]> = []
    let sync = Sync()
    for _ in 0..<200 {
      let cancels = Bool.random(using: &random)
      var states = [caseName(await sync.phase)]
      await sync.sync { sync in
        let before = caseName(sync.phase)
        await Task.yield()
        if cancels { sync.cancel() }
        sync.seen = [before, caseName(sync.phase)]
      }
      states += await sync.seen
      states.append(caseName(await sync.phase))
      for (before, after) in zip(states, states.dropFirst()) where before != after {
        seen.insert([before, after])
      }
    }
    #expect(seen.isSubset(of: known), "\(seen.subtracting(known))")
    #expect(seen.count == 5, "\(seen)")
  }

  @Test func `an oven`() throws {
    // Only the observer sees the intermediate state.
    try run("Oven", from: Oven(), seesEveryState: false) { oven, random in
      oven.degrees = Int.random(in: 0...600, using: &random)
      if .random(using: &random) { oven.turnOn() } else { oven.turnOff() }
    } state: {
      caseName($0.mode)
    }
  }

  @Test func `a gear`() throws {
    try run("Gear", from: Gear.neutral) { gear, random in
      if .random(using: &random) { gear.up() } else { gear.down() }
    } state: {
      caseName($0)
    }
  }

  @Test func `a tank`() throws {
    try run("Tank", from: Tank()) { tank, random in
      let count = Int.random(in: 0...3, using: &random)
      if .random(using: &random) {
        tank.drain((0..<count).map { _ in .random(using: &random) })
      } else {
        tank.fill(count)
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a cell`() throws {
    try run("Cell", from: Cell<Int>()) { cell, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: cell.store(1)
      case 1: cell.age()
      default: _ = cell.take()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test(arguments: [false, true])
  func `an engine, and one that inherits from it`(isTurbine: Bool) throws {
    // The base class alone does not break, and only the caller of `super` sees the intermediate
    // state.
    try run(
      "Engine", from: isTurbine ? Turbine() : Engine(), seesEveryState: false
    ) { engine, random in
      (engine as? Turbine)?.pressure = Int.random(in: 0..<20, using: &random)
      if .random(using: &random) { engine.start() } else { engine.stop() }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a robot`() throws {
    try run("Robot", from: Robot()) { robot, random in
      _ = robot.handle([.go, .bump, .home].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a blinker`() throws {
    try run("Blinker", from: Blinker()) { blinker, _ in
      blinker.advance()
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a pager`() throws {
    try run("Pager", from: Pager()) { pager, random in
      pager.handle([.next, .back, .home].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }
}
