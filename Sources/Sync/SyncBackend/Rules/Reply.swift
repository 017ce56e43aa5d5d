import JSON

/// What a rule answers, before it becomes an HTTP response.
struct Reply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// An answer without a body.
  init(status: Int) {
    self.status = status
  }

  /// An answer with a JSON body.
  init(status: Int, json: JSON) {
    self.status = status
    self.headers = [("Content-Type", "application/json")]
    self.body = json.bytes
  }

  /// Whether the request did what it asked for, wholly or in part.
  var isSuccess: Bool { (200..<300).contains(status) }
}
