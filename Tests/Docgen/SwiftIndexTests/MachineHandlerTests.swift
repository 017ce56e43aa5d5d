import Diagnostics
import SwiftIndex
import Testing

@Suite("Patterns that handle events")
struct MachineHandlerTests {
  @Test func `the pattern of a pair, with a guard where the target depends on it, and default`()
    throws
  {
    let (source, handlers) = try handlers(
      """
      struct M {
        enum S { case a, b, c }
        enum E { case x, y }
        var isReady = false
        var state = S.a
        mutating func apply(_ event: E) {
          switch (state, event) {
          case ①(.a, .x),
            ②(.b, .y): state = .c
          case ③(.b, .x) where isReady: state = .a
          case ④(.b, .x): state = .c
          case ⑤(_, .y): break
          ⑥default: break
          }
        }
      }
      """)
    #expect(handlers[["a", "x"]] == source.position("①"))
    #expect(handlers[["b", "y"]] == source.position("②"))
    #expect(handlers[["b", "x", "a"]] == source.position("③"))
    #expect(handlers[["b", "x", "c"]] == source.position("④"))
    #expect(handlers[["a", "y"]] == source.position("⑤"))
    #expect(handlers[["c", "x"]] == source.position("⑥"))
  }

  @Test func `the innermost pattern that says more, also in helpers`() throws {
    let (source, handlers) = try handlers(
      """
      struct M {
        enum S { case a, b, c }
        enum E { case x, y, z }
        var state = S.a
        mutating func apply(_ event: E) {
          switch state {
          case .a:
            switch event {
            case ①.x: state = .b
            ②default: break
            }
          case .b: leave(event)
          case ③.c: break
          }
        }
        private mutating func leave(_ incoming: E) {
          guard case ④.x = incoming else { return }
          switch state {
          case .b: state = .c
          default: break
          }
        }
      }
      """)
    #expect(handlers[["a", "x"]] == source.position("①"))
    #expect(handlers[["a", "y"]] == source.position("②"))
    #expect(handlers[["c", "z"]] == source.position("③"))
    #expect(handlers[["b", "x", "c"]] == source.position("④"))
  }

  /// The source and the start of each handler of the machine `M`.
  private func handlers(
    _ text: String
  ) throws -> (source: MarkedSource, handlers: [[String]: SourcePosition]) {
    let source = MarkedSource(text)
    let code = model(source.text)
    let holder = try #require(code.machineHolders(named: "M").first)
    return (source, code.sourceMachine(of: holder).handlers.compactMapValues(\.range?.start))
  }
}
