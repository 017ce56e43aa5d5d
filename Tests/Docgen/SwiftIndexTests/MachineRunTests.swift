import Basics
import Testing

/// Runs machines with random events: every step is one that was read from the code.
@Suite("State machines from source, run")
struct MachineRunTests {
  @Test func `an upload`() throws {
    try run("Upload", from: Upload()) { machine, random in
      machine.isOnline = Bool.random(using: &random)
      let events: [Upload.Event] = [.start, .progress(1), .finish, .fail, .retry]
      machine.handle(events.randomElement(using: &random)!)
    } state: {
      "\($0.state)"
    }
  }

  @Test func `a door`() throws {
    try run("Door", from: Door()) { door, random in
      let calls = [door.open, door.close, door.lock, door.unlock, door.slam]
      calls.randomElement(using: &random)!()
    } state: {
      "\($0.position)"
    }
  }

  @Test func `a light`() throws {
    try run("Light", from: Light.red) { light, random in
      if Bool.random(using: &random) { light.advance() } else { light = light.next }
    } state: {
      "\($0)"
    }
  }

  @Test func `a player`() throws {
    try run("Player", from: Player()) { player, random in
      [player.play, player.pause, player.stop].randomElement(using: &random)!()
    } state: {
      "\($0.mode)"
    }
  }

  @Test func `an order`() throws {
    try run("Order", from: Order()) { order, random in
      let all: [Order.Status] = [.new, .paid, .shipped, .returned]
      order.move(to: all.randomElement(using: &random)!)
    } state: {
      "\($0.status)"
    }
  }

  @Test func `a turnstile`() throws {
    try run("Turnstile", from: Turnstile()) { turnstile, random in
      turnstile.handle(Bool.random(using: &random) ? .coin : .push)
    } state: {
      "\($0.state)"
    }
  }

  @Test func `a connection`() throws {
    try run("Connection", from: Connection()) { connection, random in
      let events: [Connection.Event] = [.connect, .ready, .drop, .close]
      connection.on(events.randomElement(using: &random)!)
    } state: {
      "\($0.state)"
    }
  }

  @Test func `a search`() throws {
    try run("Search.State.Phase", from: Search.State()) { state, random in
      let actions: [Search.Action] = [
        .typed(""), .typed("a"), .answered(0), .answered(2), .cleared,
      ]
      Search().reduce(into: &state, action: actions.randomElement(using: &random)!)
    } state: {
      "\($0.phase)"
    }
  }

  @Test func `a download`() throws {
    var callbacks: [(Bool) -> Void] = []
    try run("Download", from: Download()) { download, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: download.start { callbacks.append($0) }
      case 1: download.reset()
      default: callbacks.popLast()?(Bool.random(using: &random))
      }
    } state: {
      "\($0.state)"
    }
  }

  @Test func `a task`() throws {
    try run("Chore", from: Chore()) { task, random in
      [task.start, task.block, task.finish].randomElement(using: &random)!()
    } state: {
      "\($0.status)"
    }
  }

  @Test func `a worker`() throws {
    try run("Worker.Inner.Stage", from: Worker()) { worker, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: _ = worker.begin()
      case 1: worker.end()
      default: worker.stop()
      }
    } state: {
      $0.stage
    }
  }

  @Test func `an elevator`() throws {
    try run("Elevator.next", from: Elevator.Motion.resting) { motion, random in
      let requests: [Elevator.Request] = [.above, .below, .here]
      motion = Elevator.next(motion, on: requests.randomElement(using: &random)!)
    } state: {
      "\($0)"
    }
  }

  @Test func `attempts`() throws {
    // Others see only the last state of a call.
    try run("Retry", from: Retry(), seesEveryState: false) { retry, random in
      retry.run((0..<Int.random(in: 0..<5, using: &random)).map { _ in false })
    } state: {
      "\($0.step)"
    }
  }
}
