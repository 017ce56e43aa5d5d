import JSON

extension DecodingScope {
  /// Reads a diagnostic payload.
  mutating func diagnosticPayload(_ value: JSONNode) -> DiagnosticPayload {
    var payload = DiagnosticPayload()
    payload.begin = value["timeStampBegin"]?.string.map { PayloadTime($0) }
    payload.end = value["timeStampEnd"]?.string.map { PayloadTime($0) }
    for kind in PayloadDiagnostic.Kind.allCases {
      var elements: [JSONNode] = []
      value[kind.rawValue]?.forEachElement { elements.append($0) }
      for element in elements { payload.diagnostics.append(diagnostic(kind, element)) }
    }
    value.forEachMember { key, member in
      guard let name = key.string, name.hasSuffix("Diagnostics"),
        PayloadDiagnostic.Kind(rawValue: name) == nil
      else { return }
      note(.unknown, at: name, member.written)
    }
    payload.problems = problems
    return payload
  }

  private mutating func diagnostic(
    _ kind: PayloadDiagnostic.Kind, _ value: JSONNode
  ) -> PayloadDiagnostic {
    var diagnostic = PayloadDiagnostic(kind: kind)
    diagnostic.version = value["version"]?.string
    diagnostic.callStacks = value["callStackTree"].map { Self.callStacks($0) }
    guard let data = value["diagnosticMetaData"] else { return diagnostic }
    diagnostic.metadata = Self.metadata(data)
    if kind == .crash { diagnostic.crash = Self.crash(data) }
    for key in [
      "hangDuration", "totalCPUTime", "totalSampledTime", "writesCaused", "launchDuration",
    ] {
      guard let member = data[key] else { continue }
      diagnostic.values[key] = reading(member, "\(kind.rawValue).\(key)")
    }
    return diagnostic
  }

  private static func crash(_ value: JSONNode) -> CrashDetails {
    var crash = CrashDetails()
    crash.exceptionType = value["exceptionType"]?.integer
    crash.exceptionCode = value["exceptionCode"]?.integer
    crash.signal = value["signal"]?.integer
    crash.terminationReason = value["terminationReason"]?.string
    crash.virtualMemoryRegionInfo = value["virtualMemoryRegionInfo"]?.string
    let reason = value["exceptionReason"] ?? value["objectiveCexceptionReason"]
    crash.exceptionMessage = reason?["composedMessage"]?.string
    crash.exceptionName = reason?["exceptionName"]?.string
    return crash
  }

  private static func callStacks(_ value: JSONNode) -> CallStackTree {
    var tree = CallStackTree()
    tree.isPerThread = value["callStackPerThread"]?.boolean ?? false
    value["callStacks"]?.forEachElement { element in
      var stack = CallStack()
      stack.isAttributed = element["threadAttributed"]?.boolean ?? false
      stack.frames = frames(element["callStackRootFrames"])
      tree.stacks.append(stack)
    }
    return tree
  }

  /// Frames nest hundreds deep, so this keeps a list of unread frames instead of recursing.
  private static func frames(_ roots: JSONNode?) -> [CallStackFrame] {
    var frames: [CallStackFrame] = []
    var waiting: [(JSONNode, Int)] = []
    func wait(for list: JSONNode?, _ depth: Int) {
      var elements: [JSONNode] = []
      list?.forEachElement { elements.append($0) }
      for element in elements.reversed() { waiting.append((element, depth)) }
    }
    wait(for: roots, 0)
    while let (value, depth) = waiting.popLast() {
      guard value.isObject else { continue }
      frames.append(
        CallStackFrame(
          depth: depth, binaryName: value["binaryName"]?.string,
          binaryUUID: value["binaryUUID"]?.string, address: value["address"]?.unsigned,
          writtenOffset: value["offsetIntoBinaryTextSegment"]?.unsigned,
          sampleCount: value["sampleCount"]?.integer))
      wait(for: value["subFrames"], depth + 1)
    }
    return frames
  }
}
