import Testing

@Suite("Shapes of state machines from source")
struct SourceMachineShapeTests {
  // MARK: - Values

  @Test func `a switch expression that is assigned`() throws {
    try expect(
      "Kettle",
      [
        "cold -> heating: plug ~", "cold -> hot: boil ~", "heating -> hot: boil ~",
        "heating -> cold: pour ~", "hot -> heating: plug ~", "hot -> cold: pour ~",
      ])
  }

  @Test func `an if expression that is assigned`() throws {
    try expect(
      "Alarm",
      [
        "off -> armed: tick [isNight] ~",
        "armed -> ringing: tick [isMoving]",
        "armed -> off: tick [not isNight] ~",
        "ringing -> armed: tick [isNight] ~",
        "ringing -> off: tick [not isNight] ~",
      ])
  }

  @Test func `a chain of conditional operators`() throws {
    try expect(
      "Battery",
      [
        "empty -> full: measure [percent > 80] ~",
        "empty -> low: measure [percent <= 80 && percent > 10] ~",
        "low -> full: measure [percent > 80] ~",
        "low -> empty: measure [percent <= 80 && percent <= 10] ~",
        "full -> low: measure [percent <= 80 && percent > 10] ~",
        "full -> empty: measure [percent <= 80 && percent <= 10] ~",
      ])
  }

  @Test func `a tuple that is assigned`() throws {
    try expect("Meter", ["counting -> full: add [count > 9]", "full -> counting: reset"])
  }

  // MARK: - Patterns

  @Test func `a guard that binds the payload`() throws {
    try expect(
      "Parcel",
      [
        "packing -> packing: add", "packing -> sent: send [items > 0]", "sent -> lost: lose",
      ])
  }

  @Test func `a pattern with a condition on the payload`() throws {
    try expect(
      "Fetcher",
      [
        "idle -> loading: fetch", "loading -> failed: fetch [tries > 3]",
        "loading -> loading: fetch", "failed -> loading: fetch",
      ])
  }

  @Test func `several patterns in one case`() throws {
    try expect(
      "Crane",
      [
        "parked -> lifting: lift", "parked -> lowering: lower", "lifting -> lowering: lower",
        "lifting -> parked: halt", "lowering -> lifting: lift", "lowering -> parked: halt",
      ])
  }

  @Test func `a default inside a nested switch`() throws {
    try expect(
      "Membership",
      [
        "guest -> member: login",
        "member -> member: login",
        "member -> guest: logout",
        "member -> banned: report",
      ])
  }

  @Test func `an event with a payload, with conditions on it`() throws {
    try expect(
      "Vending",
      [
        "idle -> ready: insert [cents >= 100]", "idle -> paying: insert",
        "paying -> ready: insert [more > 50]", "paying -> idle: refund",
        "ready -> idle: press", "ready -> idle: refund",
      ])
  }

  @Test func `an optional state: its cases are the states, and nil may follow any of them`() throws
  {
    try expect(
      "Race",
      [
        "ready -> running: advance",
        "running -> ready: advance ~",
        "running -> over: advance",
        "over -> ready: advance ~",
      ])
  }

  @Test func `a set of allowed states`() throws {
    try expect(
      "Job",
      [
        "waiting -> running: start", "running -> stopped: end [isGood]",
        "running -> failed: end [not isGood]", "stopped -> waiting: restart",
        "failed -> waiting: restart",
      ])
  }

  // MARK: - Functions

  @Test func `a static function that is called with Self`() throws {
    try expect(
      "Signal.color",
      [
        "red -> green: advance", "amber -> red: handle", "green -> amber: advance",
        "green -> red: handle ~",
      ])
  }

  @Test func `a static function that allows a transition`() throws {
    try expect(
      "Permit",
      [
        "draft -> review: move", "review -> draft: move", "review -> granted: move",
      ])
  }

  @Test func `a free function that gets the state`() throws {
    try expect(
      "Flap",
      [
        "up -> middle: push",
        "middle -> down: push",
        "down -> down: push",
      ])
  }

  @Test func `a chain of helpers that pass the next state`() throws {
    try expect(
      "Shutter",
      [
        "shut -> open: press ~", "shut -> moving: press ~", "moving -> open: press ~",
        "moving -> shut: close ~", "open -> moving: press ~", "open -> shut: close ~",
      ])
  }

  // MARK: - Properties

  @Test func `two properties in one type`() throws {
    try expect("Radio.power", ["off -> on: toggle", "on -> off: toggle"])
    try expect(
      "Radio.volume",
      [
        "muted -> loud: turn [power == .on]",
        "quiet -> loud: turn [power == .on]",
        "loud -> quiet: toggle",
        "loud -> muted: turn [power == .on]",
      ])
  }

