import Sync

/// One thing that happens in a simulation, as a script writes it.
///
///     update-event 1 772      on device 1, some event (the 772nd of those that fit, in a circle)
///     deliver 31 500-after    some request reaches the server, which then fails
///     deliver 31 html-404     a gateway answers it instead of the server
///     set-clock 0 9           the time of day of device 0 is an hour ahead from now on
///     narrow 3                pages above so many bytes are lost from now on
///     new-epoch 0             the change feed begins again, as after the restoring of a backup
///     forget-changes 5        changes are forgotten that some devices may not have read
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
    case moveEvent = "move-event"
    case deleteEvent = "delete-event"
    case createGeofence = "create-geofence"
    case renameGeofence = "rename-geofence"
    case deleteGeofence = "delete-geofence"
    case createDefinition = "create-definition"
    case renameDefinition = "rename-definition"
    case deleteDefinition = "delete-definition"
    // What the app or a person asks for.
    case sync, resync, cancel, retry
    case resetBreaker = "reset-breaker"
    // What goes wrong with a device.
    case crash
    case killAt = "kill-at"
    case fillDisk = "fill-disk"
    case cut, connect
    case setClock = "set-clock"
    case drift
    // What happens on the wires, and to the clock.
    case deliver, answer, lose, wait, narrow
    // What an operator does to the server's change feed.
    case newEpoch = "new-epoch"
    case forgetChanges = "forget-changes"
    // Faults that last, and the time in which everything goes on by itself.
    case wedge, unwedge, run
    case runAlone = "run-alone"

    /// Whether it happens on a device.
    var hasDevice: Bool {
      switch self {
      case .deliver, .answer, .lose, .wait, .narrow, .newEpoch, .forgetChanges, .wedge, .unwedge,
        .run, .runAlone:
        false
      default: true
      }
    }

    /// Whether a person changes something.
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

    /// Whether it makes things worse.
    var isFault: Bool {
      switch self {
      case .crash, .killAt, .fillDisk, .cut, .lose, .setClock, .drift, .wedge, .narrow, .newEpoch,
        .forgetChanges:
        true
      default: false
      }
    }
  }

  /// Not a fault but a lie: somebody on the way answers 204, and the server has never seen the
  /// request. No engine can bear that, so it never comes by chance; a script that has it must fail.
  static let lie = "lie"

  /// The rows of another account instead of the device's own.
  static let otherAccount = "other-account"

  var verb: Verb
  var device = 0
  var number = 0
  /// A fault, as `Fault` or `GatewayAnswer` reads it, with `deliver`; an outcome of
  /// `WedgingFault`, with `wedge`.
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
    guard words.isEmpty, fault == nil || verb == .deliver || verb == .wedge else { return nil }
  }
}
