import Diagnostics
import DocgenLSP
import JSON
import Testing

/// The text of an open document after an editor's changes.
@Suite struct OpenDocumentTests {
  private func change(_ range: EditorRange?, _ text: String) throws -> JSONNode {
    let value: JSON = ["range": range?.json, "text": .text(text)]
    return try JSONNode.parse(value.bytes[...])
  }

  /// Random edits, compared with a JavaScript editor's edits on UTF-16 strings.
  @Test func `after any edits the text equals the editor's`() throws {
    let pieces = ["", "a", "😀", "é", "\n", "\r\n", "e\u{301}", "xyz\nb", "\r"]
    for round in 0..<200 {
      var document = OpenDocument(uri: "u", language: "markdown", version: 0, text: "one\ntwo 😀\n")
      var mirror = Array("one\ntwo 😀\n".utf16)
      for version in 1...20 {
        let text = pieces[Int.random(in: 0..<pieces.count)]
        let lines = Self.lineStarts(mirror)
        let places = Self.places(mirror, lines)
        let (first, second) = (
          places[Int.random(in: 0..<places.count)], places[Int.random(in: 0..<places.count)]
        )
        let (start, end) = first.offset <= second.offset ? (first, second) : (second, first)
        let range = EditorRange(start: start.position, end: end.position)
        try document.apply([change(range, text)], version: version, .utf16)
        mirror.replaceSubrange(start.offset..<end.offset, with: text.utf16)
        #expect(document.version == version)
        let shown = String(decoding: document.text.bytes, as: UTF8.self)
        try #require(Array(shown.utf16) == mirror, "round \(round), version \(version)")
      }
    }
  }

  private static func lineStarts(_ units: [UInt16]) -> [Int] {
    var starts = [0]
    for index in units.indices {
      let isEnd =
        units[index] == 10
        || (units[index] == 13 && !(index + 1 < units.count && units[index + 1] == 10))
      if isEnd { starts.append(index + 1) }
    }
    return starts
  }

  /// All positions except within surrogate pairs and line endings.
  private static func places(
    _ units: [UInt16], _ lines: [Int]
  ) -> [(offset: Int, position: EditorPosition)] {
    (0...units.count).compactMap { offset in
      if offset < units.count, (0xDC00..<0xE000).contains(units[offset]) { return nil }
      if offset > 0, offset < units.count, units[offset - 1] == 13, units[offset] == 10 {
        return nil
      }
      let line = (lines.firstIndex { $0 > offset } ?? lines.count) - 1
      return (offset, EditorPosition(line: line, character: offset - lines[line]))
    }
  }

  @Test func `a change without a range is the complete text, and changes apply in order`() throws {
    var document = OpenDocument(uri: "u", language: "", version: 1, text: "old")
    let start = EditorPosition(line: 0, character: 0)
    try document.apply(
      [
        change(nil, "new"), change(EditorRange(start: start, end: start), "very "),
        change(EditorRange(start: start, end: EditorPosition(line: 0, character: 4)), "so"),
      ], version: 2, .utf8)
    #expect(String(decoding: document.text.bytes, as: UTF8.self) == "so new")
  }

  @Test(arguments: [
    #"{}"#, #"{"text": 3}"#, #"{"range": 3, "text": ""}"#,
    #"{"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": ""}"#,
    #"{"range": {"start": {"line": 1.5, "character": 0}, "end": {"line": 0, "character": 0}}, "text": ""}"#,
    #"{"range": {"start": {"line": 1e300, "character": 0}}, "text": ""}"#,
  ])
  func `an invalid change is refused`(_ json: String) throws {
    var document = OpenDocument(uri: "u", language: "", version: 1, text: "old")
    let node = try JSONNode.parse(Array(json.utf8)[...])
    #expect(throws: RPCError.self) { try document.apply([node], version: nil, .utf16) }
    #expect(String(decoding: document.text.bytes, as: UTF8.self) == "old")
  }

  @Test func `reversed ranges and ranges outside of the text do no harm`() throws {
    for (first, second) in [((3, 9), (0, 0)), ((90, 0), (91, 4)), ((0, 2), (0, 1))] {
      var document = OpenDocument(uri: "u", language: "", version: 1, text: "old\ntext")
      let range = EditorRange(
        start: EditorPosition(line: first.0, character: first.1),
        end: EditorPosition(line: second.0, character: second.1))
      try document.apply([change(range, "+")], version: nil, .utf16)
      #expect(String(decoding: document.text.bytes, as: UTF8.self).contains("+"))
    }
  }
}
