#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes wire types as JSON and decodes them. Keys are in alphabetical order, so that equal
/// values have equal bytes.
///
/// Frequent types have faster code with the same result. A page of changes is decoded even if some
/// of its changes are unreadable.
public enum WireCoding {
  /// Encodes a value as JSON.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot represent.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    if let bytes = (value as? any WireWritable)?.written { return bytes }
    return try encodeThoroughly(value)
  }

  /// Encodes a value, always with Foundation.
  package static func encodeThoroughly(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  /// Decodes a value from JSON.
  ///
  /// - Throws: `DecodingError` if that fails.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    if let value = (type as? any WireReadable.Type)?.read(bytes) as? Value { return value }
    do {
      return try decodeThoroughly(type, from: bytes)
    } catch {
      let readable = (type as? any WireTolerant.Type)?.readTolerantly(bytes) as? Value
      guard let readable else { throw error }
      return readable
    }
  }

  /// Decodes a value, always with Foundation.
  package static func decodeThoroughly<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// A decoding error in one line, with the path to its position: `events.0.timestamp: …`.
  public static func describe(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return String(describing: error) }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      return place(context.codingPath) + context.debugDescription
    case .keyNotFound(let key, let context):
      return place(context.codingPath) + "key '\(key.stringValue)' is missing"
    @unknown default: return String(describing: error)
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "" }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") + ": "
  }
}
