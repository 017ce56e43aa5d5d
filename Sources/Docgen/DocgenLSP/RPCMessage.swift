package import JSON

/// A received message of JSON-RPC 2.0.
///
/// Batches (arrays of messages) are invalid, as the Language Server Protocol does not use them.
package enum RPCMessage: Sendable {
  case request(RequestID, method: String, params: JSONNode)
  case notification(method: String, params: JSONNode)
  /// The response to a request of the server.
  case response(RequestID, JSONNode)
  /// An invalid message; the response goes to the id, if it has one.
  case invalid(RequestID?, RPCError)

  /// Parses one message; never fails, since invalid text becomes `invalid`.
  package init(_ bytes: [UInt8]) {
    do throws(JSONError) {
      self.init(try JSONNode.parse(bytes[...]))
    } catch {
      self = .invalid(
        nil, RPCError(.parseError, "\(error.reason), at byte \(error.offset) of the message"))
    }
  }

  private init(_ node: JSONNode) {
    let id = node["id"].flatMap(RequestID.init)
    func invalid(_ reason: String) -> RPCMessage {
      .invalid(id, RPCError(.invalidRequest, reason))
    }
    guard case .object = node.value else {
      self = invalid("a message is an object, not \(node.kind)")
      return
    }
    guard node["jsonrpc"]?.textValue == "2.0" else {
      self = invalid("`jsonrpc` must be \"2.0\"")
      return
    }
    guard let method = node["method"] else {
      let isAnswer = node["result"] != nil || node["error"] != nil
      if let id, isAnswer { self = .response(id, node) } else { self = invalid("no `method`") }
      return
    }
    guard let name = method.textValue else {
      self = invalid("`method` must be a string, not \(method.kind)")
      return
    }
    let params = node["params"] ?? .absent
    guard Self.isStructured(params) else {
      self = invalid("`params` must be an object or an array, not \(params.kind)")
      return
    }
    if let id {
      self = .request(id, method: name, params: params)
    } else if node["id"] != nil {
      self = invalid("`id` must be a whole number or a string")
    } else {
      self = .notification(method: name, params: params)
    }
  }

  private static func isStructured(_ params: JSONNode) -> Bool {
    switch params.value {
    case .object, .array, .null: true
    default: false
    }
  }
}

/// The identifier of a request.
package enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  package init?(_ node: JSONNode) {
    switch node.value {
    case .integer(let number): self = .number(number)
    case .text(let text): self = .text(text)
    default: return nil
    }
  }

  package var json: JSON {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .text(text)
    }
  }
}

/// The reason why a request fails.
package struct RPCError: Error, Hashable, Sendable {
  /// The codes of JSON-RPC 2.0 and of the Language Server Protocol.
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
  }

  package var code: Code
  /// A sentence without a full stop.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSON { ["code": .integer(code.rawValue), "message": .text(message)] }
}

/// Messages to send.
extension JSON {
  package static func response(to id: RequestID, _ result: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": id.json, "result": result]
  }

  package static func failure(of id: RequestID?, _ error: RPCError) -> JSON {
    ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
  }

  package static func notification(_ method: String, _ params: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .text(method), "params": params]
  }

  package static func request(_ id: RequestID, _ method: String, params: JSON?) -> JSON {
    ["jsonrpc": "2.0", "id": id.json, "method": .text(method), "params": params]
  }
}
