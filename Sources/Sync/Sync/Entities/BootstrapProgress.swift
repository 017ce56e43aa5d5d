/// The progress of a bootstrap. It is stored with each page, so that the next sync or the next
/// launch of the app continues with the page after it.
public struct BootstrapProgress: Hashable, Codable, Sendable {
  /// The next step.
  public enum Step: String, Codable, Sendable {
    /// Empties the shadow tables of an earlier bootstrap.
    case cleanup
    /// Fetches the event types.
    case eventTypes
    /// Fetches the geofences.
    case geofences
    /// Fetches a page of events.
    case events
    /// Fetches the property definitions of a type.
    case propertyDefinitions
    /// Applies the changes since the bootstrap began to the shadow tables, then swaps them in.
    case changes
    /// Deletes the former rows, after the swap.
    case disposal

    /// The name of the step in traces: that of its function or, for `changes`, of its result.
    var name: String {
      switch self {
      case .cleanup: "performNuclearCleanup"
      case .eventTypes: "fetchEventTypesForBootstrap"
      case .geofences: "fetchGeofencesForBootstrap"
      case .events: "fetchEventsForBootstrap"
      case .propertyDefinitions: "fetchPropertyDefinitionsForBootstrap"
      case .changes: "swapBootstrap"
      case .disposal: "disposeOfFormerRows"
      }
    }
  }

  /// The position of the feed up to which the shadow tables are current; at first, its end before
  /// anything was fetched.
  public var position: FeedPosition
  /// The next step.
  public var step: Step
  /// The id of the last fetched event; empty before the first.
  public var lastEventId: String
  /// Event types whose property definitions have not been fetched yet.
  public var remainingTypeIds: [String]

  /// Creates the initial progress of a bootstrap.
  public init(
    position: FeedPosition, step: Step = .cleanup, lastEventId: String = "",
    remainingTypeIds: [String] = []
  ) {
    self.position = position
    self.step = step
    self.lastEventId = lastEventId
    self.remainingTypeIds = remainingTypeIds
  }

  /// The same progress with another step.
  func going(to step: Step) -> BootstrapProgress {
    var next = self
    next.step = step
    return next
  }
}
