import Foundation
import Testing

/// A scripted editor that talks to a real `docgen lsp`, message by message.
///
/// It waits for each expected message; the deadline only catches a server that hangs.
final class EditorClient {
  typealias Object = [String: Any]

  private let process = Process()
  private let toServer = Pipe()
  private let inbox = Inbox()
  private var lastID = 0
  private let folder: URL
  /// All messages from the server, each with the method of its request, for tests of their shape.
  private(set) var transcript: [Object] = []

  /// The capabilities of most editors.
  static var everything: Object {
    [
      "general": ["positionEncodings": ["utf-16"]],
      "workspace": [
        "workspaceEdit": ["documentChanges": true],
        "didChangeWatchedFiles": ["dynamicRegistration": true],
      ],
      "textDocument": [
        "publishDiagnostics": [
          "relatedInformation": true, "versionSupport": true, "tagSupport": ["valueSet": [1, 2]],
        ],
        "hover": ["contentFormat": ["markdown", "plaintext"]],
        "completion": ["completionItem": ["snippetSupport": true]],
        "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": [String]()]]],
      ],
    ]
  }

  init(_ folder: URL, followsLinks: Bool = true, _ words: String...) throws {
    self.folder = followsLinks ? folder.resolvingSymlinksInPath() : folder
    process.executableURL = URL(fileURLWithPath: Tool.docgen.path)
    process.arguments = ["lsp"] + words
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["DOCGEN_CACHE"] = "off"
    process.environment = variables
    let fromServer = Pipe()
    process.standardInput = toServer
    process.standardOutput = fromServer
    // A failing test may write to a server that has exited.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let inbox = inbox
    Thread.detachNewThread { inbox.read(fromServer.fileHandleForReading) }
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  // MARK: - Messages

  func send(raw bytes: Data) throws { try toServer.fileHandleForWriting.write(contentsOf: bytes) }

  func send(_ message: Object) throws {
    let content = try JSONSerialization.data(
      withJSONObject: message.merging(["jsonrpc": "2.0"]) { one, _ in one })
    try send(raw: Data("Content-Length: \(content.count)\r\n\r\n".utf8) + content)
  }

  func notify(_ method: String, _ params: Object = [:]) throws {
    try send(["method": method, "params": params])
  }

  /// Sends a request and returns its id.
  func begin(_ method: String, _ params: Object? = nil) throws -> Int {
    lastID += 1
    var message: Object = ["id": lastID, "method": method]
    message["params"] = params
    try send(message)
    return lastID
  }

  func answer(to id: Int, _ method: String = "") throws -> Object {
    let answer = try inbox.next("the answer to \(id) \(method)") {
      $0["id"] as? Int == id && $0["method"] == nil
    }
    transcript.append(["method": method, "message": answer])
    return answer
  }

  /// The result of a request; throws an error if there is none.
  func request(_ method: String, _ params: Object? = nil) throws -> Any {
    let answer = try answer(to: try begin(method, params), method)
    if let error = answer["error"] { throw ScratchError(text: "\(method): \(error)") }
    return try #require(answer["result"], "\(method)")
  }

  /// The error code that the request is refused with.
  func refusal(_ method: String, _ params: Object? = nil) throws -> Int? {
    let answer = try answer(to: try begin(method, params), method)
    return (answer["error"] as? Object)?["code"] as? Int
  }

  /// Waits for the next notification of a method that satisfies the condition.
  func notification(_ method: String, where isIt: (Object) -> Bool = { _ in true }) throws
    -> Object
  {
    let message = try inbox.next(method) { message in
      message["method"] as? String == method && isIt(message["params"] as? Object ?? [:])
    }
    transcript.append(["method": method, "message": message])
    return message["params"] as? Object ?? [:]
  }

  func error(withoutID code: Int) throws -> Object {
    try inbox.next("an error \(code)") {
      $0["id"] is NSNull && ($0["error"] as? Object)?["code"] as? Int == code
    }
  }

  // MARK: - A session

  @discardableResult
  func start(_ capabilities: Object = EditorClient.everything) throws -> Object {
    let result = try request(
      "initialize",
      [
        "processId": ProcessInfo.processInfo.processIdentifier, "rootUri": uri(""),
        "capabilities": capabilities,
      ])
    try notify("initialized")
    return try #require(result as? Object)
  }

  /// Shuts the server down by the protocol and returns its exit code.
  func end() throws -> Int32 {
    #expect(try request("shutdown") is NSNull)
    try send(["method": "exit"])
    return exitCode()
  }

  func closeInput() throws { try toServer.fileHandleForWriting.close() }

  func exitCode() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func uri(_ path: String) -> String {
    let file = path.isEmpty ? folder : folder.appendingPathComponent(path)
    return "file://"
      + (file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
  }

  func open(_ path: String, _ text: String? = nil, version: Int = 1) throws {
    let file = folder.appendingPathComponent(path)
    let text = try text ?? String(decoding: Data(contentsOf: file), as: UTF8.self)
    try notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(path), "languageId": "markdown", "version": version, "text": text,
        ]
      ])
  }

  /// Replaces the whole text.
  func change(_ path: String, to text: String, version: Int) throws {
    try notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri(path), "version": version],
        "contentChanges": [["text": text]],
      ])
  }

  /// The findings published for a file, of the given version if one is given.
  func diagnostics(
    _ path: String, version: Int? = nil, where isIt: ([Object]) -> Bool = { _ in true }
  )
    throws -> [Object]
  {
    let uri = uri(path)
    let params = try notification("textDocument/publishDiagnostics") { params in
      params["uri"] as? String == uri
        && (version == nil || params["version"] as? Int == version)
        && isIt(params["diagnostics"] as? [Object] ?? [])
    }
    return try #require(params["diagnostics"] as? [Object])
  }

  /// The parameters of a request at a position: the first character of a text, or `offset`
  /// characters on.
  func place(_ text: String, in path: String, of page: String, offset: Int = 0) throws -> Object {
    guard let range = page.range(of: text) else { throw ScratchError(text: "no `\(text)`") }
    let lines = page[..<range.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    return [
      "textDocument": ["uri": uri(path)],
      "position": [
        "line": lines.count - 1, "character": (lines.last?.utf16.count ?? 0) + offset,
      ],
    ]
  }
}

