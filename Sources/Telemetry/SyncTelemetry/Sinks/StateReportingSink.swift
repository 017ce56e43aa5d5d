/// Reports the current part of a sync to the system, which splits its reports by that.
///
/// For Apple's StateReporting (from iOS 27 and macOS 27), where `reporter` is the app's reporter
/// for a domain of its own:
///
///     StateReportingSink { reporter.reportTransition(to: $0) }
///
/// One part is active at a time. The system limits how often it may change, so this is for syncs of
/// several seconds, which a user would notice.
public struct StateReportingSink: SyncMetricsSink {
  private let report: @Sendable (String?) -> Void

  /// Creates a sink that reports the name of each part as it begins, and `nil` when the sync ends.
  public init(_ report: @escaping @Sendable (String?) -> Void) {
    self.report = report
  }

  /// Reports a signal. The parts of a sync are states, the complete sync is not.
  public func receive(_ signal: SyncSignal) {
    switch signal {
    case .began(.fullSync, _, _), .happened: break
    case .began(let name, _, _): report(name.rawValue)
    case .ended(.fullSync, _, _, _): report(nil)
    case .ended: break
    }
  }
}
