import Basics
internal import Sync

/// An endpoint: method, path and handler.
struct Route: Sendable {
  let method: String
  /// The path below `/api/v1` with placeholders: `/events/{id}`.
  let template: String
  /// Whether it is accessible without a token and exempt from the rate limit.
  let isOpen: Bool
  let handle: @Sendable (BackendStore, Request) throws -> Response
  private let segments: [Substring]

  init(
    _ method: String, _ template: String, isOpen: Bool = false,
    handle: @escaping @Sendable (BackendStore, Request) throws -> Response
  ) {
    self.method = method
    self.template = template
    self.isOpen = isOpen
    self.handle = handle
    segments = template.split(separator: "/")
  }

  /// The name used for stored answers and for counting requests.
  var name: String { "\(method) \(template)" }

  /// Whether a key identifies a repeated request.
  var honoursKeys: Bool { ["POST", "PUT", "PATCH"].contains(method) }

  /// The placeholders' values; `nil` if the path does not match.
  func parameters(in path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, part) in zip(segments, path) {
      if segment.hasPrefix("{") {
        parameters[String(segment.dropFirst().dropLast())] = part
      } else if segment != part {
        return nil
      }
    }
    return parameters
  }
}

extension Route {
  static let prefix = "/api/v1"

  /// Finds the route of a request.
  ///
  /// - Throws: an `unknown_route` or `method_not_allowed` problem.
  static func find(
    _ method: String, _ path: String, in routes: [Route]
  ) throws(Problem) -> (route: Route, parameters: [String: String]) {
    guard path.hasPrefix(prefix + "/"), let parts = decodedParts(path.dropFirst(prefix.count))
    else {
      throw Problem(.unknownRoute, "no route matches '\(path.prefix(100))'")
    }
    var allowed: [String] = []
    for route in routes {
      guard let parameters = route.parameters(in: parts) else { continue }
      if route.method == method { return (route, parameters) }
      allowed.append(route.method)
    }
    guard !allowed.isEmpty else {
      throw Problem(.unknownRoute, "no route matches '\(path.prefix(100))'")
    }
    var problem = Problem(.methodNotAllowed, "\(method) is not allowed for '\(path.prefix(100))'")
    problem.allowed = allowed
    throw problem
  }

  /// The percent-decoded parts between slashes; `nil` if decoding fails.
  private static func decodedParts(_ path: Substring) -> [String]? {
    var parts: [String] = []
    for part in path.split(separator: "/") {
      var bytes: [UInt8] = []
      var rest = Array(part.utf8)[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      guard let text = UTF8Validation.text(bytes[...]) else { return nil }
      parts.append(text)
    }
    return parts
  }
}
