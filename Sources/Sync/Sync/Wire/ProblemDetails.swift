/// An error as `application/problem+json` (RFC 9457).
public struct ProblemDetails: Hashable, Codable, Sendable {
  /// A URI that names the kind of problem.
  public var type: String?
  /// The kind in words.
  public var title: String?
  /// The HTTP status.
  public var status: Int?
  /// This occurrence in words.
  public var detail: String?
  /// The kind by name: `duplicate`.
  public var code: String?
  /// For a duplicate: the id of what is already there.
  public var existingId: String?

  /// Creates it; an omitted value has its default.
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