  @Test func `a property of a nested struct`() throws {
    try expect(
      "Form.Model",
      [
        "blank -> blank: type [text.isEmpty]",
        "blank -> filled: type [not text.isEmpty]",
        "filled -> blank: type [text.isEmpty]",
        "filled -> filled: type [not text.isEmpty]",
        "filled -> sent: send",
      ])
  }

  @Test func `a property wrapper`() throws {
    try expect(
      "Toaster",
      [
        "cold -> toasting: press", "toasting -> done: wait", "toasting -> cold: take ~",
        "done -> cold: take ~",
      ])
  }

  @Test func `an observer that assigns again`() throws {
    try expect(
      "Oven",
      [
        "off -> heating: turnOn",
        "off -> locked: turnOn [degrees > 300] ?",
        "heating -> locked: turnOn [degrees > 300]",
        "heating -> off: turnOff ~",
        "locked -> off: turnOff ~",
      ])
  }

  @Test func `a generic type`() throws {
    try expect(
      "Cell",
      [
        "empty -> fresh: store ~", "fresh -> stale: age", "stale -> fresh: store ~",
        "stale -> empty: take",
      ])
  }

  @Test func `classes that call super`() throws {
    try expect(
      "Engine",
      [
        "off -> running: start",
        "off -> broken: Turbine.start ~",
        "running -> off: stop",
        "running -> broken: Turbine.start ~",
      ])
  }

  // MARK: - Control flow

  @Test func `a catch that assigns`() throws {
    try expect(
      "Importer",
      [
        "idle -> importing: run", "idle -> done: run ?", "idle -> failed: run ?",
        "importing -> importing: run", "importing -> done: run", "importing -> failed: run",
        "failed -> importing: run", "failed -> done: run ?",
      ])
  }

  @Test func `an error before the assignment`() throws {
    try expect(
      "Account",
      ["open -> frozen: freeze", "open -> closed: close ~", "frozen -> closed: close ~"])
  }

  @Test func `a switch over a result`() throws {
    try expect(
      "Query",
      [
        "idle -> running: start",
        "running -> shown: finish [result is .success(let count)]",
        "running -> idle: finish [result is .success]",
        "running -> failed: finish [result is .failure]",
        "shown -> running: start",
        "failed -> running: start",
      ])
  }

  @Test func `a stored callback`() throws {
    try expect(
      "Phone",
      [
        "idle -> ringing: dial", "idle -> talking: dial [isAnswered] ?",
        "ringing -> talking: dial [isAnswered] ~", "ringing -> idle: dial [not isAnswered] ~",
        "ringing -> idle: hangUp ~", "talking -> idle: dial [not isAnswered] ?",
        "talking -> idle: hangUp ~",
      ])
  }

  @Test func `a closure that a runner keeps`() throws {
    try expect(
      "Backup",
      [
        "idle -> queued: begin", "queued -> saved: begin", "queued -> idle: cancel",
        "saved -> queued: begin",
      ])
  }

  @Test func `an actor that checks again after waiting: the second guard narrows the states`()
    throws
  {
    try expect(
      "Sync",
      [
        "idle -> syncing: sync",
        "syncing -> synced: sync",
        "syncing -> cancelled: cancel",
        "synced -> syncing: sync",
        "cancelled -> syncing: sync",
      ])
  }

  @Test func `an enum that compares itself`() throws {
    try expect(
      "Gear",
      [
        "neutral -> low: up", "neutral -> neutral: down", "low -> high: up",
        "low -> neutral: down", "high -> low: down",
      ])
  }

  @Test func `loops that take events from a queue`() throws {
    try expect(
      "Tank",
      [
        "full -> draining: drain [isOpen]", "full -> empty: drain ?", "full -> full: fill",
        "draining -> empty: drain", "draining -> full: fill", "empty -> draining: fill",
        "empty -> full: fill ?",
      ])
  }

  @Test func `a return in every branch`() throws {
    try expect(
      "Robot",
      [
        "docked -> docked: home", "docked -> moving: go", "moving -> docked: home",
        "moving -> stuck: bump", "stuck -> docked: bump",
      ])
  }

  // MARK: - Tables

  @Test func `a table of next states`() throws {
    try expect(
      "Blinker", ["left -> off: advance", "off -> right: advance", "right -> left: advance"])
  }

  @Test func `a table of tables`() throws {
    try expect(
      "Pager",
      [
        "first -> middle: next", "middle -> last: next", "middle -> first: back",
        "middle -> first: home", "last -> middle: back", "last -> first: home",
      ])
  }
}
