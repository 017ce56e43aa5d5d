import Sync

/// One thing that happens in a simulation, as a script writes it.
///
///     update-event 1 772      on device 1, some event (the 772nd of those that fit, in a circle)
///     deliver 31 500-after    some request reaches the server, which then fails
///     wait 1500               the clock goes on by so many milliseconds
///
/// A step carries its own choices, so that a script from which others were taken out still means
/// the same.
struct SimulationStep: Hashable, Sendable {
  /// What happens.
  enum Verb: String, CaseIterable, Sendable {
    // Edits.
    case createType = "create-type"
    case renameType = "rename-type"
    case deleteType = "delete-type"
    case createEvents = "create-events"
    case createPoison = "create-poison"
    case updateEvent = "update-event"
    case deleteEvent = "delete-event"
    case createGeofence = "create-geofence"
    case renameGeofence = "rename-geofence"
    case deleteGeofence = "delete-geofence"
    // What the app or a person asks for.
    case sync, resync, cancel, retry
    case resetBreaker = "reset-breaker"
    // What goes wrong with a device.
    case crash
    case killAt = "kill-at"
    case fillDisk = "fill-disk"
    case cut, connect
    // What happens on the wires, and to the clock.
    case deliver, answer, lose, wait

    /// Whether it happens on a device.
    var hasDevice: Bool {
      switch self {
      case .deliver, .answer, .lose, .wait: false
      default: true
      }
    }

    /// Whether a person changes something.
    var isEdit: Bool {
      switch self {
      case .createType, .renameType, .deleteType, .createEvents, .createPoison, .updateEvent,
        .deleteEvent, .createGeofence, .renameGeofence, .deleteGeofence:
        true
      default: false
      }
    }

    /// Whether it makes things worse.
    var isFault: Bool {
      switch self {
      case .crash, .killAt, .fillDisk, .cut, .lose: true
      default: false
      }
    }
  }

  /// Not a fault but a lie: somebody on the way answers 204, and the server has never seen the
  /// request. No engine can bear that, so it never comes by chance; a script that has it must fail.
  static let lie = "lie"

  var verb: Verb
  var device = 0
  var number = 0
  /// A fault, as `Fault` reads it; with `deliver` only.
  var fault: String?

  init(_ verb: Verb, device: Int = 0, number: Int = 0, fault: String? = nil) {
    self.verb = verb
    self.device = device
    self.number = number
    self.fault = fault
  }
}

extension SimulationStep: CustomStringConvertible {
  var description: String {
    let words = [verb.rawValue] + (verb.hasDevice ? ["\(device)"] : []) + ["\(number)"]
    return (words + [fault].compactMap(\.self)).joined(separator: " ")
  }

  /// Reads a step; nothing where it is none.
  init?(_ line: some StringProtocol) {
    var words = String(line).split(separator: " ").map { String($0) }[...]
    guard let verb = words.popFirst().flatMap(Verb.init) else { return nil }
    self.init(verb)
    if verb.hasDevice {
      guard let device = words.popFirst().flatMap(Int.init), device >= 0 else { return nil }
      self.device = device
    }
    guard let number = words.popFirst().flatMap(Int.init), number >= 0 else { return nil }
    self.number = number
    fault = words.popFirst()
    guard words.isEmpty, fault == nil || verb == .deliver else { return nil }
  }
}

// MARK: - Chance

extension SimulationStep {
  /// What the world is like where a step is chosen.
  struct World {
    var devices: Int
    /// Requests and answers on their way.
    var exchanges: Int
    /// Tasks that wait for the clock.
    var sleepers: Int
    /// What goes wrong with requests just now.
    var weather: Weather
  }

  /// What goes wrong with requests, for a while.
  enum Weather: CaseIterable {
    case calm, mixed, rateLimits, serverErrors, losses

    /// How many of a hundred requests meet a fault.
    var share: Int {
      switch self {
      case .calm: 2
      case .mixed: 30
      case .rateLimits: 75
      case .serverErrors, .losses: 50
      }
    }

    /// The faults, as `Fault` reads them.
    var faults: [String] {
      switch self {
      case .calm, .mixed:
        [
          "429", "429=20", "500", "500-after", "503", "503-after", "drop-before", "drop-after",
          "truncate=30",
        ]
      case .rateLimits: ["429", "429=20", "429=90"]
      case .serverErrors: ["500", "500-after", "500-after", "503-after"]
      case .losses: ["drop-before", "drop-after", "truncate=30"]
      }
    }
  }

  /// Chooses a step that can happen.
  static func random(
    in world: World, using random: inout SeededRandomNumberGenerator
  ) -> SimulationStep {
    let roll = random.below(1000)
    if world.exchanges > 0 && roll < 640 { return wire(world.weather, using: &random) }
    if world.sleepers > 0 && roll < 720 {
      return SimulationStep(.wait, number: random.below(4000))
    }
    let verb = weighted(weights, using: &random)
    let range = verb == .wait ? 30_000 : verb == .killAt || verb == .fillDisk ? 60 : 1 << 20
    return SimulationStep(
      verb, device: random.below(world.devices), number: random.below(range))
  }

  /// A delivery or an answer.
  private static func wire(
    _ weather: Weather, using random: inout SeededRandomNumberGenerator
  ) -> SimulationStep {
    let (roll, number) = (random.below(100), random.below(1 << 20))
    if roll < 3 { return SimulationStep(.lose, number: number) }
    if roll < 51 { return SimulationStep(.answer, number: number) }
    let faults = weather.faults
    let fault = random.below(100) < weather.share ? faults[random.below(faults.count)] : nil
    return SimulationStep(.deliver, number: number, fault: fault)
  }

  /// Verbs and how often they come, in all 1,000.
  private static let weights: [(Verb, Int)] = [
    (.createType, 25), (.renameType, 20), (.deleteType, 8), (.createEvents, 150),
    (.createPoison, 5), (.updateEvent, 150), (.deleteEvent, 100), (.createGeofence, 12),
    (.renameGeofence, 15), (.deleteGeofence, 8), (.sync, 307), (.resync, 5), (.cancel, 10),
    (.retry, 10), (.resetBreaker, 10), (.crash, 25), (.killAt, 15), (.fillDisk, 15), (.cut, 10),
    (.connect, 30), (.wait, 70),
  ]

  /// Chooses an edit.
  static func randomEdit(using random: inout SeededRandomNumberGenerator) -> Verb {
    weighted(weights.filter { $0.0.isEdit && $0.0 != .createPoison }, using: &random)
  }

  private static func weighted(
    _ weights: [(Verb, Int)], using random: inout SeededRandomNumberGenerator
  ) -> Verb {
    var roll = random.below(weights.reduce(0) { $0 + $1.1 })
    for (verb, weight) in weights {
      if roll < weight { return verb }
      roll -= weight
    }
    return .sync
  }
}

extension SeededRandomNumberGenerator {
  /// A number from 0 up to, and without, `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
