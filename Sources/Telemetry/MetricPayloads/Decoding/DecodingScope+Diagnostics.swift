extension DecodingScope {
  /// A diagnostic payload.
  mutating func diagnosticPayload(_ value: JSONView) -> DiagnosticPayload {
    var payload = DiagnosticPayload()
    payload.begin = value["timeStampBegin"]?.string.map { PayloadTime($0) }
    payload.end = value["timeStampEnd"]?.string.map { PayloadTime($0) }
    for kind in PayloadDiagnostic.Kind.allCases {
      var elements: [JSONView] = []
      value.member(kind.rawValue)?.forEachElement { elements.append($0) }
      for element in elements { payload.diagnostics.append(diagnostic(kind, element)) }
    }
    value.forEachMember { key, member in
      guard let name = key.string, name.hasSuffix("Diagnostics"),
        PayloadDiagnostic.Kind(rawValue: name) == nil
      else { return }
      note(.unknown, name, member.written)
    }
    payload.problems = problems
    return payload
  }

  private mutating func diagnostic(
    _ kind: PayloadDiagnostic.Kind, _ value: JSONView
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
      guard let member = data.member(key) else { continue }
      diagnostic.values[key] = reading(member, "\(kind.rawValue).\(key)")
    }
    return diagnostic
  }

  private static func crash(_ value: JSONView) -> CrashDetails {
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

  private static func callStacks(_ value: JSONView) -> CallStackTree {
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

  /// Frames hold frames, hundreds deep: a list of what is still to be read instead of recursion.
  private static func frames(_ roots: JSONView?) -> [CallStackFrame] {
    var frames: [CallStackFrame] = []
    var waiting: [(JSONView, Int)] = []
    func wait(for list: JSONView?, _ depth: Int) {
      var elements: [JSONView] = []
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

extension JSONView {
  /// The value of a key that is not known when this is compiled.
  func member(_ name: String) -> JSONView? {
    var found: JSONView?
    forEachMember { key, value in
      if found == nil, key.string == name { found = value }
    }
    return found
  }
}
