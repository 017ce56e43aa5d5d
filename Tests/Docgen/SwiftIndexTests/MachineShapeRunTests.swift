import Basics
import Testing

/// Runs each shape with random events: every state change is a transition that was read.
@Suite("Shapes of state machines from source, run")
struct MachineRunShapeTests {
  @Test func `a kettle`() throws {
    try run("Kettle", from: Kettle()) { kettle, random in
      kettle.handle([.plug, .boil, .pour].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `an alarm`() throws {
    try run("Alarm", from: Alarm()) { alarm, random in
      alarm.tick(isNight: .random(using: &random), isMoving: .random(using: &random))
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a battery`() throws {
    try run("Battery", from: Battery()) { battery, random in
      battery.measure(Int.random(in: 0...100, using: &random))
    } state: {
      caseName($0.level)
    }
  }

  @Test func `a meter`() throws {
    try run("Meter", from: Meter()) { meter, random in
      if .random(using: &random) { meter.add(3) } else { meter.reset() }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a parcel`() throws {
    try run("Parcel", from: Parcel()) { parcel, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: parcel.add(1)
      case 1: parcel.send(to: "home")
      default: parcel.lose()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a fetcher`() throws {
    try run("Fetcher", from: Fetcher()) { fetcher, _ in
      fetcher.fetch()
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a crane`() throws {
    try run("Crane", from: Crane()) { crane, random in
      crane.handle([.lift, .lower, .halt].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a membership`() throws {
    try run("Membership", from: Membership()) { membership, random in
      membership.handle([.login, .logout, .report].randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a vending machine`() throws {
    try run("Vending", from: Vending()) { vending, random in
      let events: [Vending.Event] = [
        .insert(cents: 20), .insert(cents: 60), .insert(cents: 200), .press, .refund,
      ]
      vending.handle(events.randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a race`() throws {
    var start = Race()
    start.advance()
    try run("Race", from: start) { race, _ in
      race.advance()
    } state: {
      caseName($0.phase!)
    }
  }

  @Test func `a job`() throws {
    try run("Job", from: Job()) { job, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: job.start()
      case 1: job.end(isGood: .random(using: &random))
      default: job.restart()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a signal`() throws {
    try run("Signal.color", from: Signal()) { signal, random in
      signal.handle(Int.random(in: 0..<3, using: &random) > 0 ? .advance : .fault)
    } state: {
      caseName($0.color)
    }
  }

  @Test func `a permit`() throws {
    try run("Permit", from: Permit()) { permit, random in
      permit.move(to: Permit.Status.allCases.randomElement(using: &random)!)
    } state: {
      caseName($0.status)
    }
  }

  @Test func `a flap`() throws {
    try run("Flap", from: Flap()) { flap, _ in
      flap.push()
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a shutter`() throws {
    try run("Shutter", from: Shutter()) { shutter, random in
      if .random(using: &random) { shutter.press() } else { shutter.close() }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a radio`() throws {
    func step(_ radio: inout Radio, _ random: inout SplitMix64) {
      if .random(using: &random) { radio.toggle() } else { radio.turn() }
    }
    try run("Radio.power", from: Radio(), step) { caseName($0.power) }
    try run("Radio.volume", from: Radio(), step) { caseName($0.volume) }
  }

  @Test func `a form`() throws {
    try run("Form.Model", from: Form()) { form, random in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: form.send()
      case 1: form.type("")
      default: form.type("a")
      }
    } state: {
      caseName($0.model.state)
    }
  }

  @Test func `a toaster`() throws {
    try run("Toaster", from: Toaster()) { toaster, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: toaster.press()
      case 1: toaster.wait()
      default: toaster.take()
      }
    } state: {
      caseName($0.state)
    }
  }
}
