/// The modes that a lexer has opened, the innermost last. The outermost is never closed.
struct ModeStack<Mode> {
  private(set) var current: Mode
  /// Most texts use few modes: nothing is allocated before a second one is opened.
  private var outer: [Mode] = []

  init(_ modes: Mode...) {
    current = modes[modes.count - 1]
    outer = modes.dropLast()
  }

  init(_ mode: Mode) {
    current = mode
  }

  var depth: Int { outer.count + 1 }

  mutating func push(_ mode: Mode) {
    outer.append(current)
    current = mode
  }

  mutating func pop(_ count: Int = 1) {
    for _ in 0..<count {
      guard let mode = outer.popLast() else { return }
      current = mode
    }
  }
}
