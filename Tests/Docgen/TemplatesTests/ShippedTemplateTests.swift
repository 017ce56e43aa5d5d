import Diagnostics
import Foundation
import Templates
import TestTools
import Testing

@Suite("The templates that come with docgen")
struct ShippedTemplateTests {
  /// `templates/` next to `Tests/`.
  private static let source = TemplateSource(
    names: ["state-table", "transition-table", "protocol-methods"]
  ) { name in
    let file = packageFolder.appendingPathComponent("templates/\(name).mustache")
    return (try? String(contentsOf: file, encoding: .utf8)).map {
      TemplateSource.File(path: "templates/\(name).mustache", text: $0)
    }
  }

  private func render(_ name: String, _ data: TemplateValue) throws -> String {
    var library = TemplateLibrary(Self.source)
    return try library.render(name, with: data)
  }

  @Test func `states with their values and meaning`() throws {
    let data: TemplateValue = [
      "states": [
        ["name": .code("idle"), "values": [], "meaning": .markdown("Nothing to do.")],
        [
          "name": .code("rateLimited"),
          "values": [
            ["isLabelled": true, "label": .code("retryAfter"), "type": .code("Date")],
            ["isLabelled": false, "label": .code("0"), "type": .code("Int")],
          ],
          "meaning": .markdown(""),
        ],
      ]
    ]
    #expect(
      try render("state-table", data) == """
        | State | Carries | Meaning |
        |---|---|---|
        | `idle` | – | Nothing to do. |
        | `rateLimited` | `retryAfter`: `Date`, `Int` | – |

        """)
  }

  @Test func `transitions with their conditions, effects and observations`() throws {
    let data: TemplateValue = [
      "transitions": [
        [
          "from": .code("syncing"), "event": .code("batchRejected"),
          "condition": "count >= 3 | now",
          "to": .code("rateLimited"), "effects": [.code("openBreaker"), .code("wait")],
          "observed": 14, "isObserved": true,
        ],
        [
          "from": .code("idle"), "event": .code("reset"), "condition": .null, "to": .code("idle"),
          "effects": [], "observed": 0, "isObserved": false,
        ],
      ]
    ]
    #expect(
      try render("transition-table", data) == """
        | From | Event | Condition | To | Effects | Observed |
        |---|---|---|---|---|---|
        | `syncing` | `batchRejected` | count >= 3 \\| now | `rateLimited` | `openBreaker`, `wait` | yes |
        | `idle` | `reset` | – | `idle` | – | never |

        """)
  }

  @Test func `a protocol's methods with their documentation`() throws {
    let data: TemplateValue = [
      "methods": [
        [
          "signature": .code("func merge(_ a: A | B) -> [Int]"),
          "documentation": .markdown("Merges two.\nKeeps *order*.\n\nThrows nothing."),
        ]
      ]
    ]
    #expect(
      try render("protocol-methods", data) == """
        | Method | Documentation |
        |---|---|
        | `func merge(_ a: A \\| B) -> [Int]` | Merges two. Keeps *order*.<br>Throws nothing. |

        """)
  }

  @Test(arguments: [
    ("state-table", "states", "templates/state-table.mustache:15:5"),
    ("transition-table", "transitions", "templates/transition-table.mustache:18:5"),
    ("protocol-methods", "methods", "templates/protocol-methods.mustache:11:5"),
  ])
  func `data that lacks a column is refused at the column's place`(
    name: String, list: String, place: String
  ) throws {
    let rows = TemplateDictionary([(list, [["x": 1]])])
    do {
      _ = try render(name, .dictionary(rows))
      Issue.record("nothing was thrown")
    } catch let failure as TemplateFailure {
      #expect(failure.diagnostics.first?.location.description == place)
    }
  }
}
