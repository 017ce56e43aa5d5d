import Diagnostics
import DocgenLSP
import JSON
import Traces

/// Follows the editor's changes of documents and files.
extension EditorSession {
  func open(_ params: JSONNode) {
    guard let document = OpenDocument(params) else { return report("textDocument/didOpen") }
    let path = DocumentNames.path(of: document.uri)
    documents[document.uri] = EditedDocument(document: document, path: path)
    if let path { names.open(document.uri, at: path) }
    textChanged(document.uri)
  }

  func change(_ params: JSONNode) {
    guard let uri = params["textDocument", "uri"]?.textValue, var edited = documents[uri] else {
      return report("textDocument/didChange")
    }
    do throws(RPCError) {
      try edited.document.apply(
        params["contentChanges"]?.elements ?? [],
        version: params["textDocument", "version"]?.integerValue, client.encoding)
    } catch {
      log("textDocument/didChange: \(error.message)", isWarning: true)
    }
    documents[uri] = edited
    textChanged(uri)
  }

  func save(_ params: JSONNode) {
    guard let uri = params["textDocument", "uri"]?.textValue,
      let path = documents[uri]?.path ?? DocumentNames.path(of: uri)
    else { return report("textDocument/didSave") }
    fileChanged(path)
  }

  func close(_ params: JSONNode) {
    guard let uri = params["textDocument", "uri"]?.textValue,
      let edited = documents.removeValue(forKey: uri)
    else { return report("textDocument/didClose") }
    checks[uri] = nil
    anchors[uri] = nil
    pauses.removeValue(forKey: uri)?.cancel()
    guard let path = edited.path else { return }
    names.close(path)
    if Self.isDiagram(path) { publish([], at: uri, places(folder: "/") { _ in nil }) }
    closed(uri, path)
    fileChanged(path)
  }

  func filesChanged(_ params: JSONNode) {
    let uris = params["changes"]?.elements.compactMap { $0["uri"]?.textValue } ?? []
    for uri in uris {
      if let path = DocumentNames.path(of: uri) { fileChanged(path) }
    }
  }

  func foldersChanged(_ params: JSONNode) {
    for added in params["event", "added"]?.elements ?? [] {
      guard let path = added["uri"]?.textValue.flatMap(DocumentURI.path) else { continue }
      client.folders.append(path)
      names.add(folder: path)
      if let file = configuration(above: path) { read(file) }
    }
    let removed = params["event", "removed"]?.elements.compactMap {
      $0["uri"]?.textValue.flatMap(DocumentURI.path)
    }
    client.folders.removeAll { removed?.contains($0) == true }
  }

  /// The current texts of open documents, for the reading of a project.
  var overlay: Overlay {
    var overlay = Overlay()
    for edited in documents.values {
      if let path = edited.path { overlay.texts[path] = edited.document.text.bytes }
    }
    return overlay
  }

  static func isPage(_ path: String) -> Bool {
    [".md", ".markdown", ".mdown"].contains { path.lowercased().hasSuffix($0) }
  }

  static func isDiagram(_ path: String) -> Bool {
    [".mmd", ".mermaid"].contains { path.lowercased().hasSuffix($0) }
  }

  private func report(_ method: String) {
    log("\(method): its parameters cannot be read, or name no open document", isWarning: true)
  }
}
