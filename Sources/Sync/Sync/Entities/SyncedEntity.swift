/// An entity of any kind, as a device stores it: values shared with the server, and values that
/// only the device has.
public protocol SyncedEntity: ContentHolder, Hashable, Sendable {
  /// A UUIDv7 in lower case, created on the device and also used by the server.
  var id: String { get set }
  /// Whether the entity agrees with the server's.
  var syncStatus: SyncStatus { get set }
  /// The entity as a row of any kind.
  var row: EntityRow { get }
  /// Creates an entity from the server's row.
  init(_ remote: ServerRow<Content>)
}

extension SyncedEntity {
  /// The kind.
  public static var kind: EntityKind { Content.kind }

  var fields: EntityFields { content.fields }

  mutating func merge(_ change: EntityFields) throws { try content.merge(change) }

  func createPayload() throws -> [UInt8] {
    try WireCoding.encode(CreateRequest(id: id, content))
  }
}
