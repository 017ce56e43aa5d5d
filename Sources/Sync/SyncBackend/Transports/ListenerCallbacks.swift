internal import CMicroHTTPD

/// The callbacks that libmicrohttpd calls on its threads.
///
/// They are in a separate file, outside of `main.swift` and of any actor, because a closure that is
/// isolated to the main actor would trap on these threads.
enum ListenerCallbacks {
  /// Called with a request line. The returned object belongs to the request; `completed` releases
  /// it.
  ///
  /// The address is read here, because it is still unchanged, including escapes such as `%2F`.
  static let began:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { _, address, _ in
      let text = unsafe address.map { unsafe String(cString: $0) } ?? "/"
      return unsafe Unmanaged.passRetained(IncomingRequest(address: text)).toOpaque()
    }

  /// Called with the head of a request, with each part of its body, and once more at the end.
  static let handler:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result = { context, connection, _, method, _, part, size, state in
      guard let context = unsafe context, let connection = unsafe connection,
        let size = unsafe size, let state = unsafe state?.pointee
      else { return .NO }
      let listener = unsafe Unmanaged<ListenerContext>.fromOpaque(context).takeUnretainedValue()
      let incoming = unsafe Unmanaged<IncomingRequest>.fromOpaque(state).takeUnretainedValue()
      if !incoming.hasHead {
        let method = unsafe method.map { unsafe String(cString: $0) } ?? ""
        unsafe incoming.takeHead(method: method, of: connection)
        return .YES
      }
      if let part = unsafe part, unsafe size.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: part, count: size.pointee)
        unsafe size.pointee = 0
        let limit = listener.ruleBook.configuration.maximumBodySize
        return unsafe incoming.take(bytes, limit: limit) ? .YES : .NO
      }
      let answer = listener.ruleBook.answer(incoming.request)
      return unsafe ListenerResponse(answer).send(over: connection, of: listener)
    }

  /// Called when a request has ended, successfully or not.
  static let completed:
    @convention(c) (
      UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      MHD_RequestTerminationCode
    ) -> Void = { _, _, state, _ in
      guard let state = unsafe state, let request = unsafe state.pointee else { return }
      unsafe state.pointee = nil
      unsafe Unmanaged<IncomingRequest>.fromOpaque(request).release()
    }
}
