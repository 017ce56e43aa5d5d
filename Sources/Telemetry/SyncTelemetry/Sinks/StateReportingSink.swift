/// Tells the system which part of a sync the app is in, so that its reports can be split by that.
///
/// For Apple's StateReporting (from iOS 27 and macOS 27), where `reporter` is the app's reporter for
/// a domain of its own:
///
///     StateReportingSink { reporter.reportTransition(to: $0) }
///
/// One part is active at a time. The system limits how often it may change: this is for syncs that
/// a person would notice, seconds apart.
public struct StateReportingSink: SyncMetricsSink {
  private let report: @Sendable (String?) -> Void

  /// Creates a sink that reports the name of the part that begins, and nothing when the sync ends.
  public init(_ report: @escaping @Sendable (String?) -> Void) {
    self.report = report
  }

  /// Takes a signal. The whole sync is no state of its own: its parts are.
  public func receive(_ signal: SyncSignal) {
    switch signal {
    case .began(.fullSync, _, _), .happened: break
    case .began(let name, _, _): report(name.rawValue)
    case .ended(.fullSync, _, _, _): report(nil)
    case .ended: break
    }
  }
}
