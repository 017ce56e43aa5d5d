extension EventType {
  /// Takes over everything that the server knows of the type.
  public mutating func take(_ remote: APIEventType) {
    name = remote.name
    colorHex = remote.color
    iconName = remote.icon
    createdAt = remote.createdAt
  }

  /// The type as the server has it.
  public init(_ remote: APIEventType) {
    self.init(
      id: remote.id, syncStatus: .synced, name: remote.name, createdAt: remote.createdAt)
    take(remote)
  }

  /// The body that creates it.
  public var createRequest: CreateEventTypeRequest {
    CreateEventTypeRequest(id: id, name: name, color: colorHex, icon: iconName)
  }

  /// The body that changes it.
  public var updateRequest: UpdateEventTypeRequest {
    UpdateEventTypeRequest(name: name, color: colorHex, icon: iconName)
  }
}
