import CommandLineTool
import JSON
import Rules
import Traces

/// The JSON Schema (draft 7) of `.docgen.json`, generated from the keys of its reader.
package enum ConfigurationSchema {
  /// The complete schema, indented.
  package static var text: String {
    let head: KeyValuePairs<String, JSON?> = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Configuration of docgen",
      "allowComments": true, "allowTrailingCommas": true,
    ]
    let members = JSONObject(head).members + members(of: .object(ConfigurationKey.all))
    return JSONLayout.indented(JSON.object(JSONObject(members)).bytes)
  }

  private static func json(_ form: ConfigurationKey.Form, meaning: String? = nil) -> JSON {
    .object(
      JSONObject(JSONObject(["description": meaning.map { .text($0) }]).members + members(of: form))
    )
  }

  private static func members(of form: ConfigurationKey.Form) -> [JSONObject.Member] {
    let members: KeyValuePairs<String, JSON?> =
      switch form {
      case .text: ["type": "string"]
      case .flag: ["type": "boolean"]
      case .version: ["type": "string", "pattern": #"^[0-9]+(\.[0-9]+){0,2}$"#]
      case .count: ["type": "integer", "minimum": 0]
      case .word(let words): ["enum": .texts(words)]
      case .list(let element, _): ["type": "array", "items": json(element)]
      case .object(let settings):
        [
          "type": "object", "additionalProperties": false,
          "properties": .object(
            JSONObject(
              settings.map {
                JSONObject.Member(key: $0.name, value: json($0.form, meaning: $0.meaning))
              })),
        ]
      case .map(let value, let keys):
        [
          "type": "object", "propertyNames": keys.map { json(.word(of: $0)) },
          "additionalProperties": json(value),
        ]
      case .either(let one, let other): ["anyOf": [json(one), json(other)]]
      }
    return JSONObject(members).members
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
