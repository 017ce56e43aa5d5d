package import JSON

/// Reads traces from the formats that `TraceExport` writes, and OTLP/JSON of any origin.
///
/// Importing an exported trace restores the original. Other OTLP becomes one trace for each of its
/// trace identifiers: see `OTLPReader`.
public enum TraceImport {
  /// Reads a file; its format is recognized by its content.
  ///
  /// - Returns: the traces, and the errors with their lines.
  public static func read(_ bytes: [UInt8]) -> (traces: [Trace], errors: [TraceReadError]) {
    guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      return ([], [TraceReadError(line: 1, column: 1, reason: "the file is empty")])
    }
    guard first == UInt8(ascii: "{") else { return readPerfetto(bytes) }
    do throws(JSONError) {
      let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
      if let node = try? JSONNode.parse(bytes[..<end]) {
        if node["type"] != nil { return one(TraceReader.read(bytes)) }
        if node["resourceSpans"] != nil { return OTLPReader.read(bytes) }
      }
      let node = try JSONNode.parse(bytes[...])
      if node["resourceSpans"] != nil { return OTLPReader.read(bytes) }
      if node["traceEvents"] != nil { return readChrome(node) }
      throw JSONError(
        offset: node.start,
        reason: "expected a trace, OTLP (`resourceSpans`) or Chrome's JSON (`traceEvents`)")
    } catch {
      let place = TraceImport.place(of: error.offset, in: bytes)
      return ([], [TraceReadError(line: place.line, column: place.column, reason: error.reason)])
    }
  }

  private static func one(
    _ reading: (trace: Trace?, errors: [TraceReadError])
  ) -> (traces: [Trace], errors: [TraceReadError]) {
    ([reading.trace].compactMap(\.self), reading.errors)
  }

  /// The line and column, from 1, of an offset.
  static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (line, offset - start + 1)
  }

  /// Restores a trace from another format: the frame (header, machines and end), and the records in
  /// any order.
  static func assemble(
    frame: String?, records: [String]
  ) -> (traces: [Trace], errors: [TraceReadError]) {
    guard let frame else {
      let reason = "only files from `docgen trace export` can be imported from this format"
      return ([], [TraceReadError(line: 1, column: 1, reason: reason)])
    }
    var lines = frame.split(separator: "\n").map(String.init)
    let end = lines.popLast() ?? ""
    lines += records.sorted { sequence(of: $0) < sequence(of: $1) }
    lines.append(end)
    return one(TraceReader.read(Array(lines.joined(separator: "\n").utf8)))
  }

  private static func sequence(of line: String) -> Int {
    guard let node = try? JSONNode.parse(Array(line.utf8)[...]),
      case .integer(let number)? = node["seq"]?.value
    else { return .max }
    return number
  }

  private static func readChrome(_ node: JSONNode) -> (traces: [Trace], errors: [TraceReadError]) {
    var records: [String] = []
    for event in node["traceEvents"]?.elements ?? [] {
      if let line = event["args"]?[TraceExport.Key.record]?.text { records.append(line) }
    }
    return assemble(frame: node["otherData"]?[TraceExport.Key.frame]?.text, records: records)
  }

  private static func readPerfetto(
    _ bytes: [UInt8]
  ) -> (traces: [Trace], errors: [TraceReadError]) {
    var frame: String?
    var records: [String] = []
    for packet in ProtobufReader.messages(1, in: bytes[...]) {
      for event in ProtobufReader.messages(11, in: packet) {
        for annotation in ProtobufReader.messages(4, in: event) {
          let name = ProtobufReader.messages(10, in: annotation).first.map(ProtobufReader.text)
          let text = ProtobufReader.messages(6, in: annotation).first.map(ProtobufReader.text)
          if name == TraceExport.Key.frame { frame = text }
          if name == TraceExport.Key.record, let text { records.append(text) }
        }
      }
    }
    return assemble(frame: frame, records: records)
  }
}

/// Finds fields in protocol buffer messages; ignores a damaged rest.
enum ProtobufReader {
  /// The contents of the length-delimited fields with a number.
  static func messages(_ number: Int, in message: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var rest = message
    var found: [ArraySlice<UInt8>] = []
    while let key = varint(&rest) {
      switch key & 7 {
      case 0: if varint(&rest) == nil { return found }
      case 1: rest = rest.dropFirst(8)
      case 5: rest = rest.dropFirst(4)
      case 2:
        guard let length = varint(&rest), length <= UInt64(rest.count) else { return found }
        if key >> 3 == UInt64(number) { found.append(rest.prefix(Int(length))) }
        rest = rest.dropFirst(Int(length))
      default: return found
      }
    }
    return found
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
      if shift > 63 { return nil }
    }
    return nil
  }
}

extension JSONNode {
  /// The elements of an array; empty for another value.
  var elements: [JSONNode] {
    if case .array(let nodes) = value { nodes } else { [] }
  }

  /// The text of a string; `nil` for another value.
  package var text: String? {
    if case .text(let text) = value { text } else { nil }
  }
}
