internal import Foundation
import JSON

/// Converts values to JSON and back.
enum MetricValueCoding {
  /// Appends the JSON of a value. The four plain types are written directly, others by
  /// `JSONEncoder`.
  static func append<T: MetricValue>(_ value: T, to bytes: inout [UInt8]) throws {
    if T.self == Double.self, let number = value as? Double {
      appendNumber(number, to: &bytes)
    } else if T.self == Int.self, let number = value as? Int {
      bytes.append(contentsOf: number.description.utf8)
    } else if T.self == Bool.self, let flag = value as? Bool {
      bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    } else if T.self == String.self, let text = value as? String {
      JSONText.appendQuoted(text, to: &bytes)
    } else {
      bytes.append(contentsOf: try encoder().encode(value))
    }
  }

  static func decode<T: MetricValue>(_ type: T.Type, from json: Data) throws -> T {
    if let value = plain(type, json) { return value }
    return try decoder.decode(type, from: json)
  }

  /// The shortest text that reads back as the same number.
  static func appendNumber(_ number: Double, to bytes: inout [UInt8]) {
    if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      bytes.append(contentsOf: number.isNaN ? "\"NaN\"".utf8 : infinity(number).utf8)
    }
  }

  private static func infinity(_ number: Double) -> String {
    number > 0 ? "\"Infinity\"" : "\"-Infinity\""
  }

  /// Reads numbers and Booleans without a decoder; returns `nil` for any unusual form.
  private static func plain<T>(_ type: T.Type, _ json: Data) -> T? {
    if type == Double.self { return number(json) as? T }
    if type == Int.self { return Int(String(decoding: json, as: UTF8.self)) as? T }
    if type == Bool.self {
      switch json.count {
      case 4 where json.elementsEqual("true".utf8): return true as? T
      case 5 where json.elementsEqual("false".utf8): return false as? T
      default: return nil
      }
    }
    return nil
  }

  /// A JSON number; `Double.init` alone would also take `nan` and hexadecimals.
  private static func number(_ json: Data) -> Double? {
    json.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      if let quick = DecimalText.number(bytes, from: 0, to: bytes.count) { return quick }
      var scanner = JSONScanner(bytes)
      guard (try? scanner.number()) != nil, scanner.next == nil else { return nil }
      return Double(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }()
}

/// Writes texts as JSON strings.
enum JSONText {
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        bytes.append(0x5C)
        bytes.append(byte)
      case 0x00..<0x20: appendEscape(byte, to: &bytes)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// `\u000A`: a stored line must not contain a line break.
  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes.append(contentsOf: "\\u00".utf8)
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 15)])
  }
}
