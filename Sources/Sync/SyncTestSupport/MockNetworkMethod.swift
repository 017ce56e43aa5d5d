/// The names of the network client's methods.
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

/// A recorded call of a mock.
public struct MockNetworkCall: Hashable, Sendable {
  /// The method.
  public var method: MockNetworkMethod
  /// The ids of the entities concerned: one, or those of a batch; for a page of events, the id
  /// before it.
  public var ids: [String] = []
  /// The idempotency key.
  public var key: String?
  /// The cursor of `getChanges`, or the offset of `getEvents`.
  public var position: Int64?
}
