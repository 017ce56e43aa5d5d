extension TraceRecorder {
  /// The recorder of the scenario that this task runs; outside of scenarios, a disabled one.
  ///
  ///     try await TraceRecorder.current.call("HTTPClient", "get") { try await http.get(url) }
  @TaskLocal public static var current = TraceRecorder.off

  private static var off: TraceRecorder {
    let recorder = TraceRecorder(clock: TraceClock { 0 }, capacity: 0)
    recorder.isEnabled = false
    return recorder
  }

  /// The participant whose code this task runs: the callee of the enclosing call.
  @TaskLocal static var participant = "User"

  /// Records a call, does its work, and records its outcome. Anything that the work records is
  /// nested in the call, with the callee as its participant.
  ///
  /// - Parameters:
  ///   - callee: the participant that is called.
  ///   - name: the method's base name.
  ///   - parameters: the labels of its parameters.
  ///   - caller: the participant that calls; by default the callee of the enclosing call.
  ///   - isolation: the actor of the caller.
  ///   - file: the file of the call.
  ///   - line: the line of the call.
  ///   - work: the call itself.
  /// - Returns: the result of the work.
  /// - Throws: the error of the work.
  public func call<Result>(
    _ callee: String, _ name: String, _ parameters: [String] = [], from caller: String? = nil,
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line,
    _ work: () async throws -> Result
  ) async rethrows -> Result {
    guard isEnabled else {
      #if compiler(>=6.2)
        return try await work()
      #else
        // Older compilers cannot let `work` run on the caller's actor, except through a closure.
        return try await Self.$participant.withValue(callee) { try await work() }
      #endif
    }
    let span = call(
      from: caller ?? Self.participant, to: callee, name, parameters, file: file, line: line)
    do {
      let result = try await Self.$participant.withValue(callee) {
        try await Self.$enclosing.withValue(span) { try await work() }
      }
      returned(span, Self.title(forResult: result), file: file, line: line)
      return result
    } catch {
      failed(span, Self.title(forError: error), file: file, line: line)
      throw error
    }
  }

  /// Records a call that does not suspend.
  ///
  /// - Parameters:
  ///   - callee: the participant that is called.
  ///   - name: the method's base name.
  ///   - parameters: the labels of its parameters.
  ///   - caller: the participant that calls; by default the callee of the enclosing call.
  ///   - file: the file of the call.
  ///   - line: the line of the call.
  ///   - work: the call itself.
  /// - Returns: the result of the work.
  /// - Throws: the error of the work.
  public func call<Result>(
    _ callee: String, _ name: String, _ parameters: [String] = [], from caller: String? = nil,
    file: String = #fileID, line: Int = #line, _ work: () throws -> Result
  ) rethrows -> Result {
    guard isEnabled else { return try work() }
    let span = call(
      from: caller ?? Self.participant, to: callee, name, parameters, file: file, line: line)
    do {
      let result = try Self.$participant.withValue(callee) {
        try Self.$enclosing.withValue(span) { try work() }
      }
      returned(span, Self.title(forResult: result), file: file, line: line)
      return result
    } catch {
      failed(span, Self.title(forError: error), file: file, line: line)
      throw error
    }
  }
}
