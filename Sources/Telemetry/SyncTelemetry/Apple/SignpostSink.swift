import Basics

#if canImport(os)
  import os

  /// Emits intervals and events as signposts, for Instruments.
  ///
  /// Every interval has its own identifier, so that several engines do not interfere.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  public final class SignpostSink: SyncMetricsSink {
    private let signposter: OSSignposter
    private let open = Locked([UInt64: OSSignpostIntervalState]())

    /// Creates a sink; `subsystem` is usually the app's bundle identifier.
    public init(subsystem: String, category: String = "SyncEngine") {
      signposter = OSSignposter(subsystem: subsystem, category: category)
    }

    /// Emits a signal.
    public func receive(_ signal: SyncSignal) {
      switch signal {
      case .began(let name, let id, _):
        guard signposter.isEnabled else { return }
        let state = signposter.beginInterval(name.literal, id: signposter.makeSignpostID())
        open.withLock { $0[id] = state }
      case .ended(let name, let id, _, _):
        guard let state = open.withLock({ $0.removeValue(forKey: id) }) else { return }
        signposter.endInterval(name.literal, state)
      case .happened(let name, _): signposter.emitEvent(name.literal)
      }
    }
  }
#endif
