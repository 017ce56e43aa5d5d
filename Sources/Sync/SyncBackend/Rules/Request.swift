import JSON
internal import Sync

/// A request with its route and user.
struct Request: Sendable {
  var user: String
  /// The values of the placeholders in the route's template.
  var parameters: [String: String]
  var query: [HTTPField]
  var body: [UInt8]
  var now: Timestamp

  /// The value of a placeholder; empty if the template does not have it.
  subscript(parameter: String) -> String { parameters[parameter] ?? "" }

  /// The first query value with this name.
  func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// A number in the query; the default if it is missing, unreadable or out of range.
  func number(_ name: String, in range: ClosedRange<Int64>, default: Int64) -> Int64 {
    guard let number = query(name).flatMap({ Int64($0) }), range.contains(number) else {
      return `default`
    }
    return number
  }

  private static let options: JSONOptions = {
    var options = JSONOptions()
    options.maximumDepth = 64
    return options
  }()

  /// The body as a JSON object.
  ///
  /// - Throws: a `malformed` problem with the position of the error.
  func object() throws(Problem) -> JSONObject {
    let value: JSON
    do throws(JSONError) {
      value = JSON(try JSONNode.parse(body[...], Self.options))
    } catch {
      throw Problem(.malformed, "the body is not JSON: \(error.reason) at byte \(error.offset)")
    }
    guard case .object(let object) = value else {
      throw Problem(.malformed, "the body is \(value.kind), not an object")
    }
    return object
  }
}
