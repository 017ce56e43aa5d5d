import Foundation
import Sync

/// Connections that end, stall or do not contain HTTP, and redirects.
extension StormBehavior {
  static let connections: [StormBehavior] = endings + nonsense + slowness + brokenHeads

  /// Foundation for Linux traps if a connection ends in the head of an answer: "Transfer completed,
  /// but there's no response".
  private static let brokenHeads: [StormBehavior] = {
    #if canImport(FoundationNetworking)
      []
    #else
      [raw("closed in the head", "HTTP/1.1 200 OK\r\nContent-Type: applic")]
    #endif
  }()

  private static let endings: [StormBehavior] = [
    StormBehavior("closed before the answer") { _, _ in .close(resets: false, afterWork: false) },
    StormBehavior("reset before the answer") { _, _ in .close(resets: true, afterWork: false) },
    StormBehavior("closed after the work") { _, _ in .close(resets: false, afterWork: true) },
    StormBehavior("reset after the work") { _, _ in .close(resets: true, afterWork: true) },
    StormBehavior("reset, every second request") { _, number in
      number.isMultiple(of: 2) ? .close(resets: true, afterWork: true) : .serve
    },
    StormBehavior("reset of bodies above 600 bytes", .writes) { request, _ in
      request.body.count > 600 ? .close(resets: true, afterWork: false) : .serve
    },
    StormBehavior("silence") { _, _ in .silence },
    StormBehavior("late answers") { _, _ in .serveLate(seconds: 0.05) },
    StormBehavior("silence, every third request") { _, number in
      number.isMultiple(of: 3) ? .silence : .serve
    },
  ]

  private static let nonsense: [StormBehavior] = [
    raw("closed in the status line", "HTTP/1.1 2"),
    raw("closed in the body", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n[{"),
    raw("no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"), raw("only a line end", "\r\n"),
    raw("HTTP/0.9", "<html></html>"), raw("status 999", "HTTP/1.1 999 Odd\r\n\r\n"),
    raw("status 42", "HTTP/1.1 42 Short\r\nContent-Length: 0\r\n\r\n"),
    raw("no status", "HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n"),
    raw("a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]"),
    raw(
      "a length beyond all numbers",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n[]"),
    raw("two lengths", "HTTP/1.1 502 No\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n[]"),
    raw(
      "a chunk without an end",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[{\"id"),
    raw(
      "a chunk whose size is not a number",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n"),
    raw(
      "gzip that is not gzip",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"),
    raw(
      "100 Continue without end",
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 200)),
    raw(
      "5,000 headers",
      "HTTP/1.1 502 Bad\r\n" + String(repeating: "X-A: b\r\n", count: 5000) + "\r\n"),
    raw(
      "a header of 200,000 bytes",
      "HTTP/1.1 502 Bad\r\nX-A: " + String(repeating: "b", count: 200_000) + "\r\n\r\n"),
    StormBehavior("binary garbage") { _, number in
      .bytes((0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ number) })
    },
  ]

  private static let slowness: [StormBehavior] = [
    StormBehavior("a head that comes byte by byte") { _, _ in
      .trickle(
        Array("HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 500))".utf8), interval: 0.05)
    },
    StormBehavior("a body that comes byte by byte") { _, _ in
      .trickle(
        Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".utf8)
          + [UInt8](repeating: 0x20, count: 500), interval: 0.05)
    },
  ]

  private static func raw(_ name: String, _ text: String) -> StormBehavior {
    StormBehavior(name) { _, _ in .bytes(Array(text.utf8)) }
  }

  static let redirects: [StormBehavior] =
    [301, 302, 303, 307, 308].map { status in
      redirect("to itself", status) { $0.path }
    } + [
      redirect("to another host", 307) { _ in "http://localhost:1/api/v1/events" },
      redirect("to another port", 308) { "http://127.0.0.1:1\($0.path)" },
      redirect("to another scheme", 302) { "https://127.0.0.1\($0.path)" },
      redirect("to nothing", 302) { _ in "" }, redirect("to a file", 303) { _ in "file:///x" },
      redirect("to what cannot be read", 307) { _ in "http://[::zz]/%%%" },
      redirect("to a longer path each time", 307) { $0.path + "/x" },
      redirect("to a page of a portal", 302) { _ in "/login" },
    ]

  private static func redirect(
    _ name: String, _ status: Int, _ place: @escaping @Sendable (HTTPRequest) -> String
  ) -> StormBehavior {
    StormBehavior("redirect \(status) \(name)") { request, _ in
      let response = HTTPResponse(
        status: request.path == "/login" ? 200 : status,
        headers: [
          HTTPField("Location", place(request)), HTTPField("Content-Type", "text/html"),
        ], body: Array("<html>moved</html>".utf8))
      return .answer(response, afterWork: false)
    }
  }
}
