import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A browser without a window, driven through the DevTools protocol.
///
/// The protocol runs over two named pipes: messages are JSON, each followed by a NUL. Nothing listens
/// on a port.
final class DevTools {
  /// A Chromium of this machine; `nil` if there is none.
  static let program: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
    .map { "/usr/bin/\($0)" }.first { access($0, X_OK) == 0 }

  private let process = Process()
  private let folder: URL
  private let requests: Int32
  private let replies: Int32
  private var buffer: [UInt8] = []
  private var number = 0
  private var session: String?
  /// Everything that the browser reported unasked.
  private(set) var events: [[String: Any]] = []

  init() throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    folder = place
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let pipes = ["requests", "replies"].map { place.appendingPathComponent($0).path }
    guard let program = Self.program, pipes.allSatisfy({ mkfifo($0, 0o600) == 0 }) else {
      throw ScratchError(text: "no browser, or no pipes to it")
    }
    // Open for both directions, so that neither side waits for the other.
    requests = open(pipes[0], O_RDWR)
    replies = open(pipes[1], O_RDWR)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" 3<'\(pipes[0])' 4>'\(pipes[1])' 2>/dev/null",
      program, "--headless", "--no-sandbox", "--disable-gpu",
      "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile", "--no-first-run",
      "--disable-background-networking", "--window-size=1400,900", "--disable-extensions",
      "--hide-scrollbars", "about:blank",
    ]
    try process.run()
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let page = try #require(targets.first { $0["type"] as? String == "page" })
    let attached = try call(
      "Target.attachToTarget", ["targetId": page["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Network", "Log"] { try call("\(domain).enable") }
    try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
  }

  deinit {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    close(requests)
    close(replies)
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - The protocol

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(requests, $0.baseAddress, $0.count) }
      guard count > 0 else { throw ScratchError(text: "the browser takes no requests") }
      written += count
    }
    while true {
      let reply = try receive()
      guard reply["id"] as? Int == number else {
        events.append(reply)
        continue
      }
      if let error = reply["error"] { throw ScratchError(text: "\(method): \(error)") }
      return reply["result"] as? [String: Any] ?? [:]
    }
  }

  private func receive() throws -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let message = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      var waiting = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 120_000) > 0 else {
        throw ScratchError(text: "the browser did not answer")
      }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(replies, &piece, piece.count)
      guard count > 0 else { throw ScratchError(text: "the browser ended") }
      buffer += piece[..<count]
    }
  }

  // MARK: - Pages

  /// The value of an expression, of which promises are awaited.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let reply = try call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = reply["exceptionDetails"] {
      throw ScratchError(text: "\(expression.prefix(80)): \(details)")
    }
    return (reply["result"] as? [String: Any])?["value"]
  }

  func texts(_ expression: String) throws -> [String] {
    try evaluate(expression) as? [String] ?? []
  }

  /// Opens a report, and waits until it is ready.
  func visit(_ file: URL, at route: String = "") throws {
    try call("Page.navigate", ["url": "about:blank"])
    try call("Page.navigate", ["url": file.absoluteString + route])
    try wait(for: "document.documentElement.dataset.state === 'ready'")
  }

  /// Waits until an expression is true.
  func wait(for condition: String) throws {
    for _ in 0..<600 {
      if (try? evaluate(condition)) as? Bool == true { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw ScratchError(text: "never true: \(condition)")
  }

  /// Presses and releases a key.
  func press(_ key: String) throws {
    let codes = [
      "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9, "Enter": 13,
      "Escape": 27, " ": 32, "Home": 36, "End": 35,
    ]
    var event: [String: Any] = [
      "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0, "type": "keyDown",
    ]
    if key == " " { event["text"] = " " }
    if key == "Enter" { event["text"] = "\r" }
    try call("Input.dispatchKeyEvent", event)
    event["type"] = "keyUp"
    event["text"] = nil
    try call("Input.dispatchKeyEvent", event)
  }

  /// Errors and warnings in the console, and exceptions.
  var problems: [String] {
    events.compactMap { event in
      let method = event["method"] as? String ?? ""
      let isWrong = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"]
        .contains(method)
      return isWrong ? "\(event["params"] ?? "")" : nil
    }
  }

  /// The addresses of all requests except those of data within the file, and those that the policy
  /// of the file stopped before they were sent.
  var requestedAddresses: [String] {
    let stopped = Set(
      events.compactMap { event -> String? in
        let parameters = event["params"] as? [String: Any]
        return parameters?["blockedReason"] as? String == "csp"
          ? parameters?["requestId"] as? String : nil
      })
    return events.compactMap { event in
      guard event["method"] as? String == "Network.requestWillBeSent" else { return nil }
      let parameters = event["params"] as? [String: Any]
      if stopped.contains(parameters?["requestId"] as? String ?? "") { return nil }
      let address = (parameters?["request"] as? [String: Any])?["url"] as? String ?? ""
      return address.hasPrefix("data:") ? nil : address
    }
  }
}
