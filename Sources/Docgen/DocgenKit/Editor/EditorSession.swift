import Diagnostics
import DocgenLSP
import JSON
import Traces

/// One session of an editor with `docgen lsp`: takes messages in order, answers requests when their
/// results are ready, and sends findings.
///
/// Notifications are applied immediately. Slow work runs elsewhere, on values, so that the next
/// message never waits. A request sees the text at the time of the request.
///
/// The actor only keeps state and starts tasks; reading and checking are `@concurrent` functions on
/// values. After each `await` the state may have changed, so results are compared with the current
/// versions before they are used.
///
/// Order matters in two places. A notification is applied before the next message is taken, so a
/// request after an edit sees the edit. Responses may be sent in any order, as the protocol allows.
actor EditorSession {
  let connection: ServerConnection
  /// The configuration to use instead of the nearest one of each document.
  let configuration: String?
  var lifecycle = ServerLifecycle()
  var client = ClientCapabilities()
  /// The open documents by their URIs.
  var documents: [String: EditedDocument] = [:]
  var names = DocumentNames()
  /// The projects by the files of their configurations.
  var projects: [String: EditedProject] = [:]
  /// Requests in progress.
  private var requests: [RequestID: Task<Void, Never>] = [:]
  private var lastRequest = 0
  /// Checks of open pages, by their URIs; and those that wait for a pause in typing.
  var checks: [String: PageCheck] = [:]
  var pauses: [String: Task<Void, Never>] = [:]
  /// The anchors of open pages.
  var anchors: [String: [String]] = [:]
  /// Folders without a configuration that were reported.
  var unconfigured: Set<String> = []

  /// The pause in typing before a page is checked, and the pause after saving before everything is.
  static let typingPause = Duration.milliseconds(60)
  static let savingPause = Duration.milliseconds(150)

  init(connection: ServerConnection, configuration: String?) {
    self.connection = connection
    self.configuration = configuration
  }

  /// Serves until the client ends the session or exits; returns the exit code.
  func run() async -> Int32 {
    for await event in connection.events {
      if let code = take(event) { return code }
    }
    if case .end(let code) = lifecycle.end() { return code }
    return 1
  }

  private func take(_ event: MessageFraming.Event) -> Int32? {
    switch event {
    case .fault(let reason):
      connection.send(.failure(of: nil, RPCError(.parseError, reason)))
      return nil
    case .message(let bytes): return take(RPCMessage(bytes))
    }
  }

  private func take(_ message: RPCMessage) -> Int32? {
    switch message {
    case .invalid(let id, let error): connection.send(.failure(of: id, error))
    case .response: break
    case .request(let id, let method, let params):
      switch lifecycle.receive(method, isRequest: true) {
      case .handle: answer(id, method, params: params)
      case .refuse(let error): connection.send(.failure(of: id, error))
      case .drop: break
      case .end(let code): return code
      }
    case .notification(let method, let params):
      switch lifecycle.receive(method, isRequest: false) {
      case .handle: note(method, params)
      case .refuse, .drop: break
      case .end(let code): return code
      }
    }
    return nil
  }

  // MARK: - Requests

  private func answer(_ id: RequestID, _ method: String, params: JSONNode) {
    switch method {
    case "initialize": connection.send(.response(to: id, initialize(params)))
    case "shutdown":
      for request in requests.keys { cancel(request) }
      connection.send(.response(to: id, .null))
    default:
      guard let request = EditorRequest(rawValue: method) else {
        let error = RPCError(.methodNotFound, "docgen has no method `\(method)`")
        return connection.send(.failure(of: id, error))
      }
      guard requests[id] == nil else {
        let error = RPCError(.invalidRequest, "a request with this id is under way")
        return connection.send(.failure(of: id, error))
      }
      requests[id] = Task {
        do throws(RPCError) {
          finish(id, .response(to: id, try await result(of: request, params)))
        } catch {
          finish(id, .failure(of: id, error))
        }
      }
    }
  }

  /// Sends a response, unless the request was cancelled meanwhile.
  ///
  /// A cancelled request is no longer in `requests`, so its result is dropped; the client already
  /// has the error of the cancellation.
  private func finish(_ id: RequestID, _ answer: JSON) {
    guard requests.removeValue(forKey: id) != nil else { return }
    connection.send(answer)
  }

  private func cancel(_ id: RequestID) {
    guard let task = requests.removeValue(forKey: id) else { return }
    task.cancel()
    let error = RPCError(.requestCancelled, "the request was cancelled")
    connection.send(.failure(of: id, error))
  }

  /// Sends the client a request whose response does not matter.
  func ask(_ method: String, _ params: JSON?) {
    lastRequest += 1
    connection.send(.request(.text("docgen-\(lastRequest)"), method, params: params))
  }

  /// A line for the client's log.
  func log(_ text: String, isWarning: Bool = false) {
    connection.send(
      .notification(
        "window/logMessage", ["type": .integer(isWarning ? 2 : 3), "message": .text(text)]))
  }

  // MARK: - Notifications

  private func note(_ method: String, _ params: JSONNode) {
    switch method {
    case "initialized": begin()
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didSave": save(params)
    case "textDocument/didClose": close(params)
    case "workspace/didChangeWatchedFiles": filesChanged(params)
    case "workspace/didChangeWorkspaceFolders": foldersChanged(params)
    case "$/cancelRequest":
      if let id = params["id"].flatMap(RequestID.init) { cancel(id) }
    // `$/setTrace` and similar notifications may be ignored, and so may unknown ones.
    default: break
    }
  }
}

/// An open document with its path.
struct EditedDocument: Sendable {
  var document: OpenDocument
  /// Its real path; `nil` if it is not a file.
  var path: String?
}
