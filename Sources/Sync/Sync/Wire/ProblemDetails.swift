/// An error in the format `application/problem+json` (RFC 9457).
public struct ProblemDetails: Hashable, Codable, Sendable {
  /// A URI that identifies the kind of problem.
  public var type: String?
  /// The kind of problem as a short text.
  public var title: String?
  /// The HTTP status.
  public var status: Int?
  /// The description of this occurrence.
  public var detail: String?
  /// The kind of problem as a code: `duplicate`.
  public var code: String?
  /// For a duplicate: the id of the existing entity.
  public var existingId: String?

  /// Creates problem details; omitted values have their defaults.
  public init(
    type: String? = nil, title: String? = nil, status: Int? = nil, detail: String? = nil,
    code: String? = nil, existingId: String? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.code = code
    self.existingId = existingId
  }

  private enum CodingKeys: String, CodingKey {
    case type
    case title
    case status
    case detail
    case code
    case existingId = "existing_id"
  }
}
