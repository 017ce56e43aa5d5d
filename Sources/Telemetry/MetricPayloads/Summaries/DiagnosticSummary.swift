public import Foundation

/// A summary of one diagnostic payload.
public struct DiagnosticSummary: Sendable, Codable, Hashable {
  /// The period, as the payload writes it.
  public var timeRange: String
  /// The beginning of the period; `nil` if the payload states no time zone and UTC is not assumed.
  public var begin: Date?
  /// The end of the period.
  public var end: Date?
  /// The number of crashes.
  public var crashCount: Int { crashes.count }
  /// The crashes.
  public var crashes: [CrashInfo]
  /// The number of times that the app did not respond to the user.
  public var hangCount: Int { hangs.count }
  /// The hangs.
  public var hangs: [HangInfo]
  /// The number of times that the app wrote too much.
  public var diskWriteExceptionCount: Int
  /// The number of times that the app used too much of the CPU.
  public var cpuExceptionCount: Int
  /// The number of times that the app took too long to launch.
  public var appLaunchCount: Int

  /// Creates a summary.
  public init(
    timeRange: String, begin: Date? = nil, end: Date? = nil, crashes: [CrashInfo] = [],
    hangs: [HangInfo] = [], diskWriteExceptionCount: Int = 0, cpuExceptionCount: Int = 0,
    appLaunchCount: Int = 0
  ) {
    self.timeRange = timeRange
    self.begin = begin
    self.end = end
    self.crashes = crashes
    self.hangs = hangs
    self.diskWriteExceptionCount = diskWriteExceptionCount
    self.cpuExceptionCount = cpuExceptionCount
    self.appLaunchCount = appLaunchCount
  }
}

extension DiagnosticSummary: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    "\(timeRange): \(crashCount) crashes, \(hangCount) hangs, "
      + "\(diskWriteExceptionCount) disk write exceptions, \(cpuExceptionCount) CPU exceptions, "
      + "\(appLaunchCount) slow launches"
  }
}

/// One crash.
public struct CrashInfo: Sendable, Codable, Hashable {
  /// `EXC_BAD_ACCESS`
  public var exceptionType: String?
  /// `SIGSEGV`
  public var signal: String?
  /// The system's reason.
  public var terminationReason: String?
  /// The memory around an invalid address.
  public var virtualMemoryRegionInfo: String?
  /// The text of an uncaught Objective-C exception.
  public var exceptionMessage: String?
  /// The version of the app.
  public var appVersion: String?
  /// The innermost frames of the thread that crashed, as `binary+offset` with hexadecimal offsets.
  public var topFrames: [String]

  /// Creates a crash.
  public init(
    exceptionType: String? = nil, signal: String? = nil, terminationReason: String? = nil,
    virtualMemoryRegionInfo: String? = nil, exceptionMessage: String? = nil,
    appVersion: String? = nil, topFrames: [String] = []
  ) {
    self.exceptionType = exceptionType
    self.signal = signal
    self.terminationReason = terminationReason
    self.virtualMemoryRegionInfo = virtualMemoryRegionInfo
    self.exceptionMessage = exceptionMessage
    self.appVersion = appVersion
    self.topFrames = topFrames
  }
}

/// One hang.
public struct HangInfo: Sendable, Codable, Hashable {
  /// The duration in seconds; `nil` if the payload's text is ambiguous or unreadable.
  public var duration: Double?
  /// The version of the app.
  public var appVersion: String?

  /// Creates a hang.
  public init(duration: Double?, appVersion: String? = nil) {
    self.duration = duration
    self.appVersion = appVersion
  }
}
