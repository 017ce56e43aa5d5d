import DocgenLSP
import JSON
import Testing

/// Messages parsed from bytes: framing, JSON-RPC, URIs, and the states of a server.
@Suite struct MessageTests {
  private static let contents = ["{}", #"{"a":"é😀"}"#, "", String(repeating: "x", count: 5000)]

  private static var stream: [UInt8] {
    contents.enumerated().flatMap { index, text -> [UInt8] in
      if index == 1 {
        let header =
          "content-type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:  "
          + "\(text.utf8.count) \r\n\r\n"
        return Array((header + text).utf8)
      }
      return MessageFraming.framed(Array(text.utf8))
    }
  }

  private func events(_ pieces: [ArraySlice<UInt8>]) -> [MessageFraming.Event] {
    var framing = MessageFraming()
    var events: [MessageFraming.Event] = []
    for piece in pieces {
      framing.append(Array(piece))
      while let event = framing.next() { events.append(event) }
    }
    return events
  }

  @Test func `messages are complete wherever the stream is cut`() {
    let stream = Self.stream
    let expected = Self.contents.map { MessageFraming.Event.message(Array($0.utf8)) }
    #expect(events([stream[...]]) == expected)
    #expect(events(stream.indices.map { stream[$0...$0] }) == expected)
    for cut in stream.indices {
      #expect(events([stream[..<cut], stream[cut...]]) == expected, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: \r\n\r\n",
    "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 999999999999\r\n\r\n",
    "Nothing: 3\r\n\r\n", "\r\n", "\n", "no colon\r\n\r\n",
  ])
  func `an invalid header is a fault, and the next message is read`(
    _ header: String
  ) throws {
    let next = MessageFraming.framed(Array("{}".utf8))
    let found = events([Array(header.utf8)[...], next[...]])
    guard case .fault(let reason)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(found.dropFirst() == [.message(Array("{}".utf8))])
  }

  @Test func `bytes that never become a header are dropped`() {
    let noise = [UInt8](repeating: UInt8(ascii: "x"), count: 5000)
    let found = events([noise[...], MessageFraming.framed([])[...]])
    #expect(found.count == 2 && found.last == .message([]))
  }

  // MARK: - JSON-RPC

  @Test(arguments: [
    ("", RPCError.Code.parseError), ("{", .parseError), ("{\"a\":1,\"a\":2}", .parseError),
    ("[]", .invalidRequest), ("3", .invalidRequest), ("{}", .invalidRequest),
    (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1,"method":3}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":[],"method":"x"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, .invalidRequest),
    (#"{"jsonrpc":"2.0","id":1,"method":"x","params":3}"#, .invalidRequest),
  ])
  func `an invalid message has a reason`(_ text: String, _ code: RPCError.Code) {
    guard case .invalid(let id, let error) = RPCMessage(Array(text.utf8)) else {
      Issue.record("\(text) was taken for a message")
      return
    }
    #expect(error.code == code && !error.message.isEmpty)
    #expect((id == .number(1)) == text.contains(#""id":1"#))
  }

  @Test func `requests, notifications and responses are distinguished`() {
    func message(_ text: String) -> RPCMessage { RPCMessage(Array(text.utf8)) }
    if case .request(.text("a"), "m", let params) = message(
      #"{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}}"#)
    {
      #expect(params["x"]?.integerValue == 1)
    } else {
      Issue.record("no request")
    }
    if case .notification("m", let params) = message(#"{"jsonrpc":"2.0","method":"m"}"#) {
      #expect(params.isNull)
    } else {
      Issue.record("no notification")
    }
    for answer in [#""result":null"#, #""error":{"code":1,"message":""}"#] {
      guard case .response(.number(7), _) = message(#"{"jsonrpc":"2.0","id":7,\#(answer)}"#) else {
        Issue.record("no answer: \(answer)")
        continue
      }
    }
  }

  @Test func `values are written as JSON and read back`() throws {
    let value: JSON = [
      "null": .null, "none": nil, "text": "a\"\n\u{1}😀", "flag": true, "list": [1, -2, [:], []],
      "number": .number("1.5"),
    ]
    let node = try JSONNode.parse(value.bytes[...])
    #expect(JSON(node) == value)
    #expect(node["none"] == nil && node["null"]?.isNull == true)
  }

  // MARK: - URIs

  @Test(arguments: ["/a/b.md", "/a b/ü😀/c#d?e%41.md", "/-._~/(1)+[2]", "/"])
  func `a path survives the conversion to a URI and back`(_ path: String) {
    let uri = DocumentURI.uri(of: path)
    #expect(DocumentURI.path(of: uri) == path)
    #expect(uri.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 })
  }

  @Test func `file URIs of editors are read, and others are refused`() {
    #expect(DocumentURI.path(of: "FILE:///a%20b%C3%BC/c.md") == "/a bü/c.md")
    #expect(DocumentURI.path(of: "file://localhost/a.md") == "/a.md")
    for uri in [
      "untitled:Untitled-1", "https://example.org/a.md", "file://host/a.md", "file:a.md", "",
      "file:///a%2", "file:///a%zz", "file:///a%FF", "file:///a%00b", "file://",
    ] {
      #expect(DocumentURI.path(of: uri) == nil, "\(uri)")
    }
  }

  // MARK: - Life

  @Test func `a server answers only between initialize and shutdown`() {
    var life = ServerLifecycle()
    func code(_ method: String, isRequest: Bool = true) -> RPCError.Code? {
      if case .refuse(let error) = life.receive(method, isRequest: isRequest) {
        return error.code
      }
      return nil
    }
    #expect(code("textDocument/hover") == .serverNotInitialized)
    #expect(life.receive("textDocument/didOpen", isRequest: false) == .drop)
    #expect(life.receive("initialize", isRequest: false) == .drop)
    #expect(life.receive("initialize", isRequest: true) == .handle)
    #expect(code("initialize") == .invalidRequest)
    #expect(life.receive("textDocument/hover", isRequest: true) == .handle)
    #expect(life.receive("textDocument/didOpen", isRequest: false) == .handle)
    #expect(life.receive("shutdown", isRequest: true) == .handle)
    #expect(code("textDocument/hover") == .invalidRequest)
    #expect(life.receive("textDocument/didOpen", isRequest: false) == .drop)
    #expect(life.receive("exit", isRequest: false) == .end(0))
    #expect(life.receive("initialize", isRequest: true) == .end(0))
  }

  @Test func `an exit without a shutdown is a failure`() {
    var early = ServerLifecycle()
    #expect(early.receive("exit", isRequest: false) == .end(1))
    var running = ServerLifecycle()
    _ = running.receive("initialize", isRequest: true)
    #expect(running.end() == .end(1))
  }
}
