import Foundation
import JSON
import TestTools
import Testing

@Suite struct ReadingTests {
  private func node(_ text: String, _ options: JSONOptions = .strict) throws(JSONError) -> JSONNode
  {
    try JSONNode.parse(Array(text.utf8)[...], options)
  }

  private func failure(_ text: String, _ options: JSONOptions = .strict) -> String? {
    do throws(JSONError) {
      _ = try node(text, options)
      return nil
    } catch {
      return "\(error.offset): \(error.reason)"
    }
  }

  @Test(arguments: [
    ("", "0: the text ends where a value is expected"), ("{", "1: expected a key in quotes"),
    (#"{"a":1,}"#, "7: expected a key in quotes"), (#"{"a" 1}"#, "5: expected `:` after the key"),
    (#"{"a":1,"a":2}"#, "7: `a` is given twice"), (#"{"a":1,"\u0061":2}"#, "7: `a` is given twice"),
    (#"{"a":01}"#, "5: a number has no leading zero"), (#"{"a":1.}"#, "7: expected a digit"),
    (#"{"a":1e}"#, "7: expected a digit"), (#"{"a":tru}"#, "5: expected a value"),
    (#"{"a":-}"#, "6: expected a value"), ("[1 2]", "3: expected `,` or `]`"),
    (#"{"a":1 2}"#, "7: expected `,` or `}`"), (#"["\x"]"#, "2: unknown escape in a string"),
    (#"["\ud800"]"#, "2: half of a surrogate pair"),
    (#"["\udc00"]"#, "2: half of a surrogate pair"),
    (#"["\ud800\u0061"]"#, "2: half of a surrogate pair"),
    (#"["\u00g0"]"#, "2: expected four hexadecimal digits"),
    ("[\"\u{1}\"]", "2: a control character in a string must be escaped"),
    (#"["a"#, "1: the string is not closed"), ("{} x", "3: unexpected text after the value"),
    ("[1] // no", "4: unexpected text after the value"), ("/**/1", "0: expected a value"),
    ("[1,]", "3: expected a value"), ("nan", "0: expected a value"),
  ])
  func `invalid JSON is rejected with the position`(text: String, reason: String) {
    #expect(failure(text) == reason)
  }

  @Test func `a string that is not UTF-8 is rejected`() {
    #expect(throws: JSONError(offset: 1, reason: "the string is not UTF-8")) {
      try JSONNode.parse([0x5B, 0x22, 0xFF, 0x22, 0x5D])
    }
  }

  @Test func `offsets are those of the slice`() throws {
    let bytes = Array(#"xx{"a": ["é", 12] }"#.utf8)[2...]
    let list = try #require(try JSONNode.parse(bytes)["a"])
    #expect((list.start, list.end) == (8, 18))
    #expect(list.elements.map { [$0.start, $0.end] } == [[9, 13], [15, 17]])
    let key = try JSONNode.parse(bytes).members[0]
    #expect((key.key, key.keyStart) == ("a", 3))
    #expect(throws: JSONError(offset: 4, reason: "expected a value")) {
      try JSONNode.parse(Array("xxx[x]".utf8)[3...])
    }
  }

  @Test func `configuration files may have comments and trailing commas`() throws {
    let text = "// one\n{ /* two */ \"a\": [1, 2,], \"b\": {}, } // three"
    let read = try node(text, .configuration)
    #expect(JSON(read) == ["a": [1, 2], "b": [:]])
    #expect(failure("[,]", .configuration) == "1: expected a value")
    #expect(failure("[1 /* x", .configuration) == "3: the comment is not closed")
  }

  @Test func `nesting is limited, and nothing else depends on its depth`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(failure(deep) == "128: nested more than 128 deep")
    var options = JSONOptions()
    options.maximumDepth = .max
    #expect(try node(deep, options).isArray)
  }

  @Test func `a repeated key is found among many`() throws {
    let members = (0..<1_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try node("{\(members)}")["k999"]?.integerValue == 999)
    #expect(failure("{\(members),\"k7\":1}")?.hasSuffix("`k7` is given twice") == true)
    var options = JSONOptions()
    options.allowsRepeatedKeys = true
    #expect(try node("{\(members),\"k7\":1}", options)["k7"]?.integerValue == 7)
  }

  @Test func `values keep their types`() throws {
    let list = try node(
      #"[null, true, false, -12, 1.5, 1e400, 9223372036854775808, "a\n\ud83c\udf0d"]"#)
    #expect(
      list.elements.map(\.value) == [
        .null, .boolean(true), .boolean(false), .integer(-12), .number(1.5), .number(.infinity),
        .number(9_223_372_036_854_775_808), .text("a\n🌍"),
      ])
    #expect(JSON(list).encoded == #"[null,true,false,-12,1.5,1e400,9223372036854775808,"a\n🌍"]"#)
  }

  @Test func `damaged texts are accepted exactly if Foundation accepts them`() throws {
    var random = SeededRandom(7)
    let seed = #"{"a":[1,-2.5e+3,"x\u00e9\n"],"b":{"c":null,"d":[true,false,{}]},"e":""}"#
    let signs = Array(#"{}[]:,"\0123.eE+-tfn u"#.utf8)
    for _ in 0..<rounds("JSON_MUTATIONS", 5_000) {
      var bytes = Array(seed.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
        default: bytes[place] = signs.randomElement(using: &random) ?? 0
        }
      }
      var options = JSONOptions()
      options.allowsRepeatedKeys = true
      let own = try? JSONNode.parse(bytes[...], options)
      let other = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: [.fragmentsAllowed])
      let text = String(decoding: bytes, as: UTF8.self)
      // Foundation accepts a comma before a closing bracket.
      if own == nil, text.contains(/,\s*[}\]]/) { continue }
      #expect((own == nil) == (other == nil), "\(text)")
      if let own {
        #expect(try JSONNode.parse(JSON(own).bytes[...], options) == own, "\(text)")
      }
    }
  }
}
