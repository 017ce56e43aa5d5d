import Diagnostics
import SwiftIndex
import Testing

/// In files with mismatched braces, declarations after the wrong brace are still read correctly.
@Suite struct BraceRecoveryTests {
  /// Every type and function of a file: `Door Door.open Window.close`.
  private func names(_ text: String) -> String {
    let code = CodeModel(reading: [SourceInput(path: "a.swift", text)])
    return
      (code.types.flatMap { [$0.qualifiedName] + $0.members.map(\.qualifiedName) }
      + code.globals.map(\.name)).joined(separator: " ")
  }

  private static let door = """
    struct Door {
      /// Opens.
      func open() {
        if isLocked {
          unlock()  // first
        }
      }

      /// Closes.
      func close() {}
      var width = 90
    }

    enum Side {
      case left, right
    }

    """

  private static let all = "Door Door.open Door.close Door.width Side Side.left Side.right"

  @Test(arguments: [
    "\n    }\n", "\n    }\n  }\n", "\n  }\n", "  }\n\n", "\n}\n\n", "{}",
  ])
  func `a missing brace`(brace: String) {
    #expect(names(Self.door) == Self.all)
    let text = Self.door.replacing(brace, with: brace.replacing("}", with: ""), maxReplacements: 1)
    #expect(text != Self.door)
    #expect(names(text) == Self.all)
    let tabs = text.replacing("  ", with: "\t").replacing("\n", with: "\r\n")
    #expect(names(tabs) == Self.all)
  }

  @Test(arguments: ["unlock()  // first\n", "  func close() {}\n", "    }\n  }\n"])
  func `a superfluous brace`(place: String) {
    let text = Self.door.replacing(place, with: place + "    }\n", maxReplacements: 1)
    #expect(text != Self.door)
    #expect(names(text) == Self.all)
  }

  @Test func `the error is still reported, and places and comments are kept`() {
    let text = Self.door.replacing("\n    }\n  }\n", with: "\n")
    let file = FileDeclarations(reading: SourceInput(path: "a.swift", text))
    #expect(file.diagnostics.map(\.rule.rawValue) == ["swift-syntax", "swift-syntax"])
    #expect(file.types.map(\.nameLocation.description) == ["a.swift:1:8", "a.swift:12:6"])
    let close = file.types[0].members[1]
    #expect(close.documentation?.text == "Closes.")
    #expect(close.nameLocation.description == "a.swift:8:8")
  }

  @Test func `without indentation the parser's result is unchanged`() {
    #expect(names("struct A {\nfunc f() {\nif on {\n}\nfunc g() {}\n}\n") == "A A.f")
    #expect(names("struct A { func f() { if on { } ; func g() {} }") == "A A.f")
    #expect(names("}\nstruct A {}\n") == "A")
    #expect(names("switch x {\ncase 1: break\n}\nfunc f() {}\n") == "f")
  }
}
