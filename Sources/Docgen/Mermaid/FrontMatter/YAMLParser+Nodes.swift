/// What stands before a node: `&anchor`, `!tag`.
struct YAMLProperties {
  var anchor: String?
  var tag: String?
  /// Whether a line ended behind the last of them.
  var crossedLine = false
  /// The offset behind them.
  var end = 0

  var isEmpty: Bool { anchor == nil && tag == nil }
}

// MARK: - Anchors, tags, aliases

extension YAMLParser {
  private static let tags = ["!!str", "!!int", "!!float", "!!bool", "!!null", "!!map", "!!seq"]

  private var isAtProperties: Bool {
    !isJSON && (byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!"))
  }

  mutating func properties() throws(YAMLError) -> YAMLProperties {
    var result = YAMLProperties()
    while isAtProperties {
      let start = index
      while !isBlank(at: index), !Self.isFlowSign(byte) { index += 1 }
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      if word.hasPrefix("&") {
        if result.anchor != nil { throw error("a second anchor stands here", at: start) }
        result.anchor = String(word.dropFirst())
      } else {
        guard Self.tags.contains(word) || word == "!" else {
          throw error("the tag `\(word)` is unknown", at: start)
        }
        if result.tag != nil { throw error("a second tag stands here", at: start) }
        result.tag = word
      }
      let line = lineStart
      skipBlank()
      result.crossedLine = lineStart != line
    }
    result.end = index
    return result
  }

  /// `*anchor`
  mutating func alias() throws(YAMLError) -> YAMLValue? {
    guard !isJSON, byte == UInt8(ascii: "*") else { return nil }
    let start = index
    index += 1
    while !isBlank(at: index), !Self.isFlowSign(byte) { index += 1 }
    let name = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
    guard let value = anchors[name] else {
      throw error("there is no anchor `&\(name)`", at: start)
    }
    return value
  }
}

// MARK: - Flow collections

extension YAMLParser {
  /// `[a, b]`, `{a: b, "c": d}`
  mutating func flow() throws(YAMLError) -> YAMLValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw error("the front matter is nested too deep") }
    let start = index
    let isMap = byte == UInt8(ascii: "{")
    let close = isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")
    index += 1
    var entries: [YAMLEntry] = []
    var values: [YAMLValue] = []
    var needsComma = false
    while true {
      skipBlank()
      if isAtEnd { throw error("this is never closed", at: start, expected: ["`}`", "`]`"]) }
      if byte == close { break }
      if needsComma { throw error("a comma is missing", expected: ["`,`"]) }
      if byte == UInt8(ascii: ",") { throw error("a value is missing before the comma") }
      let (key, value) = try flowEntry(isMap: isMap)
      if isMap {
        let name = key.shown ?? ""
        let entry = YAMLEntry(key: name, value: value ?? .null)
        if let index = entries.firstIndex(where: { $0.key == name }) {
          // In JSON the last one counts.
          guard isJSON else { throw error("`\(name)` is given twice") }
          entries[index] = entry
        } else {
          entries.append(entry)
        }
      } else {
        values.append(value.map { .map([YAMLEntry(key: key.shown ?? "", value: $0)]) } ?? key)
      }
      skipBlank()
      needsComma = byte != UInt8(ascii: ",")
      if !needsComma {
        index += 1
        skipBlank()
        if isJSON, byte == close { throw error("a value is missing behind the comma") }
      }
    }
    index += 1
    return isMap ? .map(entries) : .list(values)
  }

  private mutating func flowEntry(
    isMap: Bool
  ) throws(YAMLError) -> (key: YAMLValue, value: YAMLValue?) {
    let line = lineStart
    if isJSON, isMap, byte != UInt8(ascii: "\"") { throw error("a key in quotes is missing") }
    let isExplicit = byte == UInt8(ascii: "?") && isBlank(at: index + 1)
    if isExplicit {
      index += 1
      skipBlank()
    }
    let key = try flowNode()
    skipBlank()
    guard byte == UInt8(ascii: ":"), isExplicit || lineStart == line || isJSON else {
      if isJSON, isMap { throw error("`:` is missing") }
      return (key, nil)
    }
    if isJSON, !isMap { throw error("a comma is missing") }
    index += 1
    skipBlank()
    return (key, try flowNode())
  }

  private mutating func flowNode() throws(YAMLError) -> YAMLValue {
    let properties = try properties()
    if let value = try alias() { return value }
    let value = try scalar(above: -1, tag: properties.tag, isFlow: true)
    if let anchor = properties.anchor { anchors[anchor] = value }
    return value
  }
}
