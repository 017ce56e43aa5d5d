// The YAML module reads YAML as Mermaid does, with js-yaml, for the front matter of diagrams and
// pages.
//
// libyaml does the tokens (`YAMLEvents`), and this module everything on which the two differ: plain
// scalars by the rules of YAML 1.2 (`YAMLValue`, `YAMLNumber`), repeated keys, tags, and one
// document for each text. Values have no positions. Only errors have one, as a byte offset.

/// The reason and the position of a syntax error in YAML.
package struct YAMLError: Error {
  /// The offset of the first offending byte.
  package var offset: Int
  package var message: String
}

extension YAMLValue {
  /// Reads a text that consists of one document; `null` if it is empty.
  ///
  ///     title: Sync            ->  map [title: "Sync", config: map [theme: "dark"]]
  ///     config: {theme: dark}
  package init(yaml text: String) throws(YAMLError) {
    var composer = YAMLComposer(text)
    self = try composer.document()
  }
}

/// Builds a value from libyaml's events.
///
/// libyaml reads YAML 1.1. YAML 1.2 resolves plain scalars differently, so this code does that
/// itself (`YAMLValue.init(plain:)`). It also makes the checks of js-yaml that libyaml leaves to
/// its callers: one document, known tags, no repeated keys.
private struct YAMLComposer: ~Copyable {
  private static let maximumDepth = 64
  /// The limit for all aliases together, in nodes and bytes of text. An alias costs nothing until
  /// its value is written out, but nested aliases could then exceed any memory.
  private static let maximumExpansion = 1_000_000

  private var events: YAMLEvents
  private var depth = 0
  private var expansion = 0
  /// Anchored values, with their sizes.
  private var anchors: [String: (value: YAMLValue, size: Int)] = [:]
  /// The size of all nodes read so far, aliases included.
  private var size = 0

  init(_ text: String) {
    events = YAMLEvents(text)
  }

  mutating func document() throws(YAMLError) -> YAMLValue {
    _ = try events.next()
    var value = YAMLValue.null
    if case .start = try events.next().kind {
      value = try node(try events.next())
      _ = try events.next()
      let event = try events.next()
      guard case .end = event.kind else {
        throw YAMLError(offset: event.offset, message: "a second document begins here")
      }
    }
    return value
  }

  private mutating func node(_ event: YAMLEvent) throws(YAMLError) -> YAMLValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else {
      throw YAMLError(offset: event.offset, message: "this is nested too deeply")
    }
    let start = size
    size += 1
    let value: YAMLValue
    switch event.kind {
    case .alias(let name):
      guard let known = anchors[name] else {
        throw YAMLError(offset: event.offset, message: "unknown anchor `&\(name)`")
      }
      size += known.size
      expansion += known.size
      guard expansion < Self.maximumExpansion else {
        throw YAMLError(offset: event.offset, message: "the aliases expand to too much text")
      }
      return known.value
    case .scalar(let text, let isPlain):
      size += text.utf8.count
      value = try scalar(text, isPlain: isPlain, event)
    case .sequence:
      try require("seq", event)
      value = .list(try elements())
    case .mapping(let isBlock):
      try require("map", event)
      value = .map(try entries(of: isBlock ? event : nil))
    case .start, .end:
      throw YAMLError(offset: event.offset, message: "a value is missing")
    }
    if let anchor = event.anchor { anchors[anchor] = (value, size - start) }
    return value
  }

  private mutating func elements() throws(YAMLError) -> [YAMLValue] {
    var result: [YAMLValue] = []
    while true {
      let event = try events.next()
      if case .end = event.kind { return result }
      result.append(try node(event))
    }
  }

  /// The entries of a mapping. In a block mapping, js-yaml treats an anchor or tag before the first
  /// key as part of the mapping, and then rejects it.
  private mutating func entries(
    of block: YAMLEvent?
  ) throws(YAMLError) -> [YAMLEntry] {
    var result: [YAMLEntry] = []
    var keys: Set<String> = []
    while true {
      let event = try events.next()
      if case .end = event.kind { return result }
      if event.offset == block?.offset, event.anchor ?? event.tag != nil {
        throw YAMLError(
          offset: event.offset, message: "an anchor or a tag cannot precede the first key")
      }
      let key = try node(event).key
      guard keys.insert(key).inserted else {
        throw YAMLError(offset: event.offset, message: "the key `\(key)` is repeated")
      }
      result.append(YAMLEntry(key: key, value: try node(try events.next())))
    }
  }
}

// MARK: - Tags

extension YAMLComposer {
  private static let prefix = "tag:yaml.org,2002:"

  /// A plain scalar without a tag gets the type that it looks like; a tagged one gets the tag's
  /// type.
  private func scalar(
    _ text: String, isPlain: Bool, _ event: YAMLEvent
  ) throws(YAMLError) -> YAMLValue {
    guard let tag = event.tag else { return isPlain ? YAMLValue(plain: text) : .text(text) }
    if tag == "!" || tag == Self.prefix + "str" { return .text(text) }
    let value = YAMLValue(plain: text)
    switch (tag.dropFirst(tag.hasPrefix(Self.prefix) ? Self.prefix.count : 0), value) {
    case ("null", .null), ("bool", .truth), ("float", .number): return value
    case ("int", .number(let number)) where number.rounded() == number: return value
    case ("null", _), ("bool", _), ("float", _), ("int", _):
      throw YAMLError(offset: event.offset, message: "`\(text)` does not have the type of its tag")
    default: throw unknownTag(tag, event)
    }
  }

  private func require(_ kind: String, _ event: YAMLEvent) throws(YAMLError) {
    guard let tag = event.tag, tag != "!", tag != Self.prefix + kind else { return }
    throw unknownTag(tag, event)
  }

  private func unknownTag(_ tag: String, _ event: YAMLEvent) -> YAMLError {
    YAMLError(offset: event.offset, message: "unknown tag `\(tag)`")
  }
}
