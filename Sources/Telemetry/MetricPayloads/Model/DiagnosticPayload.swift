/// What went wrong on a device in a stretch of time.
public struct DiagnosticPayload: Hashable, Sendable {
  /// When the time began.
  public var begin: PayloadTime?
  /// When it ended.
  public var end: PayloadTime?
  /// What went wrong, in the order of the payload within each kind.
  public var diagnostics: [PayloadDiagnostic] = []
  /// What is ambiguous or could not be read.
  public var problems: [PayloadProblem] = []

  /// An empty payload.
  public init() {}

  /// The diagnostics of one kind.
  public func diagnostics(_ kind: PayloadDiagnostic.Kind) -> [PayloadDiagnostic] {
    diagnostics.filter { $0.kind == kind }
  }
}

/// One thing that went wrong.
public struct PayloadDiagnostic: Hashable, Sendable {
  /// The kinds, by their keys in the JSON.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The app ended unasked.
    case crash = "crashDiagnostics"
    /// The app did not answer the user.
    case hang = "hangDiagnostics"
    /// The app used too much of the CPU.
    case cpuException = "cpuExceptionDiagnostics"
    /// The app wrote too much to storage.
    case diskWriteException = "diskWriteExceptionDiagnostics"
    /// The app took too long to launch.
    case appLaunch = "appLaunchDiagnostics"
  }

  /// What kind it is.
  public var kind: Kind
  /// The version of the entry's form.
  public var version: String?
  /// App, system and device.
  public var metadata = PayloadMetadata()
  /// `hangDuration`, `totalCPUTime`, `totalSampledTime`, `writesCaused`, `launchDuration`.
  public var values: [String: Reading] = [:]
  /// What is known of a crash.
  public var crash: CrashDetails?
  /// What was running.
  public var callStacks: CallStackTree?

  /// An entry without details.
  public init(kind: Kind) { self.kind = kind }
}

/// Why an app ended unasked.
public struct CrashDetails: Hashable, Sendable {
  /// The Mach exception.
  public var exceptionType: Int?
  /// What the exception's type means in detail.
  public var exceptionCode: Int?
  /// The signal.
  public var signal: Int?
  /// The system's reason; not there for `SIGABRT`.
  public var terminationReason: String?
  /// The memory around a wrong address.
  public var virtualMemoryRegionInfo: String?
  /// The text of an uncaught Objective-C exception.
  public var exceptionMessage: String?
  /// Its name.
  public var exceptionName: String?

  /// Nothing known.
  public init() {}

  /// `EXC_BAD_ACCESS`; `EXC 99` for a number without a name.
  public var exceptionTypeName: String? {
    exceptionType.map { Self.exceptions[$0] ?? "EXC \($0)" }
  }

  /// `SIGSEGV`; `signal 99` for a number without a name.
  public var signalName: String? { signal.map { Self.signals[$0] ?? "signal \($0)" } }

  /// Mach's `exception_types.h`.
  private static let exceptions = [
    1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 4: "EXC_EMULATION",
    5: "EXC_SOFTWARE", 6: "EXC_BREAKPOINT", 7: "EXC_SYSCALL", 8: "EXC_MACH_SYSCALL",
    9: "EXC_RPC_ALERT", 10: "EXC_CRASH", 11: "EXC_RESOURCE", 12: "EXC_GUARD",
    13: "EXC_CORPSE_NOTIFY",
  ]

  /// Darwin's numbers, which are not Linux's.
  private static let signals = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGEMT",
    8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV", 12: "SIGSYS", 13: "SIGPIPE",
    14: "SIGALRM", 15: "SIGTERM",
  ]
}

/// What threads were doing.
public struct CallStackTree: Hashable, Sendable {
  /// Whether each stack is a thread; otherwise one stack has samples of all.
  public var isPerThread = false
  /// The stacks.
  public var stacks: [CallStack] = []
}

/// One stack, or one tree of samples.
public struct CallStack: Hashable, Sendable {
  /// Whether this is the thread to blame.
  public var isAttributed = false
  /// The frames, each before those below it: the depth tells which belongs to which.
  public var frames: [CallStackFrame] = []
}

/// A frame of a stack.
public struct CallStackFrame: Hashable, Sendable {
  /// How many frames are above it in the tree.
  public var depth: Int
  /// The binary's file name.
  public var binaryName: String?
  /// The identity of the binary, to find its symbols by.
  public var binaryUUID: String?
  /// Where in memory.
  public var address: UInt64?
  /// The payload's `offsetIntoBinaryTextSegment`, as it is written.
  public var writtenOffset: UInt64?
  /// In how many samples it occurred.
  public var sampleCount: Int?

  /// Where in the binary. Older systems wrote where the binary was loaded instead: a written offset
  /// of 4 GB or more that is not beyond the address is taken as that.
  public var offsetIntoBinary: UInt64? {
    guard let writtenOffset, let address, isLoadAddress else { return writtenOffset }
    return address - writtenOffset
  }

  /// Where the binary was loaded.
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
