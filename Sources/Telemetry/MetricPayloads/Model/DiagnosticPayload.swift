/// The failures of an app on a device in a period of time.
public struct DiagnosticPayload: Hashable, Sendable {
  /// The beginning of the period.
  public var begin: PayloadTime?
  /// The end of the period.
  public var end: PayloadTime?
  /// The failures, in the order of the payload within each kind.
  public var diagnostics: [PayloadDiagnostic] = []
  /// Ambiguous and unreadable values.
  public var problems: [PayloadProblem] = []

  /// Creates an empty payload.
  public init() {}

  /// The diagnostics of one kind.
  public func diagnostics(_ kind: PayloadDiagnostic.Kind) -> [PayloadDiagnostic] {
    diagnostics.filter { $0.kind == kind }
  }
}

/// One failure.
public struct PayloadDiagnostic: Hashable, Sendable {
  /// The kinds, by their keys in the JSON.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The app crashed.
    case crash = "crashDiagnostics"
    /// The app did not respond to the user.
    case hang = "hangDiagnostics"
    /// The app used too much of the CPU.
    case cpuException = "cpuExceptionDiagnostics"
    /// The app wrote too much to storage.
    case diskWriteException = "diskWriteExceptionDiagnostics"
    /// The app took too long to launch.
    case appLaunch = "appLaunchDiagnostics"
  }

  /// The kind of failure.
  public var kind: Kind
  /// The format version of the entry.
  public var version: String?
  /// App, system and device.
  public var metadata = PayloadMetadata()
  /// `hangDuration`, `totalCPUTime`, `totalSampledTime`, `writesCaused`, `launchDuration`.
  public var values: [String: Reading] = [:]
  /// The details of a crash.
  public var crash: CrashDetails?
  /// The call stacks at that time.
  public var callStacks: CallStackTree?

  /// Creates an entry without details.
  public init(kind: Kind) { self.kind = kind }
}

/// The reasons for a crash.
public struct CrashDetails: Hashable, Sendable {
  /// The Mach exception.
  public var exceptionType: Int?
  /// The details of the exception's type.
  public var exceptionCode: Int?
  /// The signal.
  public var signal: Int?
  /// The system's reason; missing for `SIGABRT`.
  public var terminationReason: String?
  /// The memory around an invalid address.
  public var virtualMemoryRegionInfo: String?
  /// The text of an uncaught Objective-C exception.
  public var exceptionMessage: String?
  /// The name of that exception.
  public var exceptionName: String?

  /// Creates details without any values.
  public init() {}

  /// `EXC_BAD_ACCESS`, or `EXC 99` for an unknown number.
  public var exceptionTypeName: String? {
    exceptionType.map { Self.exceptions[$0] ?? "EXC \($0)" }
  }

  /// `SIGSEGV`, or `signal 99` for an unknown number.
  public var signalName: String? { signal.map { Self.signals[$0] ?? "signal \($0)" } }

  /// The exceptions of Mach's `exception_types.h`.
  private static let exceptions = [
    1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 4: "EXC_EMULATION",
    5: "EXC_SOFTWARE", 6: "EXC_BREAKPOINT", 7: "EXC_SYSCALL", 8: "EXC_MACH_SYSCALL",
    9: "EXC_RPC_ALERT", 10: "EXC_CRASH", 11: "EXC_RESOURCE", 12: "EXC_GUARD",
    13: "EXC_CORPSE_NOTIFY",
  ]

  /// The signals of Darwin, whose numbers differ from those of Linux.
  private static let signals = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGEMT",
    8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV", 12: "SIGSYS", 13: "SIGPIPE",
    14: "SIGALRM", 15: "SIGTERM",
  ]
}

/// The call stacks of a diagnostic.
public struct CallStackTree: Hashable, Sendable {
  /// Whether each stack is a thread; otherwise one stack combines samples of all threads.
  public var isPerThread = false
  /// The stacks.
  public var stacks: [CallStack] = []
}

/// One stack, or one tree of samples.
public struct CallStack: Hashable, Sendable {
  /// Whether this is the thread that caused the diagnostic.
  public var isAttributed = false
  /// The frames, each before its children; the depth gives the nesting.
  public var frames: [CallStackFrame] = []
}

/// A frame of a stack.
public struct CallStackFrame: Hashable, Sendable {
  /// The number of frames above it in the tree.
  public var depth: Int
  /// The binary's file name.
  public var binaryName: String?
  /// The UUID of the binary, which identifies its symbols.
  public var binaryUUID: String?
  /// The address in memory.
  public var address: UInt64?
  /// The payload's `offsetIntoBinaryTextSegment`, unchanged.
  public var writtenOffset: UInt64?
  /// The number of samples in which it occurred.
  public var sampleCount: Int?

  /// The offset in the binary. Older systems wrote the binary's load address instead: a written
  /// offset of 4 GB or more that does not exceed the address is treated as one.
  public var offsetIntoBinary: UInt64? {
    guard let writtenOffset, let address, isLoadAddress else { return writtenOffset }
    return address - writtenOffset
  }

  /// The address at which the binary was loaded.
  public var loadAddress: UInt64? {
    guard let address, let writtenOffset else { return nil }
    if isLoadAddress { return writtenOffset }
    return address >= writtenOffset ? address - writtenOffset : nil
  }

  private var isLoadAddress: Bool {
    guard let address, let writtenOffset else { return false }
    return writtenOffset >= 1 << 32 && writtenOffset <= address
  }
}
