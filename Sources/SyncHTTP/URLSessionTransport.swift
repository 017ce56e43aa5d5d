public import Foundation
public import Sync

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Carries requests over `URLSession`.
///
/// It keeps no cookies and no cache and repeats nothing. Cancelling the task that waits cancels the
/// request.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let base: String

  /// A transport to the server at `baseURL`, of which scheme, host and port count.
  ///
  /// `requestTimeout` is the longest silence, `resourceTimeout` the longest time for all, both in
  /// seconds; `connections` is how many requests may be under way at once.
  public init(
    baseURL: URL, requestTimeout: Double = 15, resourceTimeout: Double = 30, connections: Int = 2
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = requestTimeout
    configuration.timeoutIntervalForResource = resourceTimeout
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration)
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
  /// - Throws: `APIError.network`, `.noConnection`, `.cancelled` or `.invalidResponse`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw APIError.cancelled }
    let urlRequest = try urlRequest(request)
    do {
      let (data, response) = try await session.data(for: urlRequest)
      guard let response = response as? HTTPURLResponse else { throw APIError.invalidResponse }
      let headers = response.allHeaderFields.map { HTTPField("\($0.key)", "\($0.value)") }
      return HTTPResponse(
        status: response.statusCode, headers: headers.sorted { $0.name < $1.name },
        body: Array(data))
    } catch let error as APIError {
      throw error
    } catch {
      throw URLSessionTransport.apiError(error)
    }
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
      throw APIError.network("'\(address)' is no address")
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
