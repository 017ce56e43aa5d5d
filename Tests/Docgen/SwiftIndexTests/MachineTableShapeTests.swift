import Basics
import Testing

/// Machines whose next state a table, another method or a check decides: the transitions read from
/// source, which must include every state change of random runs.
@Suite struct MachineTableShapeTests {
  @Test func `a table whose entry is bound`() throws {
    try expect("Carousel", ["first -> second: advance", "second -> third: advance"])
    try run("Carousel", from: Carousel()) { carousel, _ in
      carousel.advance()
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a table with a structure as its key`() throws {
    try expect(
      "Barrier",
      ["open -> closed: lower", "closed -> open: lift", "closed -> broken: hit"])
    try run("Barrier", from: Barrier()) { barrier, random in
      barrier.handle([.lower, .lift, .hit].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a list of transitions`() throws {
    try expect(
      "Ticket", ["new -> active: start", "active -> done: finish", "done -> active: reopen"])
    try run("Ticket", from: Ticket()) { ticket, random in
      ticket.handle([.start, .finish, .reopen].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a method that returns the next state or none`() throws {
    try expect(
      "Drone",
      ["landed -> flying: takeOff", "flying -> landed: land", "flying -> lost: signalLost"])
    try run("Drone", from: Drone()) { drone, random in
      drone.handle([.takeOff, .land, .signalLost].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a check of the next state`() throws {
    try expect(
      "Invoice",
      [
        "draft -> sent: move", "draft -> void: move", "sent -> paid: move", "sent -> void: move",
      ])
    try run("Invoice", from: Invoice()) { invoice, random in
      invoice.move(to: [.draft, .sent, .paid, .void].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a list of next states in the enum`() throws {
    try expect(
      "Pipeline",
      [
        "queued -> building: start", "building -> passed: finish", "building -> failed: finish",
        "failed -> queued: retry",
      ])
    try run("Pipeline", from: Pipeline()) { pipeline, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: pipeline.start()
      case 1: pipeline.finish(succeeds: .random(using: &random))
      default: pipeline.retry()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `own properties that ask the state`() throws {
    try expect(
      "Session",
      ["none -> active: start [canStart]", "none -> expired: touch", "active -> expired: touch"])
    try run("Session", from: Session()) { session, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: session.start()
      case 1: session.touch()
      default: session.allow(.random(using: &random))
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `two guards in a row`() throws {
    try expect(
      "Shipment",
      [
        "packed -> shipped: ship", "shipped -> delivered: scan", "delivered -> lost: scan",
        "lost -> lost: scan",
      ])
    try run("Shipment", from: Shipment()) { shipment, random in
      if Bool.random(using: &random) { shipment.ship() } else { shipment.scan() }
    } state: {
      caseName($0.state)
    }
  }
}
