import JSON

/// The result of a rule, before it is converted to an HTTP response.
struct Response: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Creates a reply without a body.
  init(status: Int) {
    self.status = status
  }

  /// Creates a reply with a JSON body.
  init(status: Int, json: JSON) {
    self.status = status
    self.headers = [("Content-Type", "application/json")]
    self.body = json.bytes
  }

  /// Whether the request succeeded, completely or in part.
  var isSuccess: Bool { (200..<300).contains(status) }
}
