import CommandLineTool
import JSON
import Rules
import Traces

/// The JSON Schema (draft 7) of `.docgen.json`, generated from the keys of its reader.
package struct ConfigurationSchema {
  private var writer = JSONWriter()

  /// The complete schema, indented.
  package static var text: String {
    var schema = ConfigurationSchema()
    schema.writer.beginObject()
    schema.writer.member("$schema", "http://json-schema.org/draft-07/schema#")
    schema.writer.member("title", "Configuration of docgen")
    schema.writer.member("allowComments", true)
    schema.writer.member("allowTrailingCommas", true)
    schema.members(of: .object(ConfigurationKey.all))
    schema.writer.endObject()
    return JSONLayout.indented(schema.writer.bytes)
  }

  private mutating func write(_ form: ConfigurationKey.Form, meaning: String? = nil) {
    writer.beginObject()
    if let meaning { writer.member("description", meaning) }
    members(of: form)
    writer.endObject()
  }

  private mutating func members(of form: ConfigurationKey.Form) {
    switch form {
    case .text: writer.member("type", "string")
    case .flag: writer.member("type", "boolean")
    case .version:
      writer.member("type", "string")
      writer.member("pattern", #"^[0-9]+(\.[0-9]+){0,2}$"#)
    case .count:
      writer.member("type", "integer")
      writer.member("minimum", 0)
    case .word(let words): writer.member("enum", words)
    case .list(let element, _):
      writer.member("type", "array")
      writer.key("items")
      write(element)
    case .object(let settings):
      writer.member("type", "object")
      writer.member("additionalProperties", false)
      writer.key("properties")
      writer.beginObject()
      for setting in settings {
        writer.key(setting.name)
        write(setting.form, meaning: setting.meaning)
      }
      writer.endObject()
    case .map(let value, let keys): map(value, keys)
    case .either(let one, let other):
      writer.key("anyOf")
      writer.beginArray()
      write(one)
      write(other)
      writer.endArray()
    }
  }

  private mutating func map(_ value: ConfigurationKey.Form, _ keys: [String]?) {
    writer.member("type", "object")
    if let keys {
      writer.key("propertyNames")
      write(.word(of: keys))
    }
    writer.key("additionalProperties")
    write(value)
  }
}

/// Formats compact JSON for people: two spaces a level, a line for each member and element.
///
/// The bytes must be valid compact JSON: nothing is checked, and white space outside of strings is
/// kept in addition.
enum JSONLayout {
  static func indented(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var depth = 0
    var isInString = false
    var previous: UInt8 = 0
    func line() { text += [0x0A] + Array(repeating: 0x20, count: depth * 2) }
    for byte in bytes {
      if isInString {
        text.append(byte)
        isInString = byte != UInt8(ascii: "\"") || previous == UInt8(ascii: "\\")
        previous = previous == UInt8(ascii: "\\") ? 0 : byte
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        text.append(byte)
        depth += 1
        line()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        line()
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        line()
      case UInt8(ascii: ":"): text += Array(": ".utf8)
      default:
        text.append(byte)
        isInString = byte == UInt8(ascii: "\"")
        previous = 0
      }
    }
    return String(decoding: text, as: UTF8.self) + "\n"
  }
}
