import Sync

extension SimulationStep {
  /// The state of the world in which a step is chosen.
  struct World {
    var devices: Int
    /// The number of requests and answers in transit.
    var exchanges: Int
    /// The number of tasks that wait for the clock.
    var sleepers: Int
    /// The current faults of requests.
    var weather: Weather
  }

  /// Profiles of faults of requests, each for a period of time.
  enum Weather: CaseIterable {
    case calm, mixed, rateLimits, serverErrors, losses, gateways
    /// Nearly everything fails; every third step is a fault.
    case storm

    /// The sequence of profiles without storms.
    static let usual: [Weather] = [
      .calm, .mixed, .rateLimits, .serverErrors, .losses, .gateways,
    ]
    /// The sequence of profiles with storms, in which a request succeeds now and then.
    static let stormy: [Weather] = Array(repeating: .storm, count: 10) + [.mixed, .rateLimits]

    /// The percentage of requests with a fault.
    var share: Int {
      switch self {
      case .calm: 2
      case .mixed: 30
      case .rateLimits: 75
      case .serverErrors, .losses, .gateways: 50
      case .storm: 95
      }
    }

    /// The percentages of losses and of answers among the events of the network.
    var shares: (losses: Int, answers: Int) { self == .storm ? (30, 20) : (3, 48) }

    /// The faults, in the syntax of `Fault` or `GatewayAnswer`.
    var faults: [String] {
      switch self {
      case .calm, .mixed:
        [
          "429", "429=20", "500", "500-after", "503", "503-after", "drop-before", "drop-after",
          "truncate=30", SimulationStep.otherAccount,
        ] + GatewayAnswer.names
      case .rateLimits: ["429", "429", "429=3", "429=20", "429=90"] + GatewayAnswer.busyNames
      case .gateways: GatewayAnswer.names
      case .serverErrors: ["500", "500-after", "500-after", "503-after"]
      case .losses: ["drop-before", "drop-after", "truncate=30"]
      case .storm:
        ["drop-before", "drop-after", "drop-after", "503", "500-after", "truncate=30"]
          + GatewayAnswer.names.filter { $0.hasSuffix("-after") }
      }
    }
  }

  /// Chooses a possible step.
  static func random(
    in world: World, using random: inout SeededRandomNumberGenerator
  ) -> SimulationStep {
    let roll = random.below(1000)
    if world.exchanges > 0 && roll < 640 { return wire(world.weather, using: &random) }
    if world.sleepers > 0 && (640..<720).contains(roll) {
      return SimulationStep(.wait, number: random.below(4000))
    }
    let verb = weighted(world.weather == .storm ? stormWeights : weights, using: &random)
    let wait = random.below(12) == 0 ? 400_000 : 30_000
    let range = verb == .wait ? wait : verb == .killAt || verb == .fillDisk ? 60 : 1 << 20
    return SimulationStep(
      verb, device: random.below(world.devices), number: random.below(range))
  }

  /// Chooses a delivery or an answer.
  private static func wire(
    _ weather: Weather, using random: inout SeededRandomNumberGenerator
  ) -> SimulationStep {
    let (roll, number) = (random.below(100), random.below(1 << 20))
    let (losses, answers) = weather.shares
    if roll < losses { return SimulationStep(.lose, number: number) }
    if roll < losses + answers { return SimulationStep(.answer, number: number) }
    let faults = weather.faults
    let fault = random.below(100) < weather.share ? faults[random.below(faults.count)] : nil
    return SimulationStep(.deliver, number: number, fault: fault)
  }

  /// Verbs with their frequencies, which add up to 1,000.
  private static let weights: [(Verb, Int)] = [
    (.createType, 25), (.renameType, 16), (.deleteType, 12), (.createEvents, 150),
    (.createPoison, 5), (.updateEvent, 110), (.moveEvent, 60), (.deleteEvent, 80),
    (.createGeofence, 12),
    (.renameGeofence, 15), (.deleteGeofence, 8), (.createDefinition, 12), (.renameDefinition, 10),
    (.deleteDefinition, 5), (.sync, 280), (.resync, 5), (.cancel, 10),
    (.retry, 10), (.resetBreaker, 10), (.crash, 25), (.killAt, 15), (.fillDisk, 15), (.cut, 10),
    (.connect, 30), (.wait, 70),
    (.setClock, 6), (.drift, 4), (.narrow, 8), (.newEpoch, 2), (.forgetChanges, 3),
  ]

  /// The frequencies in a storm: mostly retries, and more failures of devices.
  private static let stormWeights = weights.map { verb, weight in
    switch verb {
    case .sync, .retry: (verb, weight * 2)
    case .crash: (verb, weight * 2)
    case .killAt, .fillDisk, .cut: (verb, weight * 4)
    case .connect: (verb, weight * 6)
    default: (verb, verb.isEdit ? max(1, weight / 3) : weight)
    }
  }

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
  /// A number from 0 up to but not including `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}
