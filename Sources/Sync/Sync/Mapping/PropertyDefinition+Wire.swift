extension PropertyDefinition {
  /// Takes over everything that the server knows of the definition, but its type.
  public mutating func take(_ remote: APIPropertyDefinition) {
    key = remote.key
    label = remote.label
    propertyType = remote.propertyType
    options = remote.options ?? []
    defaultValue = remote.defaultValue
    displayOrder = remote.displayOrder
    createdAt = remote.createdAt
    updatedAt = remote.updatedAt
  }

  /// The definition as the server has it.
  public init(_ remote: APIPropertyDefinition) {
    self.init(
      id: remote.id, syncStatus: .synced, eventTypeId: remote.eventTypeId, key: remote.key,
      label: remote.label, createdAt: remote.createdAt, updatedAt: remote.updatedAt)
    take(remote)
  }

  /// The body that creates it.
  public var createRequest: CreatePropertyDefinitionRequest {
    CreatePropertyDefinitionRequest(
      id: id, eventTypeId: eventTypeId, key: key, label: label, propertyType: propertyType,
      options: options.isEmpty ? nil : options, defaultValue: defaultValue,
      displayOrder: displayOrder)
  }

  /// The body that changes it.
  public var updateRequest: UpdatePropertyDefinitionRequest {
    UpdatePropertyDefinitionRequest(
      key: key, label: label, propertyType: propertyType,
      options: options.isEmpty ? nil : options, defaultValue: defaultValue,
      displayOrder: displayOrder)
  }
}
