import Foundation
import Sync

/// Feeds, lists and batch answers in the server's own format with impossible contents.
extension StormBehavior {
  static let feeds: [StormBehavior] = [
    feed("always more, at the same place") { $0["has_more"] = true },
    feed("always more, and nothing new") {
      $0["changes"] = [Any]()
      $0["next_cursor"] = 0
      $0["has_more"] = true
    },
    feed("a place before the changes") { $0["next_cursor"] = 0 },
    feed("a negative place") { $0["next_cursor"] = -7 },
    feed("no place") { $0["next_cursor"] = nil },
    feed("a place that is a text") { $0["next_cursor"] = "12" },
    feed("no word whether there is more") { $0["has_more"] = nil },
    feed("changes that are an object") { $0["changes"] = ["id": 1] },
    feed("the newest change first") { page in
      page["changes"] = ((page["changes"] as? [Any]) ?? []).reversed().map { $0 }
    },
    feed("each change twice") { page in
      page["changes"] = ((page["changes"] as? [Any]) ?? []).flatMap { [$0, $0] }
    },
    changes("an unknown kind", allowing: .unreadable) { $0["entity_type"] = "comet" },
    changes("an unknown operation", allowing: .unreadable) { $0["operation"] = "explode" },
    changes("no entity", allowing: .unreadable) { $0["data"] = NSNull() },
    changes("an entity that is a text", allowing: .unreadable) { $0["data"] = "x" },
    changes("an entity without fields", allowing: .unreadable) { $0["data"] = [String: Any]() },
    changes("no number", allowing: .unreadable) { $0["id"] = nil },
    changes("another user") { $0["user_id"] = "someone else" },
    changes("no time") { $0["created_at"] = nil },
  ]

  static let lists: [StormBehavior] = [
    rows("types of another user", .health) { $0["user_id"] = "someone else" },
    rows("types without a color", .health, allowing: .unreadable) { $0["color"] = NSNull() },
    rows("types without an id", .health, allowing: .unreadable) { $0["id"] = nil },
    StormBehavior("types as an object", .health) { _, _ in
      .answer(json(200, #"{"types":[]}"#), afterWork: false)
    },
    StormBehavior("types as a list of null", .health) { _, _ in
      .answer(json(200, "[null,null]"), afterWork: false)
    },
  ]

  static let batches: [StormBehavior] = [
    batch("a total that is too high") { $0["total"] = 500 },
    batch("a total of zero") { $0["total"] = 0 },
    batch("no total") { $0["total"] = nil },
    batch("nothing created") { $0["created"] = [Any]() },
    batch("half created") { answer in
      let created = (answer["created"] as? [Any]) ?? []
      answer["created"] = Array(created.prefix(created.count / 2))
    },
    batch("the first event only, many times") { answer in
      let created = (answer["created"] as? [Any]) ?? []
      answer["created"] = created.map { _ in created[0] }
    },
    batch("errors about events beyond the end") {
      $0["created"] = [Any]()
      $0["errors"] = [["index": 999, "message": "no"]]
    },
    batch("an error and a success for each event") { answer in
      let count = ((answer["created"] as? [Any]) ?? []).count
      answer["errors"] = (0..<count).map { ["index": $0, "message": "no"] as [String: Any] }
    },
    batch("events of another user") { answer in
      answer["created"] = ((answer["created"] as? [[String: Any]]) ?? []).map {
        $0.merging(["user_id": "someone else"]) { $1 }
      }
    },
    StormBehavior("a batch answered with 207", .batch) { _, _ in
      .change { response in
        var changed = response
        changed.status = 207
        return changed
      }
    },
    StormBehavior("a batch with an error for each event", .batch, allowing: .quarantine) {
      request, _ in
      let events = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
      let count = ((events?["events"] as? [Any]) ?? []).count
      let errors = (0..<count).map { #"{"index":\#($0),"message":"no","code":"validation"}"# }
      return .answer(
        json(
          400,
          #"{"created":[],"errors":[\#(errors.joined(separator: ","))],"total":\#(count),"success":0,"failed":\#(count)}"#
        ), afterWork: false)
    },
  ]

  // MARK: Changing JSON

  private static func feed(
    _ name: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> StormBehavior {
    StormBehavior("feed with \(name)", .feed) { _, _ in .change { edited($0, change) } }
  }

  private static func changes(
    _ name: String, allowing allowance: Allowance = [],
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> StormBehavior {
    StormBehavior("changes with \(name)", .feed, allowing: allowance) { _, _ in
      .change { response in
        edited(response) { page in
          page["changes"] = ((page["changes"] as? [[String: Any]]) ?? []).map {
            var entry = $0
            change(&entry)
            return entry
          }
        }
      }
    }
  }

  private static func batch(
    _ name: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> StormBehavior {
    StormBehavior("batch with \(name)", .batch) { _, _ in .change { edited($0, change) } }
  }

  private static func rows(
    _ name: String, _ target: Target, allowing allowance: Allowance = [],
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> StormBehavior {
    StormBehavior(name, target, allowing: allowance) { _, _ in
      .change { response in
        guard response.status == 200,
          let rows = (try? JSONSerialization.jsonObject(with: Data(response.body)))
            as? [[String: Any]]
        else { return response }
        let all = rows.map {
          var row = $0
          change(&row)
          return row
        }
        return written(all, into: response)
      }
    }
  }

  private static func edited(
    _ response: HTTPResponse, _ change: (inout [String: Any]) -> Void
  ) -> HTTPResponse {
    guard (200..<300).contains(response.status),
      var object = (try? JSONSerialization.jsonObject(with: Data(response.body))) as? [String: Any]
    else { return response }
    change(&object)
    return written(object, into: response)
  }

  private static func written(_ value: Any, into response: HTTPResponse) -> HTTPResponse {
    var changed = response
    changed.body = Array((try? JSONSerialization.data(withJSONObject: value)) ?? Data())
    return changed
  }
}
