import Sync

/// An answer that is not the server's: from a proxy, a captive portal, or a faulty server.
///
///     deliver 3 html-404          a proxy answers 404 with a page; the request is lost
///     deliver 3 html-504-after    the server has processed it, but the proxy has not waited
///     deliver 3 text-200-after    the server's own answer with another content type
///
/// None of them proves that a request was accepted or refused, so none may change a row.
struct GatewayAnswer: Hashable, Sendable {
  /// The kinds of body.
  enum Form: String, CaseIterable, Sendable {
    /// A page of HTML.
    case html
    /// No body and no content type.
    case empty
    /// JSON that is not the server's.
    case json
    /// An empty object.
    case object
    /// The literal `null`.
    case null
    /// A problem with a code that the server does not have.
    case problem
    /// The beginning of the server's own answer, declared as complete.
    case half
    /// The server's own answer, declared as plain text.
    case text
  }

  let form: Form
  let status: Int
  /// The value of `Retry-After`.
  var retryAfter: String?
  /// Whether the server gets the request and processes it.
  var isAfterWork = false

  /// Answers of every class; those with `-after` replace an answer of the server.
  static let names: [String] = [
    "html-200", "html-200-after", "html-201", "html-302", "html-400", "html-401", "html-403",
    "html-404", "html-404-after", "html-407", "html-408", "html-409", "html-410", "html-410-after",
    "html-413", "html-421", "html-425", "html-451", "html-500", "html-501", "html-502",
    "html-502-after", "html-503", "html-504", "html-504-after", "html-511",
    "empty-200", "empty-200-after", "empty-201", "empty-202", "empty-204", "empty-301",
    "empty-304", "empty-401", "empty-403", "empty-404", "empty-410", "empty-500",
    "json-200", "json-201-after", "json-401", "json-403", "json-404", "json-410", "json-451",
    "json-502", "object-200", "object-201", "object-201-after", "object-404", "null-200",
    "null-201-after", "problem-404", "problem-410", "problem-403", "problem-500",
    "half-200-after", "half-201-after", "text-200-after", "text-201-after",
  ]

  /// Answers that ask for fewer requests, with each form of `Retry-After`.
  static let busyNames: [String] = [
    "html-429", "html-429=3", "html-429=40", "html-429=600", "empty-429=0", "html-503=2",
    "html-503=90", "json-503=900", "empty-502=1", "html-429=date", "html-503=date",
    "html-503=soon", "html-429=-5", "html-429=0", "json-500=1.5",
  ]

  /// Parses a name: form, status, `Retry-After` and place; `nil` if it is invalid.
  init?(_ name: String) {
    var text = name[...]
    isAfterWork = text.hasSuffix("-after")
    if isAfterWork { text = text.dropLast(6) }
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = sides[0].split(separator: "-")
    guard words.count == 2, let form = Form(rawValue: String(words[0])),
      let status = Int(words[1]), (200..<600).contains(status)
    else { return nil }
    self.form = form
    self.status = status
    retryAfter = sides.count > 1 ? String(sides[1]) : nil
  }

  /// The answer to a request that the server would answer, or has answered, with `own`.
  ///
  /// A deletion with 204 counts as successful, whoever sends it. Clients cannot notice this false
  /// answer, so it is left out.
  func response(to request: HTTPRequest, own: HTTPResponse?) -> HTTPResponse {
    var headers: [HTTPField] = []
    switch retryAfter {
    case "date":
      // A minute later by the gateway's own clock, which is years behind.
      headers.append(HTTPField("Date", "Sun, 06 Nov 2016 08:49:37 GMT"))
      headers.append(HTTPField("Retry-After", "Sun, 06 Nov 2016 08:50:37 GMT"))
    case let value?: headers.append(HTTPField("Retry-After", value))
    case nil: break
    }
    if (300..<400).contains(status) {
      headers.append(HTTPField("Location", "http://portal.example/login"))
    }
    if let type { headers.append(HTTPField("Content-Type", type)) }
    let isDone = request.method == "DELETE" && status == 204
    return HTTPResponse(
      status: isDone ? 502 : status, headers: headers, body: body(instead: own))
  }

  private var type: String? {
    switch form {
    case .html: "text/html; charset=utf-8"
    case .empty: nil
    case .json, .object, .null, .half: "application/json"
    case .problem: "application/problem+json"
    case .text: "text/plain"
    }
  }

  private func body(instead own: HTTPResponse?) -> [UInt8] {
    switch form {
    case .html: Array("<html><body>Sign in to continue</body></html>".utf8)
    case .empty: []
    case .json: Array(#"{"message":"no route","id":null}"#.utf8)
    case .object: Array("{}".utf8)
    case .null: Array("null".utf8)
    case .problem: Array(#"{"code":"unknown_route","title":"Unknown route"}"#.utf8)
    case .half: Array((own?.body ?? []).prefix((own?.body.count ?? 0) / 2))
    case .text: own?.body ?? []
    }
  }
}
