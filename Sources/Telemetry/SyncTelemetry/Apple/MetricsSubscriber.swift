#if canImport(MetricKit)
  public import Foundation
  public import MetricKit

  /// Receives the payloads of MetricKit and hands them on as JSON, all of them, those of several
  /// app versions included.
  ///
  ///     let subscriber = MetricsSubscriber { kind, json in upload(kind, json) }
  ///     subscriber.subscribe()
  ///
  /// The module `MetricPayloads` reads that JSON.
  @available(macOS 12, iOS 15, visionOS 1, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public final class MetricsSubscriber: NSObject, MXMetricManagerSubscriber, Sendable {
    /// What a payload is about.
    public enum Kind: String, Hashable, Sendable {
      /// What was measured on a day.
      case metrics
      /// Crashes, hangs and exceptions.
      case diagnostics
    }

    private let handler: @Sendable (Kind, Data) -> Void

    /// Creates a subscriber; `handler` is called on whatever thread MetricKit uses.
    public init(handler: @escaping @Sendable (Kind, Data) -> Void) {
      self.handler = handler
    }

    /// Begins to receive.
    public func subscribe() { MXMetricManager.shared.add(self) }

    /// Receives no more.
    public func unsubscribe() { MXMetricManager.shared.remove(self) }

    #if !os(macOS)
      /// Called by MetricKit.
      public func didReceive(_ payloads: [MXMetricPayload]) {
        for payload in payloads { handler(.metrics, payload.jsonRepresentation()) }
      }
    #endif

    /// Called by MetricKit.
    public func didReceive(_ payloads: [MXDiagnosticPayload]) {
      for payload in payloads { handler(.diagnostics, payload.jsonRepresentation()) }
    }
  }
#endif
