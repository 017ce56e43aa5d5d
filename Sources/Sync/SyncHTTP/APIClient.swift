// The SyncHTTP module is the engine's network client: it converts each call of
// `NetworkClientProtocol` to an HTTP request, and the response to a value or an `APIError`.
//
// `APIClient` knows paths, JSON, tokens and idempotency keys, and sends over any `HTTPTransport`.
// `URLSessionTransport` is the transport of apps, with limits of time, size and redirects. Tests
// replace it by the reference server in the same process, and `TracingHTTPTransport` records the
// requests to either.
//
// The client never repeats a request, because the engine counts the answers for its circuit breaker
// and does the waiting. `APIError.init(_:now:)` recognizes the server by the format of its errors:
// the page of a proxy or a captive portal must not decide about a user's edit. The module depends
// on the protocols and wire types of Sync, and stores nothing.

public import Sync

/// The client of the service's HTTP interface, over any transport.
///
/// Each method makes one request and never repeats it. It throws `APIError`, with the server's
/// problem and `Retry-After` if present, or a `PartialList` if some rows of a list are unreadable.
/// Deleting a missing entity succeeds, so that a deletion whose answer was lost can be repeated.
public struct APIClient: NetworkClientProtocol {
  /// Returns the bearer token of the account, or `nil` if the user is signed out: the request is
  /// then sent without a token. If it throws, the request fails with `APIError.network`, or with
  /// `.cancelled` for a `CancellationError`.
  public typealias TokenProvider = @Sendable () async throws -> String?

  let transport: any HTTPTransport
  let basePath: String
  let token: TokenProvider
  let clock: any SyncClock

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - basePath: the prefix of every path, without a slash at its end.
  ///   - clock: the time of a response that has a date in `Retry-After` and lacks its own `Date`.
  ///   - token: returns the token; called for each request.
  public init(
    transport: any HTTPTransport, basePath: String = "/api/v1",
    clock: any SyncClock = SystemSyncClock(), token: @escaping TokenProvider
  ) {
    self.transport = transport
    self.basePath = basePath
    self.clock = clock
    self.token = token
  }
}

// MARK: - Requests

extension APIClient {
  /// A path template with the values of its placeholders.
  ///
  ///     Endpoint("PUT", "/events/{id}", values: ["0198…"])   // PUT /api/v1/events/0198…
  struct Endpoint {
    let method: String
    let route: String
    let values: [String]
    var query: [HTTPField] = []

    init(_ method: String, _ route: String, values: [String] = [], query: [HTTPField] = []) {
      self.method = method
      self.route = route
      self.values = values
      self.query = query
    }

    /// The template with its placeholders replaced in order.
    var path: String {
      var rest = values[...]
      return route.split(separator: "/").reduce(into: "") { path, segment in
        path += "/"
        if segment.hasPrefix("{") {
          path += PercentEncoding.encode(rest.popFirst() ?? "")
        } else {
          path += segment
        }
      }
    }
  }

  /// Sends a request and decodes the response.
  func send<Answer: Decodable>(
    _ endpoint: Endpoint, body: (any Encodable)? = nil, key: String? = nil
  ) async throws -> Answer {
    let response = try await response(to: endpoint, body: body, key: key)
    guard response.isSuccess else { throw APIError(response, now: clock.now) }
    return try decode(Answer.self, from: response)
  }

  /// Fetches a list.
  ///
  /// - Throws: `APIError`, or a `PartialList` if some rows are unreadable.
  func fetch<Row: Decodable & Sendable>(_ endpoint: Endpoint) async throws -> [Row] {
    let response = try await response(to: endpoint)
    guard response.isSuccess else { throw APIError(response, now: clock.now) }
    do {
      return try decode([Row].self, from: response)
    } catch {
      guard response.isJSON, let list = PartialList<Row>(reading: response.body) else {
        throw error
      }
      throw list
    }
  }

  /// Sends a request and returns the response, whatever its status.
  func response(
    to endpoint: Endpoint, body: (any Encodable)? = nil, key: String? = nil
  ) async throws -> HTTPResponse {
    do {
      let request = try await request(endpoint, body: body, key: key)
      return try await transport.send(request)
    } catch let error as APIError {
      throw error
    } catch is CancellationError {
      throw APIError.cancelled
    } catch {
      throw APIError.network(String(describing: error))
    }
  }

  func decode<Answer: Decodable>(
    _ type: Answer.Type, from response: HTTPResponse
  ) throws -> Answer {
    guard response.isJSON else {
      throw APIError.decoding("its type is '\(response.mediaType ?? "")', not JSON")
    }
    do {
      return try WireCoding.decode(type, from: response.body)
    } catch {
      throw APIError.decoding(WireCoding.describe(error))
    }
  }

  private func request(
    _ endpoint: Endpoint, body: (any Encodable)?, key: String?
  ) async throws -> HTTPRequest {
    var headers = [HTTPField("Accept", "application/json, application/problem+json")]
    if let token = try await token() {
      headers.append(HTTPField("Authorization", "Bearer \(token)"))
    }
    if let key { headers.append(HTTPField("Idempotency-Key", key)) }
    var bytes: [UInt8] = []
    if let body {
      headers.append(HTTPField("Content-Type", "application/json"))
      bytes = try WireCoding.encode(body)
    }
    return HTTPRequest(
      method: endpoint.method, path: basePath + endpoint.path, route: endpoint.route,
      query: endpoint.query, headers: headers, body: bytes)
  }
}
