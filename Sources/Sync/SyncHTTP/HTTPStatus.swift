/// The standard phrases of status codes (RFC 9110, 15; RFC 4918; RFC 6585).
enum HTTPStatus {
  /// `429 Too Many Requests`; only the number for a code without a phrase here.
  static func line(_ status: Int) -> String {
    phrases[status].map { "\(status) \($0)" } ?? String(status)
  }

  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 207: "Multi-Status",
    301: "Moved Permanently", 302: "Found", 304: "Not Modified", 307: "Temporary Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
