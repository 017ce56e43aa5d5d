import JSON
internal import Sync

/// A request that has found its route and its user.
struct Call: Sendable {
  var user: String
  /// Values of the placeholders in the route's template.
  var parameters: [String: String]
  var query: [HTTPField]
  var body: [UInt8]
  var now: Timestamp

  /// The value of a placeholder; empty for one that the template does not have.
  subscript(parameter: String) -> String { parameters[parameter] ?? "" }

  /// The first value of a name in the query.
  func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// A number of the query. Absent, unreadable and out of range give the default.
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
  /// - Throws: a `malformed` problem that names the place.
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
