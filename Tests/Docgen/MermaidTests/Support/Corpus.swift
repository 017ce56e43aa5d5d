import Foundation

/// The diagrams written for the tests: files of texts, each after a line `#### name`.
enum Corpus {
  struct Entry: Sendable, CustomStringConvertible {
    var file: String
    var name: String
    var text: String

    var description: String { "\(file): \(name)" }
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")

  static func entries(_ file: String) throws -> [Entry] {
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    var result: [Entry] = []
    var lines: [Substring] = []
    func close() {
      guard !result.isEmpty else { return }
      result[result.count - 1].text = lines.joined(separator: "\n")
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#### ") {
        close()
        lines = []
        result.append(Entry(file: file, name: String(line.dropFirst(5)), text: ""))
      } else {
        lines.append(line)
      }
    }
    close()
    return result
  }

  /// The kinds of diagram that can also be printed and compared.
  static let printedFiles = ["state.txt", "sequence.txt", "class.txt"]
  static let files = printedFiles + ["flowchart.txt"]

  static func all() throws -> [Entry] { try files.flatMap(entries) }
  static func printed() throws -> [Entry] { try printedFiles.flatMap(entries) }
}
