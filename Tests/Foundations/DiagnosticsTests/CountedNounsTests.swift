import Diagnostics
import Testing

@Suite struct CountedNounsTests {
  @Test func `one is singular, and zero is plural`() {
    #expect(1.counted("Swift file") == "1 Swift file")
    #expect([0, 2, 21].map { $0.counted("error") } == ["0 errors", "2 errors", "21 errors"])
    #expect([1, 2].map { $0.counted("entry", many: "entries") } == ["1 entry", "2 entries"])
    #expect([0, 1, 2].map { $0.verb("agrees", "agree") } == ["agree", "agrees", "agree"])
    #expect([0, 1, 2, 3].map(\.times) == ["0 times", "once", "twice", "3 times"])
  }
}
