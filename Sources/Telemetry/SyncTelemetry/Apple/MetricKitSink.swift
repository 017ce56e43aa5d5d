import Basics

#if canImport(MetricKit) && canImport(os)
  import MetricKit
  import os

  /// Emits intervals and events as signposts that MetricKit counts in its daily payloads.
  ///
  /// MetricKit pairs the beginning and the end of an interval only by name, so only one engine of a
  /// process can report this way. If two intervals of one name overlap, the second is left out.
  @available(macOS 12, iOS 15, visionOS 1, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public final class MetricKitSink: SyncMetricsSink {
    private let log: OSLog
    private let open = Locked([SyncMetrics.SignpostName: UInt64]())

    /// Creates a sink with the category that payloads use for its signposts.
    public init(category: String = "SyncEngine") {
      log = MXMetricManager.makeLogHandle(category: category)
    }

    /// Emits a signal.
    public func receive(_ signal: SyncSignal) {
      switch signal {
      case .began(let name, let id, _):
        let isFirst = open.withLock { open in
          if open[name] != nil { return false }
          open[name] = id
          return true
        }
        if isFirst { mxSignpost(.begin, log: log, name: name.literal) }
      case .ended(let name, let id, _, _):
        let isOpen = open.withLock { open in
          if open[name] != id { return false }
          open[name] = nil
          return true
        }
        if isOpen { mxSignpost(.end, log: log, name: name.literal) }
      case .happened(let name, _): mxSignpost(.event, log: log, name: name.literal)
      }
    }
  }
#endif