/// The messages from the server that no test has read yet.
private final class Inbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var messages: [EditorClient.Object] = []
  private var isAtEnd = false

  /// Reads until the end of the stream.
  func read(_ handle: FileHandle) {
    var buffer = Data()
    while true {
      let piece = handle.availableData
      buffer += piece
      while let message = Self.take(&buffer) {
        condition.withLock {
          messages.append(message)
          condition.broadcast()
        }
      }
      if piece.isEmpty { break }
    }
    condition.withLock {
      isAtEnd = true
      condition.broadcast()
    }
  }

  private static func take(_ buffer: inout Data) -> EditorClient.Object? {
    guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let header = String(decoding: buffer[buffer.startIndex..<end.lowerBound], as: UTF8.self)
    guard let length = header.firstMatch(of: /Content-Length: (\d+)/).flatMap({ Int($0.1) }),
      buffer.count - (end.upperBound - buffer.startIndex) >= length
    else { return nil }
    let content = buffer[end.upperBound..<(end.upperBound + length)]
    buffer = Data(buffer[(end.upperBound + length)...])
    return (try? JSONSerialization.jsonObject(with: Data(content))) as? EditorClient.Object ?? [:]
  }

  /// Takes the first message that satisfies the condition; waits as long as the server runs.
  func next(_ what: String, where isIt: (EditorClient.Object) -> Bool) throws
    -> EditorClient.Object
  {
    condition.lock()
    defer { condition.unlock() }
    let deadline = Date(timeIntervalSinceNow: 180)
    while true {
      if let index = messages.firstIndex(where: isIt) { return messages.remove(at: index) }
      if isAtEnd { throw ScratchError(text: "the server ended before \(what) came") }
      guard condition.wait(until: deadline) else {
        throw ScratchError(text: "\(what) never came; there is \(messages)")
      }
    }
  }
}
