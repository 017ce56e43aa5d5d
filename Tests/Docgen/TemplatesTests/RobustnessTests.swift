import Diagnostics
import Templates
import Testing

@Suite("Random templates")
struct RobustnessTests {
  private static let pieces = [
    "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^b}}", "{{/b}}", "{{>p}}", "{{!", "{{=", "=}}",
    "{{=<% %>=}}", "<%a%>", "a", "b.c", ".", " ", "\n", "\r\n", "  ", "|", "ü", "{{a}}", "{{.}}",
    "&",
    "{{-last}}",
  ]

  @Test func `any text is rendered or refused with a place, without crashing`() throws {
    var rendered = 0
    for seed in UInt64(0)..<4000 {
      var state = seed
      var text = ""
      for _ in 0..<(seed % 23) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += Self.pieces[Int(state >> 33) % Self.pieces.count]
      }
      let data: TemplateValue = ["a": [["b": ["c": "x"]], true], "b": ["c": 1]]
      do {
        _ = try fill(text, data, partials: ["p": text], missing: .refuse)
        rendered += 1
      } catch let failure as TemplateFailure {
        #expect(!failure.diagnostics.isEmpty)
        #expect(failure.diagnostics.allSatisfy { $0.location.range != nil }, "\(text)")
      }
    }
    #expect(rendered > 400)
  }
}
