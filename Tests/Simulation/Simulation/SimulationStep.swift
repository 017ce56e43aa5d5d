import Sync

/// One step of a simulation, in the syntax of a script.
///
///     update-event 1 772      on device 1, an event (the 772nd of the matching ones, in a cycle)
///     deliver 31 500-after    a request reaches the server, which then fails
///     deliver 31 html-404     a gateway answers it instead of the server
///     set-clock 0 9           the time of day of device 0 is an hour ahead from now on
///     narrow 3                larger pages than this are lost from now on
///     new-epoch 0             the change feed restarts, as after restoring a backup
///     forget-changes 5        drops changes that some devices may not have read
///     wait 1500               the clock advances by this number of milliseconds
///
/// A step contains its own choices, so that a script keeps its meaning after other steps were
/// removed.
struct SimulationStep: Hashable, Sendable {
  /// The kinds of step.
  enum Verb: String, CaseIterable, Sendable {
    // Edits.
    case createType = "create-type"
    case renameType = "rename-type"
    case deleteType = "delete-type"
    case createEvents = "create-events"
    case createPoison = "create-poison"
    case updateEvent = "update-event"
    case moveEvent = "move-event"
    case deleteEvent = "delete-event"
    case createGeofence = "create-geofence"
    case renameGeofence = "rename-geofence"
    case deleteGeofence = "delete-geofence"
    case createDefinition = "create-definition"
    case renameDefinition = "rename-definition"
    case deleteDefinition = "delete-definition"
    // Requests of the app or the user.
    case sync, resync, cancel, retry
    case resetBreaker = "reset-breaker"
    // Faults of a device.
    case crash
    case killAt = "kill-at"
    case fillDisk = "fill-disk"
    case cut, connect
    case setClock = "set-clock"
    case drift
    // Events of the network and the clock.
    case deliver, answer, lose, wait, narrow
    // An operator's changes of the server's change feed.
    case newEpoch = "new-epoch"
    case forgetChanges = "forget-changes"
    // Lasting faults, and time in which the engines continue by themselves.
    case wedge, unwedge, run
    case runAlone = "run-alone"

    /// Whether it belongs to a device.
    var hasDevice: Bool {
      switch self {
      case .deliver, .answer, .lose, .wait, .narrow, .newEpoch, .forgetChanges, .wedge, .unwedge,
        .run, .runAlone:
        false
      default: true
      }
    }

    /// Whether the user changes an entity.
    var isEdit: Bool {
      switch self {
      case .createType, .renameType, .deleteType, .createEvents, .createPoison, .updateEvent,
        .moveEvent, .deleteEvent, .createGeofence, .renameGeofence, .deleteGeofence,
        .createDefinition,
        .renameDefinition, .deleteDefinition:
        true
      default: false
      }
    }

    /// Whether it is a fault.
    var isFault: Bool {
      switch self {
      case .crash, .killAt, .fillDisk, .cut, .lose, .setClock, .drift, .wedge, .narrow, .newEpoch,
        .forgetChanges:
        true
      default: false
      }
    }
  }

  /// A false answer: a gateway answers 204, but the server has never received the request. No
  /// engine can handle that, so it never occurs at random; a script that contains it must fail.
  static let lie = "lie"

  /// The rows of another account instead of the device's own.
  static let otherAccount = "other-account"

  var verb: Verb
  var device = 0
  var number = 0
  /// A fault in the syntax of `Fault` or `GatewayAnswer` with `deliver`, or the outcome of a
  /// `WedgingFault` with `wedge`.
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

  /// Parses a step; `nil` if the line is invalid.
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
    guard words.isEmpty, fault == nil || verb == .deliver || verb == .wedge else { return nil }
  }
}
