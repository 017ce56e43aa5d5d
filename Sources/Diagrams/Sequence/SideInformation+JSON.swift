package import Traces

extension SideInformation {
  /// One JSON object, with a line for each form and each trace.
  package var json: [UInt8] {
    var text = "{\"format\":\"\(Self.format)\",\"version\":1,\n\"forms\":["
    text += forms.map { form in
      let pieces = form.pieces.map(JSONText.quoted).joined(separator: ",")
      let holes = form.holes.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
      return "\n{\"message\":\(form.isMessage),\"pieces\":[\(pieces)],\"holes\":[\(holes)]}"
    }.joined(separator: ",")
    text += "],\n\"traces\":["
    text += traces.map { trace in
      "\n{\"scenario\":\(JSONText.quoted(trace.scenario)),"
        + "\"endsWithLineFeed\":\(trace.endsWithLineFeed),\n\"run\":\(Self.list(trace.run)),\n"
        + "\"lines\":\(Self.list(trace.lines)),\n\"numbers\":\(Self.list(trace.numbers))}"
    }.joined(separator: ",")
    return Array((text + "]}\n").utf8)
  }

  private static func list(_ numbers: [some BinaryInteger]) -> String {
    "[\(numbers.map { String($0) }.joined(separator: ","))]"
  }

  /// Reads what `json` writes.
  package init(json bytes: [UInt8]) throws(JSONError) {
    let node = try JSONParser.parse(bytes[...])
    guard case .text(Self.format)? = node["format"]?.value,
      case .integer(1)? = node["version"]?.value
    else { throw JSONError(offset: node.start, reason: "this is no side information of docgen") }
    forms = []
    for form in try node.list("forms") {
      var holes: [Form.Hole] = []
      for hole in try form.list("holes") {
        guard case .text(let name) = hole.value, let known = Form.Hole(rawValue: name) else {
          throw JSONError(offset: hole.start, reason: "this is no kind of hole")
        }
        holes.append(known)
      }
      let pieces = try form.list("pieces").map { (piece) throws(JSONError) in try piece.text() }
      guard case .boolean(let isMessage)? = form["message"]?.value else {
        throw JSONError(offset: form.start, reason: "`message` is missing")
      }
      forms.append(Form(pieces: pieces, holes: holes, isMessage: isMessage))
    }
    traces = []
    for trace in try node.list("traces") {
      guard case .boolean(let endsWithLineFeed)? = trace["endsWithLineFeed"]?.value,
        let scenario = trace["scenario"]
      else { throw JSONError(offset: trace.start, reason: "`scenario` is missing") }
      traces.append(
        Trace(
          scenario: try scenario.text(), run: try trace.numbers("run"),
          lines: try trace.numbers("lines"), numbers: try trace.numbers("numbers"),
          endsWithLineFeed: endsWithLineFeed))
    }
  }
}

extension JSONNode {
  fileprivate func list(_ key: String) throws(JSONError) -> [JSONNode] {
    guard case .array(let elements)? = self[key]?.value else {
      throw JSONError(offset: start, reason: "`\(key)` is no array")
    }
    return elements
  }

  fileprivate func text() throws(JSONError) -> String {
    guard case .text(let text) = value else {
      throw JSONError(offset: start, reason: "expected a string, found \(kind)")
    }
    return text
  }

  fileprivate func numbers<Number: FixedWidthInteger>(
    _ key: String
  ) throws(JSONError) -> [Number] {
    var numbers: [Number] = []
    for element in try list(key) {
      guard case .integer(let value) = element.value, let number = Number(exactly: value) else {
        throw JSONError(offset: element.start, reason: "expected a whole number")
      }
      numbers.append(number)
    }
    return numbers
  }
}
