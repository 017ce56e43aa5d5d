import Foundation
import Sync

/// Answers that are not the server's, requested waits, and unreadable bodies.
extension StormBehavior {
  /// The answers of the simulation's gateways, over a socket.
  static let gatewayAnswers: [StormBehavior] = GatewayAnswer.names.map { name in
    StormBehavior("answer \(name)") { request, _ in
      guard let gateway = GatewayAnswer(name) else { return .serve }
      if !gateway.isAfterWork {
        return .answer(gateway.response(to: request, own: nil), afterWork: false)
      }
      return .change { gateway.response(to: request, own: $0) }
    }
  }

  /// Each form of `Retry-After`.
  static let waits: [StormBehavior] =
    GatewayAnswer.busyNames.map { name in
      StormBehavior("busy \(name)") { request, _ in
        guard let gateway = GatewayAnswer(name) else { return .serve }
        return .answer(gateway.response(to: request, own: nil), afterWork: false)
      }
    } + [
      busy(429, "86400", allowing: .longWait),
      busy(503, "99999999999999999999999999", allowing: .longWait),
      busy(429, " 7 "), busy(503, "0x10"), busy(429, "1e3"), busy(429, "\u{663}"),
      busy(503, "Sunday, 06-Nov-94 08:49:37 GMT"), busy(503, "Sun Nov  6 08:49:37 1994"),
      busy(429, "Wed, 99 Foo 2016 77:88:99 GMT"), busy(429, ""), busy(503, "-1"),
      busy(429, "3, 4"), busy(200, "3600"),
    ]

  private static func busy(
    _ status: Int, _ value: String, allowing allowance: Allowance = []
  ) -> StormBehavior {
    StormBehavior("\(status) with Retry-After '\(value)'", allowing: allowance) { _, _ in
      let response = json(
        status, #"{"message":"slow down"}"#, headers: [HTTPField("Retry-After", value)])
      return .answer(response, afterWork: false)
    }
  }

  /// Problems in the server's own format.
  static let statuses: [StormBehavior] = [
    problem(400, "validation", allowing: .quarantine),
    problem(401, "unauthorized"), problem(403, "forbidden"),
    problem(409, "conflict", allowing: .quarantine),
    problem(413, "too_large", allowing: .quarantine),
    problem(415, "unsupported_media_type", allowing: .quarantine),
    problem(422, "validation", allowing: .quarantine), problem(500, "internal"),
    problem(503, "unavailable"), problem(404, "unknown_route"),
    problem(
      405, "method_not_allowed",
      allowing: .quarantine), problem(418, "teapot", allowing: .quarantine),
  ]

  private static func problem(
    _ status: Int, _ code: String, allowing allowance: Allowance = []
  ) -> StormBehavior {
    StormBehavior("problem \(status) \(code)", allowing: allowance) { _, _ in
      let body = #"{"title":"No","status":\#(status),"detail":"no","code":"\#(code)"}"#
      return .answer(json(status, body, type: "application/problem+json"), afterWork: false)
    }
  }

  /// Unreadable bodies, after the request was processed.
  static let bodies: [StormBehavior] = [
    body("invalid UTF-8") { $0 + [0xFF, 0xFE, 0x80] },
    body("a byte order mark twice") { [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + $0 },
    body("garbage after the JSON") { $0 + Array("}}]]garbage".utf8) },
    body("no last byte") { Array($0.dropLast()) },
    body("one byte only") { Array($0.prefix(1)) },
    body("NUL bytes") { $0.map { $0 == UInt8(ascii: ":") ? 0 : $0 } },
    body("UTF-16") { bytes in
      String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    },
    body("brackets, 5,000 deep") { _ in
      [UInt8](repeating: UInt8(ascii: "["), count: 5000)
    },
    body("2 MiB of spaces") { [UInt8](repeating: 0x20, count: 2 << 20) + $0 },
    body("a number that no one can read") { _ in Array("1e999999".utf8) },
    body("a text") { _ in Array(#""ok""#.utf8) },
    body("true") { _ in Array("true".utf8) },
    body("objects in an object") { _ in Array(#"{"data":{"items":[]}}"#.utf8) },
  ]

  private static func body(
    _ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> StormBehavior {
    StormBehavior("body of \(name)") { request, _ in
      .change { response in
        var changed = response
        // A deletion succeeds with 204 and has no body.
        if request.method == "DELETE" { changed.status = 200 }
        changed.body = change(response.body)
        return changed
      }
    }
  }
}
