package import JSON

/// Decodes one line of a trace from its JSON.
package struct TraceLineDecoder {
  package let node: JSONNode
  /// The line in the file, from 1.
  let line: Int

  package init(node: JSONNode, line: Int) {
    self.node = node
    self.line = line
  }

  package func error(_ reason: String, at place: JSONNode? = nil) -> JSONError {
    JSONError(offset: (place ?? node).start, reason: reason)
  }

  // MARK: - Lines

  package func header() throws(JSONError) -> TraceHeader {
    let format = try text("format")
    guard format == TraceHeader.format else {
      throw error(
        "unknown format `\(format)`; expected `\(TraceHeader.format)`", at: node["format"])
    }
    let version = try integer("version")
    guard version == TraceHeader.currentVersion else {
      throw error(
        "unknown format version \(version); expected \(TraceHeader.currentVersion)",
        at: node["version"])
    }
    var participants: [TraceParticipant] = []
    for element in try array("participants") {
      let inner = TraceLineDecoder(node: element, line: line)
      let kind = try inner.text("kind")
      guard let known = TraceParticipant.Kind(rawValue: kind) else {
        let all = TraceParticipant.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw error("unknown kind of participant `\(kind)` (\(all))", at: element["kind"])
      }
      participants.append(TraceParticipant(try inner.text("name"), kind: known))
    }
    return TraceHeader(
      version: version, scenario: try text("scenario"), title: try optionalText("title") ?? "",
      epoch: try text("epoch"), participants: participants)
  }

  func machine() throws(JSONError) -> DeclaredMachine {
    var states: [DeclaredState] = []
    for element in try array("states") {
      let inner = TraceLineDecoder(node: element, line: line)
      states.append(DeclaredState(try inner.text("name"), values: try inner.texts("values")))
    }
    var edges: [DeclaredEdge] = []
    var paths: [[String]] = []
    for element in try array("edges") {
      let inner = TraceLineDecoder(node: element, line: line)
      edges.append(
        DeclaredEdge(
          from: try inner.text("from"), event: try inner.text("event"),
          condition: try inner.optionalText("condition"), to: try inner.text("to"),
          effects: try inner.texts("effects")))
      paths.append(try inner.texts("way"))
    }
    return DeclaredMachine(
      name: try text("machine"), type: try text("declared"), initial: try text("initial"),
      states: states, events: try texts("events"), edges: edges,
      paths: paths.allSatisfy(\.isEmpty) ? [] : paths)
  }

  func sources() throws(JSONError) -> [TraceSource] {
    guard node["sources"] != nil else { return [] }
    var sources: [TraceSource] = []
    for element in try array("sources") {
      let inner = TraceLineDecoder(node: element, line: line)
      sources.append(
        TraceSource(
          file: try inner.text("file"), digest: try inner.text("digest"),
          parts: try inner.optionalText("parts") ?? ""))
    }
    return sources
  }

  package func record(type: String) throws(JSONError) -> TraceRecord {
    TraceRecord(
      sequence: try integer("seq"), time: Int64(try integer("t")), body: try body(type: type),
      site: try site(), line: line)
  }

  private func body(type: String) throws(JSONError) -> TraceRecord.Body {
    switch type {
    case "call", "send":
      .call(
        TraceCall(
          span: try span("span"), parent: try optionalSpan("parent"), from: try text("from"),
          to: try text("to"), name: try text("name"), parameters: try texts("parameters"),
          isSend: type == "send"))
    case "return":
      .returned(TraceOutcome(span: try span("span"), value: try optionalText("value") ?? ""))
    case "fail":
      .failed(TraceOutcome(span: try span("span"), value: try optionalText("value") ?? ""))
    case "transition": .transition(try transition())
    case "decision":
      .decision(
        TraceDecision(
          by: try text("by"), parent: try optionalSpan("parent"),
          condition: try text("condition"), holds: try boolean("holds")))
    case "phase": .phaseBegan(try phase())
    case "phase-end": .phaseEnded(try phase())
    case "note":
      .note(
        TraceNote(by: try text("by"), parent: try optionalSpan("parent"), text: try text("text")))
    case "value":
      .value(
        TraceMeasurement(
          name: try text("name"), value: try scalar(try member("value")),
          unit: try optionalText("unit") ?? ""))
    default: throw error("unknown type of record `\(type)`", at: node["type"])
    }
  }

  private func transition() throws(JSONError) -> TraceTransition {
    var values: [TraceValue] = []
    if let node = node["values"] {
      guard case .object(let members) = node.value else {
        throw error("`values` must be an object, not \(node.kind)", at: node)
      }
      for member in members {
        values.append(TraceValue(member.key, try scalar(member.node)))
      }
    }
    return TraceTransition(
      machine: try text("machine"), parent: try optionalSpan("parent"), from: try text("from"),
      event: try text("event"), condition: try optionalText("condition"), to: try text("to"),
      values: values, effects: try texts("effects"))
  }

  private func phase() throws(JSONError) -> TracePhase {
    TracePhase(
      span: try span("span"), parent: try optionalSpan("parent"), by: try text("by"),
      name: try text("name"),
      isIteration: node["iteration"] == nil ? false : try boolean("iteration"))
  }

  /// `"Sync/SyncEngine.swift:120"`
  private func site() throws(JSONError) -> TraceSite? {
    guard let text = try optionalText("at") else { return nil }
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...])
    else { throw error("`at` must be a file and a line, `Module/File.swift:12`", at: node["at"]) }
    return TraceSite(file: String(text[..<colon]), line: line)
  }

  // MARK: - Members

  func member(_ key: String) throws(JSONError) -> JSONNode {
    guard case .object = node.value else { throw error("expected an object, not \(node.kind)") }
    guard let found = node[key] else { throw error("`\(key)` is missing") }
    return found
  }

  package func text(_ key: String) throws(JSONError) -> String {
    let found = try member(key)
    guard case .text(let text) = found.value else {
      throw error("`\(key)` must be a string, not \(found.kind)", at: found)
    }
    return text
  }

  package func optionalText(_ key: String) throws(JSONError) -> String? {
    node[key] == nil ? nil : try text(key)
  }

  package func integer(_ key: String) throws(JSONError) -> Int {
    let found = try member(key)
    guard case .integer(let number) = found.value else {
      throw error("`\(key)` must be a whole number, not \(found.kind)", at: found)
    }
    return number
  }

  package func boolean(_ key: String) throws(JSONError) -> Bool {
    let found = try member(key)
    guard case .boolean(let flag) = found.value else {
      throw error("`\(key)` must be true or false, not \(found.kind)", at: found)
    }
    return flag
  }

  func array(_ key: String) throws(JSONError) -> [JSONNode] {
    let found = try member(key)
    guard case .array(let elements) = found.value else {
      throw error("`\(key)` must be an array, not \(found.kind)", at: found)
    }
    return elements
  }

  /// An array of strings; empty if the member is missing.
  func texts(_ key: String) throws(JSONError) -> [String] {
    guard node[key] != nil else { return [] }
    var texts: [String] = []
    for element in try array(key) {
      guard case .text(let text) = element.value else {
        throw error("`\(key)` must hold strings, not \(element.kind)", at: element)
      }
      texts.append(text)
    }
    return texts
  }

  private func span(_ key: String) throws(JSONError) -> TraceSpan {
    guard let number = UInt32(exactly: try integer(key)), number > 0 else {
      throw error("`\(key)` must be from 1 to \(UInt32.max)", at: node[key])
    }
    return TraceSpan(number)
  }

  private func optionalSpan(_ key: String) throws(JSONError) -> TraceSpan? {
    node[key] == nil ? nil : try span(key)
  }

  private func scalar(_ node: JSONNode) throws(JSONError) -> TraceScalar {
    switch node.value {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .null, .array, .object: throw error("expected a single value, not \(node.kind)", at: node)
    }
  }
}
