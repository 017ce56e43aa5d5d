/// Sends an HTTP request and returns the response, whatever its status.
///
/// It separates the API client from the network: the implementation is `URLSession`, or the
/// reference server in the same process.
public protocol HTTPTransport: Sendable {
  /// Sends one request.
  ///
  /// - Throws: `APIError.network`, `.noConnection`, `.cancelled`, `.invalidResponse`, or
  ///   `.decoding` for a response that is too large; an error status does not throw.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// An HTTP request as a plain value.
public struct HTTPRequest: Hashable, Sendable {
  /// The method in capitals.
  public var method: String
  /// The absolute path, percent-encoded where necessary: `/api/v1/events`.
  public var path: String
  /// The path with placeholders, for traces: `/events/{id}`.
  public var route: String
  /// Query items, not encoded.
  public var query: [HTTPField]
  /// The headers.
  public var headers: [HTTPField]
  /// The body; empty if there is none.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    method: String, path: String, route: String = "", query: [HTTPField] = [],
    headers: [HTTPField] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.route = route.isEmpty ? path : route
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The first header with this name, ignoring case.
  public func header(_ name: String) -> String? { headers.value(of: name) }
}

/// An HTTP response as a plain value.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: [HTTPField]
  /// The body; empty if there is none.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first header with this name, ignoring case.
  public func header(_ name: String) -> String? { headers.value(of: name) }
}

/// A header or a query item.
public struct HTTPField: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPField] {
  fileprivate func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return first { $0.name.lowercased() == wanted }?.value
  }
}
