public import Foundation
public import Sync

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests with `URLSession`.
///
/// It has no cookies, no cache and no retries. Cancelling the waiting task cancels the request. The
/// time and size of a response are limited on every platform. A redirect is followed only to the
/// same scheme, host and port and with the same method, so that the token and the body are sent
/// nowhere else; any other redirect is returned as the response.
public final class URLSessionTransport: HTTPTransport {
  /// The maximum number of redirects of one request.
  public static let redirectLimit = 3

  private let session: URLSession
  private let exchanges: URLSessionExchanges
  private let base: String
  private let resourceTimeout: Double

  /// Creates a transport to a server.
  ///
  /// - Parameters:
  ///   - baseURL: The server; only its scheme, host and port are used.
  ///   - requestTimeout: The longest time without data, in seconds.
  ///   - resourceTimeout: The longest time from the request to the end of its response, including
  ///     redirects, in seconds.
  ///   - connections: The number of concurrent requests.
  ///   - maximumResponseSize: The largest body of a response, in bytes after decompression.
  public init(
    baseURL: URL, requestTimeout: Double = 15, resourceTimeout: Double = 30, connections: Int = 2,
    maximumResponseSize: Int = 64 << 20
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = requestTimeout
    configuration.timeoutIntervalForResource = resourceTimeout
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    exchanges = URLSessionExchanges(maximumSize: maximumResponseSize)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    self.resourceTimeout = resourceTimeout
    var components = URLComponents()
    components.scheme = baseURL.scheme
    components.host = baseURL.host
    components.port = baseURL.port
    base = components.string ?? baseURL.absoluteString
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends one request.
  ///
  /// - Throws: `APIError.network`, `.noConnection`, `.cancelled`, `.decoding` for a response that
  ///   is too large, or `.invalidResponse`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw APIError.cancelled }
    let urlRequest = try urlRequest(request)
    do {
      return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        group.addTask { try await self.answer(to: urlRequest) }
        group.addTask { [resourceTimeout] in
          try await Task.sleep(for: .seconds(resourceTimeout))
          throw APIError.network("the request timed out")
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw APIError.cancelled }
        return first
      }
    } catch let error as APIError {
      throw error
    } catch {
      throw URLSessionTransport.apiError(error)
    }
  }

  /// Sends a request, and follows redirects.
  private func answer(to first: URLRequest) async throws -> HTTPResponse {
    var request = first
    for _ in 0...URLSessionTransport.redirectLimit {
      let response = try await exchanges.send(request, over: session)
      guard let place = URLSessionTransport.redirect(of: request, by: response) else {
        return response
      }
      request.url = place
    }
    throw APIError.network("more than \(URLSessionTransport.redirectLimit) redirects")
  }

  /// The address to which the same request may be redirected; `nil` if there is none.
  private static func redirect(of request: URLRequest, by response: HTTPResponse) -> URL? {
    let keepsMethod = [307, 308].contains(response.status)
    let mayKeepIt = [301, 302, 303].contains(response.status) && request.httpMethod == "GET"
    guard keepsMethod || mayKeepIt, let location = response.header("Location"),
      let old = request.url, let new = URL(string: location, relativeTo: old)?.absoluteURL,
      new.scheme == old.scheme, new.host == old.host, new.port == old.port
    else { return nil }
    return new
  }

  private func urlRequest(_ request: HTTPRequest) throws -> URLRequest {
    var address = base + request.path
    if !request.query.isEmpty {
      let pairs = request.query.map {
        PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
      }
      address += "?" + pairs.joined(separator: "&")
    }
    guard let url = URL(string: address) else {
      throw APIError.network("'\(address)' is not a valid address")
    }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method
    for header in request.headers {
      urlRequest.setValue(header.value, forHTTPHeaderField: header.name)
    }
    if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
    return urlRequest
  }

  private static func apiError(_ error: any Error) -> APIError {
    guard let error = error as? URLError else {
      return error is CancellationError ? .cancelled : .network(String(describing: error))
    }
    switch error.code {
    case .cancelled: return .cancelled
    case .notConnectedToInternet, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed:
      return .noConnection
    case .badServerResponse, .cannotParseResponse: return .invalidResponse
    case .timedOut: return .network("the request timed out")
    case .networkConnectionLost: return .network("the connection was lost")
    default: return .network(error.localizedDescription)
    }
  }
}
