internal import Basics
internal import CMicroHTTPD
internal import Sync

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Sends an answer on a connection, including its fault.
struct ListenerResponse {
  private let answer: DeliveredResponse

  init(_ answer: DeliveredResponse) {
    self.answer = answer
  }

  /// Queues the response. With `NO`, the server closes the connection without one.
  func send(over connection: OpaquePointer, of listener: ListenerContext) -> MHD_Result {
    wait(for: answer.delay, unlessStopping: listener)
    guard answer.delivery != .dropped, let response = unsafe makeResponse() else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    for header in answer.response.headers {
      _ = unsafe MHD_add_response_header(response, header.name, header.value)
    }
    return unsafe MHD_queue_response(connection, UInt32(clamping: answer.response.status), response)
  }

  private func makeResponse() -> OpaquePointer? {
    let body = answer.response.body
    if case .truncated(let bytes) = answer.delivery {
      let part = BrokenBody(Array(body.prefix(max(0, bytes))))
      return unsafe MHD_create_response_from_callback(
        UInt64(max(body.count, part.count + 1)), 1024, BrokenBody.read,
        Unmanaged.passRetained(part).toOpaque(), BrokenBody.free)
    }
    return unsafe body.withUnsafeBytes { buffer in
      // The library copies the bytes and does not write to them, although its header permits that.
      unsafe MHD_create_response_from_buffer(
        buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
    }
  }

  /// Blocks this thread in short intervals, so that a stopping server does not have to wait.
  private func wait(for delay: Duration, unlessStopping listener: ListenerContext) {
    let end = ContinuousClock.now + delay
    while delay > .zero, ContinuousClock.now < end,
      !listener.isStopping.value
    {
      usleep(2000)
    }
  }
}

/// A body that ends with an error before its announced length.
private final class BrokenBody: Sendable {
  private let bytes: [UInt8]

  var count: Int { bytes.count }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static let read:
    @convention(c) (UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<CChar>?, Int) -> Int = {
      state, position, target, room in
      let error = Int(bitPattern: UInt(bitPattern: -2))
      guard let state = unsafe state, let target = unsafe target else { return error }
      let body = unsafe Unmanaged<BrokenBody>.fromOpaque(state).takeUnretainedValue()
      let rest = body.bytes.dropFirst(Int(clamping: position)).prefix(max(0, room))
      guard !rest.isEmpty else { return error }
      for (index, byte) in rest.enumerated() {
        unsafe target[index] = CChar(bitPattern: byte)
      }
      return rest.count
    }

  static let free: @convention(c) (UnsafeMutableRawPointer?) -> Void = { state in
    guard let state = unsafe state else { return }
    unsafe Unmanaged<BrokenBody>.fromOpaque(state).release()
  }
}
