import Testing

@Suite("Shapes of state machines from source")
struct SourceMachineShapeTests {
  // MARK: - Values

  @Test("a switch expression that is assigned")
  func switchExpression() throws {
    try expect(
      "Kettle",
      [
        "cold -> heating: plug ~", "cold -> hot: boil ~", "heating -> hot: boil ~",
        "heating -> cold: pour ~", "hot -> heating: plug ~", "hot -> cold: pour ~",
      ])
  }

  @Test("an if expression that is assigned")
  func ifExpression() throws {
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

  @Test("a chain of conditional operators")
  func ternaries() throws {
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

  @Test("a tuple that is assigned")
  func tuples() throws {
    try expect("Meter", ["counting -> full: add [count > 9]", "full -> counting: reset"])
  }

  // MARK: - Patterns

  @Test("a guard that binds the payload")
  func payloads() throws {
    try expect(
      "Parcel",
      [
        "packing -> packing: add", "packing -> sent: send [items > 0]", "sent -> lost: lose",
      ])
  }

  @Test("a pattern with a condition on the payload")
  func conditions() throws {
    try expect(
      "Fetcher",
      [
        "idle -> loading: fetch", "loading -> failed: fetch [tries > 3]",
        "loading -> loading: fetch", "failed -> loading: fetch",
      ])
  }

  @Test("several patterns in one case")
  func patterns() throws {
    try expect(
      "Crane",
      [
        "parked -> lifting: lift", "parked -> lowering: lower", "lifting -> lowering: lower",
        "lifting -> parked: halt", "lowering -> lifting: lift", "lowering -> parked: halt",
      ])
  }

  @Test("a default inside a nested switch")
  func defaults() throws {
    try expect(
      "Membership",
      [
        "guest -> member: login",
        "member -> member: login",
        "member -> guest: logout",
        "member -> banned: report",
      ])
  }

  @Test("an event with a payload, with conditions on it")
  func events() throws {
    try expect(
      "Vending",
      [
        "idle -> ready: insert [cents >= 100]", "idle -> paying: insert",
        "paying -> ready: insert [more > 50]", "paying -> idle: refund",
        "ready -> idle: press", "ready -> idle: refund",
      ])
  }

  @Test("an optional state: its cases are the states, and `nil` may follow any of them")
  func optionals() throws {
    try expect(
      "Race",
      [
        "ready -> running: advance",
        "running -> ready: advance ~",
        "running -> over: advance",
        "over -> ready: advance ~",
      ])
  }

  @Test("a set of allowed states")
  func sets() throws {
    try expect(
      "Job",
      [
        "waiting -> running: start", "running -> stopped: end [isGood]",
        "running -> failed: end [not isGood]", "stopped -> waiting: restart",
        "failed -> waiting: restart",
      ])
  }

  // MARK: - Functions

  @Test("a static function that is called with `Self.` is not followed")
  func staticFunctions() throws {
    try expect(
      "Signal.color",
      [
        "red -> amber: handle ?",
        "red -> green: handle ?",
        "amber -> red: handle ?",
        "amber -> green: handle ?",
        "green -> red: handle ?",
        "green -> amber: handle ?",
      ])
  }

  @Test("a static function that allows a transition")
  func allowing() throws {
    try expect(
      "Permit",
      [
        "draft -> review: move", "review -> draft: move", "review -> granted: move",
      ])
  }

  @Test("a free function that gets the state")
  func freeFunctions() throws {
    try expect(
      "Flap",
      [
        "up -> middle: push",
        "middle -> down: push",
        "down -> down: push",
      ])
  }

  @Test("a chain of helpers that pass the next state")
  func helpers() throws {
    try expect(
      "Shutter",
      [
        "shut -> open: press ~", "shut -> moving: press ~", "moving -> open: press ~",
        "moving -> shut: close ~", "open -> moving: press ~", "open -> shut: close ~",
      ])
  }

  // MARK: - Properties

  @Test("two properties in one type")
  func properties() throws {
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

  @Test("a property of a nested struct")
  func nestedStructs() throws {
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

  @Test("a property wrapper")
  func wrappers() throws {
    try expect(
      "Toaster",
      [
        "cold -> toasting: press", "toasting -> done: wait", "toasting -> cold: take ~",
        "done -> cold: take ~",
      ])
  }

  @Test("an observer that assigns again")
  func observers() throws {
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

  @Test("a generic type")
  func generics() throws {
    try expect(
      "Cell",
      [
        "empty -> fresh: store ~", "fresh -> stale: age", "stale -> fresh: store ~",
        "stale -> empty: take",
      ])
  }

  @Test("classes that call super")
  func classes() throws {
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

  @Test("a catch that assigns")
  func catches() throws {
    try expect(
      "Importer",
      [
        "idle -> importing: run", "idle -> done: run ?", "idle -> failed: run ?",
        "importing -> importing: run", "importing -> done: run", "importing -> failed: run",
        "failed -> importing: run", "failed -> done: run ?",
      ])
  }

  @Test("an error before the assignment")
  func throwing() throws {
    try expect(
      "Account",
      ["open -> frozen: freeze", "open -> closed: close ~", "frozen -> closed: close ~"])
  }

  @Test("a switch over a result")
  func results() throws {
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

  @Test("a stored callback")
  func callbacks() throws {
    try expect(
      "Phone",
      [
        "idle -> ringing: dial", "idle -> talking: dial [isAnswered] ?",
        "ringing -> talking: dial [isAnswered] ~", "ringing -> idle: dial [not isAnswered] ~",
        "ringing -> idle: hangUp ~", "talking -> idle: dial [not isAnswered] ?",
        "talking -> idle: hangUp ~",
      ])
  }

  @Test("a closure that a runner keeps")
  func runners() throws {
    try expect(
      "Backup",
      [
        "idle -> queued: begin", "queued -> saved: begin", "queued -> idle: cancel",
        "saved -> queued: begin",
      ])
  }

  @Test("an actor that looks again after it waited: only the first guard narrows the states")
  func actors() throws {
    try expect(
      "Sync",
      [
        "idle -> syncing: sync",
        "idle -> synced: sync [phase == .syncing] ?",
        "syncing -> synced: sync [phase == .syncing] ~",
        "syncing -> cancelled: cancel",
        "synced -> syncing: sync",
        "cancelled -> syncing: sync",
        "cancelled -> synced: sync [phase == .syncing] ?",
      ])
  }

  @Test("an enum that compares itself")
  func enums() throws {
    try expect(
      "Gear",
      [
        "neutral -> low: up", "neutral -> neutral: down", "low -> high: up",
        "low -> neutral: down", "high -> low: down",
      ])
  }

  @Test("loops that take events from a queue")
  func loops() throws {
    try expect(
      "Tank",
      [
        "full -> draining: drain [isOpen]", "full -> empty: drain ?", "full -> full: fill",
        "draining -> empty: drain", "draining -> full: fill", "empty -> draining: fill",
        "empty -> full: fill ?",
      ])
  }

  @Test("a return in every branch")
  func returns() throws {
    try expect(
      "Robot",
      [
        "docked -> docked: home", "docked -> moving: go", "moving -> docked: home",
        "moving -> stuck: bump", "stuck -> docked: bump",
      ])
  }

  // MARK: - Tables

  @Test("a table of next states")
  func tables() throws {
    try expect(
      "Blinker", ["left -> off: advance", "off -> right: advance", "right -> left: advance"])
  }

  @Test("a table of tables")
  func nestedTables() throws {
    try expect(
      "Pager",
      [
        "first -> middle: next", "middle -> last: next", "middle -> first: back",
        "middle -> first: home", "last -> middle: back", "last -> first: home",
      ])
  }
}
