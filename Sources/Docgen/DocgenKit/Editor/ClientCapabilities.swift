import DocgenLSP
import JSON
import Traces

/// The optional features that an editor supports, according to `initialize`.
///
/// The specification requires a server to send only what the client has announced. A missing
/// capability counts as unsupported, so a client that announces nothing gets plain text and simple
/// edits.
struct ClientCapabilities: Hashable, Sendable {
  var encoding = PositionEncoding.utf16
  /// It requests findings itself; then none are sent unasked.
  var pullsDiagnostics = false
  var refreshesDiagnostics = false
  var hasRelatedInformation = false
  var hasDiagnosticTags = false
  var hasDiagnosticVersions = false
  var hasSnippets = false
  var hasMarkdownHover = false
  var hasLiteralCodeActions = false
  var hasVersionedEdits = false
  /// Edits may create files.
  var createsFiles = false
  /// It requests lenses again when the server asks.
  var refreshesLenses = false
  /// Edits may set the cursor.
  var hasSnippetEdits = false
  /// It can show a place that the server names.
  var showsDocuments = false
  var hasDefinitionLinks = false
  var watchesFiles = false
  /// The process of the editor; the session ends with it.
  var process: Int32?
  /// The open folders, in the editor's spelling.
  var folders: [String] = []

  init() {}

  /// Reads the parameters of `initialize`.
  init(_ params: JSONNode) {
    guard let all = params["capabilities"] else { return }
    let document = all["textDocument"]
    func has(_ path: String...) -> Bool {
      path.reduce(Optional(all)) { $0?[$1] }?.flagValue == true
    }
    let encodings = all["general", "positionEncodings"]?.elements.compactMap(\.textValue)
    encoding = PositionEncoding.chosen(among: encodings ?? [])
    pullsDiagnostics = document?["diagnostic"].map { !$0.isNull } ?? false
    refreshesDiagnostics = has("workspace", "diagnostics", "refreshSupport")
    hasRelatedInformation = has("textDocument", "publishDiagnostics", "relatedInformation")
    hasDiagnosticTags = document?["publishDiagnostics", "tagSupport"].map { !$0.isNull } ?? false
    hasDiagnosticVersions = has("textDocument", "publishDiagnostics", "versionSupport")
    hasSnippets = has("textDocument", "completion", "completionItem", "snippetSupport")
    let formats = document?["hover", "contentFormat"]?.elements.compactMap(\.textValue)
    hasMarkdownHover = formats?.contains("markdown") ?? false
    hasLiteralCodeActions =
      document?["codeAction", "codeActionLiteralSupport"].map { !$0.isNull } ?? false
    hasVersionedEdits = has("workspace", "workspaceEdit", "documentChanges")
    let operations = all["workspace", "workspaceEdit", "resourceOperations"]?.elements
    createsFiles = hasVersionedEdits && operations?.contains { $0.textValue == "create" } == true
    refreshesLenses = has("workspace", "codeLens", "refreshSupport")
    hasSnippetEdits = has("workspace", "workspaceEdit", "snippetEditSupport")
    showsDocuments = has("window", "showDocument", "support")
    hasDefinitionLinks = has("textDocument", "definition", "linkSupport")
    watchesFiles = has("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    process = params["processId"]?.integerValue.flatMap { Int32(exactly: $0) }
    folders = Self.folders(params)
  }

  private static func folders(_ params: JSONNode) -> [String] {
    let listed = params["workspaceFolders"]?.elements.compactMap { $0["uri"]?.textValue } ?? []
    let uris = listed.isEmpty ? [params["rootUri"]?.textValue].compactMap(\.self) : listed
    let paths = uris.compactMap { DocumentURI.path(of: $0) }
    if !paths.isEmpty { return paths }
    return [params["rootPath"]?.textValue].compactMap(\.self)
  }
}
