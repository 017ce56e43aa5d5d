import Diagnostics
import DocgenLSP
import JSON
import Markdown

/// A code action: a title and its changes.
///
/// The same action is sent in three forms, depending on the client: with an edit, with an edit as a
/// snippet (the cursor moves by itself), or as a command that asks the server to apply the edit.
struct PageAction: Sendable {
  var title: String
  var kind: String
  var edits: [TextChange]
  /// A file that it creates.
  struct NewFile: Sendable {
    var uri: String
    var text: String
  }

  /// The findings that it fixes.
  var findings: [Diagnostic] = []
  var isPreferred = false
  /// The place in the text of the first edit where the author must continue: bytes from its start.
  var cursor: Int?
  /// Only for clients that create files.
  var file: NewFile?

  func json(
    on shown: EditorPage, _ reported: EditorFindings, _ client: ClientCapabilities
  ) -> JSON {
    let edit = edit(on: shown, client)
    let place = place(on: shown, client)
    guard client.hasLiteralCodeActions else {
      return [
        "title": .text(title), "command": .text(PageActions.applying),
        "arguments": .array(arguments(on: shown, client)),
      ]
    }
    // An editor with snippets moves the cursor itself.
    let isLed = cursor != nil && client.hasSnippetEdits && client.hasVersionedEdits
    let showing: JSON? = (isLed ? nil : place).map {
      [
        "title": "Write there", "command": .text(PageActions.showing),
        "arguments": .array([$0]),
      ]
    }
    return [
      "title": .text(title), "kind": .text(kind),
      "diagnostics": findings.isEmpty ? nil : reported.json(findings),
      "isPreferred": isPreferred ? true : nil, "edit": edit, "command": showing,
    ]
  }

  /// The arguments of the command `docgen.applyEdit`.
  ///
  /// The edit, then the place to show if the author must continue there.
  func arguments(on shown: EditorPage, _ client: ClientCapabilities) -> [JSON] {
    [edit(on: shown, client)] + [place(on: shown, client)].compactMap(\.self)
  }

  /// A `WorkspaceEdit`.
  func edit(on shown: EditorPage, _ client: ClientCapabilities) -> JSON {
    if let file { return Self.creation(of: file) }
    let source = shown.page.source
    let isLed = cursor != nil && client.hasSnippetEdits && client.hasVersionedEdits
    let changes: [JSON] = edits.map { edit in
      let range = SourceRange(
        start: source.position(of: edit.range.lowerBound),
        end: source.position(of: edit.range.upperBound))
      let place = source.editorRange(of: range, client.encoding).json
      if isLed, edit == edits.first {
        return ["range": place, "snippet": ["kind": "snippet", "value": .text(snippet(of: edit))]]
      }
      return ["range": place, "newText": .text(edit.text)]
    }
    let document: JSON = [
      "textDocument": [
        "uri": .text(shown.uri), "version": shown.version.map { .integer($0) } ?? .null,
      ], "edits": .array(changes),
    ]
    let byURI = JSON.object(JSONObject([shown.uri: .array(changes)]))
    return client.hasVersionedEdits ? ["documentChanges": [document]] : ["changes": byURI]
  }

  private static func creation(of file: NewFile) -> JSON {
    let start = EditorPosition(line: 0, character: 0)
    let range = EditorRange(start: start, end: start).json
    let creation: JSON = [
      "kind": "create", "uri": .text(file.uri), "options": ["ignoreIfExists": true],
    ]
    let content: JSON = [
      "textDocument": ["uri": .text(file.uri), "version": .null],
      "edits": [["range": range, "newText": .text(file.text)]],
    ]
    return ["documentChanges": [creation, content]]
  }

  /// The text with `$0` at the cursor.
  private func snippet(of edit: TextChange) -> String {
    func escaped(_ bytes: Substring.UTF8View.SubSequence) -> String {
      String(Substring(bytes)).reduce(into: "") { text, character in
        if "\\$}".contains(character) { text += "\\" }
        text.append(character)
      }
    }
    let bytes = edit.text[...].utf8
    return escaped(bytes.prefix(cursor ?? 0)) + "$0" + escaped(bytes.dropFirst(cursor ?? 0))
  }

  /// The parameters of `window/showDocument` after the edits; `nil` for editors without it.
  private func place(on shown: EditorPage, _ client: ClientCapabilities) -> JSON? {
    guard client.showsDocuments else { return nil }
    if let file { return ["uri": .text(file.uri), "takeFocus": true] }
    guard let cursor, let edit = edits.first else { return nil }
    let changed = SourceText(bytes: TextChange.applied([edit], to: shown.page.source.bytes))
    let position = changed.position(of: edit.range.lowerBound + cursor)
    let range = SourceRange(start: position, end: position)
    return [
      "uri": .text(shown.uri), "takeFocus": true,
      "selection": changed.editorRange(of: range, client.encoding).json,
    ]
  }
}
