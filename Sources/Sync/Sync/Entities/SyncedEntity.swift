/// An entity of any kind, as a device stores it: what devices and server share, and what only the
/// device knows.
public protocol SyncedEntity: ContentHolder, Hashable, Sendable {
  /// UUIDv7 in lower case, made here and used on the server too.
  var id: String { get set }
  /// Whether it agrees with the server.
  var syncStatus: SyncStatus { get set }
  /// The entity as a row of any kind.
  var row: EntityRow { get }
  /// The entity as the server has it.
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
