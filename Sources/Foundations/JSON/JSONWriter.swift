/// Appends one compact JSON object to a byte buffer; keys keep the order in which they are written.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func beginObject() { open("{") }
  package mutating func endObject() { close("}") }
  package mutating func beginArray() { open("[") }
  package mutating func endArray() { close("]") }

  /// Ends a line of JSON Lines.
  package mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  package mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      for byte in text.utf8 { append(escaped: byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func integer(_ number: some BinaryInteger) { raw(String(number)) }
  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func null() { raw("null") }

  /// A finite number in its shortest form that reads back the same. Infinities and NaN, which JSON
  /// lacks, become strings.
  package mutating func number(_ number: Double) {
    if number.isFinite { raw("\(number)") } else { string("\(number)") }
  }

  package mutating func member(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  package mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    integer(number)
  }

  package mutating func member(_ key: String, _ flag: Bool) {
    self.key(key)
    boolean(flag)
  }

  package mutating func member(_ key: String, _ texts: [String]) {
    self.key(key)
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes text that is already JSON.
  package mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(digits)".utf8)
    default: bytes.append(byte)
    }
  }
}
