import Diagnostics
import SwiftIndex

/// A Swift source in which circled digits (①, ②, ③) mark places.
///
/// The digits are removed before reading; `position("①")` returns the place of one.
struct MarkedSource {
  let text: String
  private let offsets: [Character: Int]

  init(_ marked: String) {
    var text = ""
    var offsets: [Character: Int] = [:]
    for character in marked {
      if "①②③④⑤⑥⑦⑧⑨".contains(character) {
        offsets[character] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.offsets = offsets
  }

  func position(_ mark: Character) -> SourcePosition? {
    offsets[mark].map { SourceText(text).position(of: $0) }
  }
}

/// Reads one source as the file `Test.swift`.
func file(_ text: String, path: String = "Test.swift", module: String? = nil) -> FileDeclarations {
  FileDeclarations(reading: SourceInput(path: path, module: module, text))
}

/// Reads sources as the files `1.swift`, `2.swift` and so on, and merges them.
func model(_ texts: String...) -> CodeModel {
  CodeModel(
    reading: texts.enumerated().map { index, text in
      SourceInput(path: "\(index + 1).swift", text)
    })
}
