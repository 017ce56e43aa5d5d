public import Traces

/// Records the calls between one caller and one callee.
public struct CallTracer: Sendable {
  private let recorder: TraceRecorder
  private let caller: String
  private let callee: String

  /// Creates a value for this caller and callee.
  public init(recorder: TraceRecorder, caller: String, callee: String) {
    self.recorder = recorder
    self.caller = caller
    self.callee = callee
  }

  /// Records a call and its outcome; anything recorded within it is nested. The recorded place in
  /// the code is that of the decorator's method. An error of `work` is recorded by its name, and
  /// thrown again.
  public func call<Result>(
    _ name: String, _ parameters: [String], returning value: String = "",
    file: String = #fileID, line: Int = #line, work: () throws -> Result
  ) throws -> Result {
    let span = recorder.call(from: caller, to: callee, name, parameters, file: file, line: line)
    do {
      let result = try TraceRecorder.$enclosing.withValue(span) { try work() }
      recorder.returned(span, value)
      return result
    } catch {
      recorder.failed(span, CallTracer.name(of: error))
      throw error
    }
  }

  /// Records a call that suspends, and its outcome. An error of `work` is recorded by its name, and
  /// thrown again.
  public func call<Result>(
    _ name: String, _ parameters: [String], returning value: String = "",
    file: String = #fileID, line: Int = #line, work: () async throws -> Result
  ) async throws -> Result {
    let span = recorder.call(from: caller, to: callee, name, parameters, file: file, line: line)
    do {
      let result = try await TraceRecorder.$enclosing.withValue(span) { try await work() }
      recorder.returned(span, value)
      return result
    } catch {
      recorder.failed(span, CallTracer.name(of: error))
      throw error
    }
  }

  /// Records a phase of the caller.
  func phase<Result>(
    _ name: String, file: String = #fileID, line: Int = #line, _ work: () throws -> Result
  ) throws -> Result {
    let span = recorder.beginPhase(by: caller, name, file: file, line: line)
    defer { recorder.endPhase(span, by: caller, name) }
    return try TraceRecorder.$enclosing.withValue(span) { try work() }
  }

  /// The name of an error in a diagram: its case and, for HTTP, its status.
  static func name(of error: any Error) -> String {
    guard let error = error as? APIError else { return String(describing: type(of: error)) }
    switch error {
    case .invalidResponse: return "APIError.invalidResponse"
    case .http(let status, _, _): return "APIError.http(\(status))"
    case .server(_, let status, _): return "APIError.server(\(status))"
    case .gateway(let status, _): return "APIError.gateway(\(status))"
    case .duplicate: return "APIError.duplicate"
    case .decoding: return "APIError.decoding"
    case .network: return "APIError.network"
    case .noConnection: return "APIError.noConnection"
    case .cancelled: return "APIError.cancelled"
    }
  }
}
