/// The methods of the network client, by name.
public enum MockNetworkMethod: String, Hashable, Sendable, CaseIterable {
  case getEventTypes, createEventType, createEventTypeWithIdempotency, updateEventType
  case deleteEventType
  case getEvents, getAllEvents, createEvent, createEventWithIdempotency, createEventsBatch
  case updateEvent, deleteEvent
  case getGeofences, createGeofence, createGeofenceWithIdempotency, updateGeofence
  case deleteGeofence
  case getPropertyDefinitions, createPropertyDefinition
  case createPropertyDefinitionWithIdempotency, updatePropertyDefinition
  case deletePropertyDefinition
  case getChanges, getLatestCursor
}

/// A call that a mock has seen.
public struct MockNetworkCall: Hashable, Sendable {
  /// The method.
  public var method: MockNetworkMethod
  /// Ids of the entities it is about: one, or those of a batch; the one before a page of events.
  public var ids: [String] = []
  /// The idempotency key.
  public var key: String?
  /// Cursor of `getChanges`, offset of `getEvents`.
  public var position: Int64?
}
