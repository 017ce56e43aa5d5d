import Diagnostics
import JSON
import Markdown
import YAML

/// A block of JSON, YAML or a property list, and its first syntax error.
///
/// Blocks show what authors leave out: comments, `…`, placeholders, members without braces around
/// them. Such blocks are accepted if they parse otherwise.
struct DataBlock {
  enum Format: String {
    case json = "JSON"
    case yaml = "YAML"
    case propertyList = "property list"

    init?(_ fence: Fence) {
      switch fence.language.lowercased() {
      case "json", "jsonc", "json5": self = .json
      case "yaml", "yml": self = .yaml
      case "plist", "xml":
        guard fence.literal.contains("<plist") || fence.language == "plist" else { return nil }
        self = .propertyList
      default: return nil
      }
    }
  }

  struct Problem: Equatable {
    /// The offset in the block's text.
    var offset: Int
    var reason: String
  }

  let format: Format
  let text: String

  init?(_ fence: Fence) {
    guard let format = Format(fence) else { return nil }
    (self.format, text) = (format, fence.literal)
  }

  /// The first error; `nil` if the block parses, or if it leaves something out.
  var problem: Problem? {
    switch format {
    case .json: jsonProblem
    case .yaml: yamlProblem
    case .propertyList: tagProblem
    }
  }

  // MARK: - JSON

  private static let lenient = JSONOptions.configuration

  private var jsonProblem: Problem? {
    let start = text.drop(while: \.isWhitespace)
    guard let first = start.first, first == "{" || first == "[", !hasPlaceholder else { return nil }
    let bytes = Array(text.utf8)
    do throws(JSONError) {
      _ = try JSONNode.parse(bytes[...], Self.lenient)
      return nil
    } catch {
      return isSequence(bytes) ? nil : Problem(offset: error.offset, reason: error.reason)
    }
  }

  /// Whether each line, or each paragraph, is a value of its own.
  private func isSequence(_ bytes: [UInt8]) -> Bool {
    func parses(_ text: String) -> Bool {
      (try? JSONNode.parse(Array(text.utf8)[...], Self.lenient)) != nil
    }
    let lines = text.split(separator: "\n").map(String.init).filter {
      $0.contains { !$0.isWhitespace }
    }
    if lines.count > 1, lines.allSatisfy(parses) { return true }
    let values = text.replacing(/\}\s*\n\s*\{/, with: "}\u{0}{").split(separator: "\u{0}").map(
      String.init)
    return values.count > 1 && values.allSatisfy(parses)
  }

  /// Whether the text leaves something out, or the reader fills something in.
  private var hasPlaceholder: Bool {
    text.contains("…") || text.contains("...") || text.contains(/<[A-Za-z]/)
      || text.contains("{{") || text.contains("${") || text.contains("\\(") || text.contains("//")
      || text.contains(/[\[{,]\s*\.\.|^\s*#|^[+-]/.anchorsMatchLineEndings())
  }

  // MARK: - YAML

  private var yamlProblem: Problem? {
    guard !text.contains("…"), !text.contains("..."), !text.contains("{{"), !text.contains("{%"),
      !text.contains(/<[A-Za-z]|^[+-][^ \n-]|^ *@/.anchorsMatchLineEndings())
    else { return nil }
    for document in documents {
      do throws(YAMLError) {
        _ = try YAMLValue(yaml: String(document))
      } catch {
        // Repeated keys and unknown tags are of no concern to a reader.
        guard
          error.message.contains("expected") || error.message.contains("could not")
            || error.message.contains("did not find") || error.message.contains("not allowed")
            || error.message.contains("cannot start")
        else { continue }
        let start = text.utf8.distance(from: text.startIndex, to: document.startIndex)
        return Problem(offset: start + error.offset, reason: error.message)
      }
    }
    return nil
  }

  /// The documents between lines `---`.
  private var documents: [Substring] {
    var documents: [Substring] = []
    var start = text.startIndex
    for match in text.matches(of: /^---.*\n?/.anchorsMatchLineEndings()) {
      documents.append(text[start..<match.range.lowerBound])
      start = match.range.upperBound
    }
    return documents + [text[start...]]
  }

  // MARK: - Property lists

  /// The first tag that does not fit the open ones.
  private var tagProblem: Problem? {
    guard !text.contains("…"), !text.contains("...") else { return nil }
    var open: [Substring] = []
    for match in text.matches(
      of: /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([A-Za-z][\w:.-]*)[^<>]*?(\/?)>/)
    {
      guard let slash = match.1, let name = match.2, match.3?.isEmpty == true else { continue }
      if slash.isEmpty {
        open.append(name)
      } else if open.popLast() != name {
        let offset = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
        return Problem(offset: offset, reason: "`</\(name)>` closes no open element")
      }
    }
    guard let last = open.last else { return nil }
    return Problem(offset: text.utf8.count, reason: "`<\(last)>` is not closed")
  }
}

extension CheckedPage {
  /// The place in the file of an offset in a fence's text; the end of the last line for the end.
  func location(ofOffset offset: Int, in fence: Fence) -> SourceLocation {
    let before = fence.literal.utf8.dropLast().prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) }
    let column = before[(lineStart ?? before.startIndex)...].count + 1
    let place = SourcePosition(line: line, column: column)
    return location(of: SourceRange(start: place, end: place), in: fence)
  }
}
