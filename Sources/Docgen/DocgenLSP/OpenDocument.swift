package import Diagnostics
package import JSON

/// A document that is open in the editor, with its current text.
package struct OpenDocument: Sendable {
  package let uri: String
  /// The editor's identifier: `markdown`.
  package let language: String
  package private(set) var version: Int
  package private(set) var text: SourceText

  package init(uri: String, language: String, version: Int, text: String) {
    self.uri = uri
    self.language = language
    self.version = version
    self.text = SourceText(text)
  }

  /// Reads the parameters of `textDocument/didOpen`.
  package init?(_ params: JSONNode) {
    guard let item = params["textDocument"], let uri = item["uri"]?.textValue,
      let text = item["text"]?.textValue
    else { return nil }
    self.init(
      uri: uri, language: item["languageId"]?.textValue ?? "",
      version: item["version"]?.integerValue ?? 0, text: text)
  }

  /// Applies the changes of `textDocument/didChange` one after the other: each refers to the text
  /// after the previous one.
  ///
  /// - Throws: `RPCError` for the first invalid change; the changes before it remain applied.
  ///
  /// A change without a `range` replaces the complete text. Each change copies the text once.
  package mutating func apply(
    _ changes: [JSONNode], version: Int?, _ encoding: PositionEncoding
  ) throws(RPCError) {
    if let version { self.version = version }
    for change in changes {
      guard let new = change["text"]?.textValue else {
        throw RPCError(.invalidParams, "a change has no `text`")
      }
      guard let node = change["range"], !node.isNull else {
        text = SourceText(new)
        continue
      }
      guard let range = EditorRange(node) else {
        throw RPCError(.invalidParams, "the `range` of a change is not a range")
      }
      let start = text.offset(of: range.start, encoding)
      let end = max(start, text.offset(of: range.end, encoding))
      var bytes = text.bytes
      bytes.replaceSubrange(start..<end, with: new.utf8)
      text = SourceText(bytes: bytes)
    }
  }
}
