#if canImport(MetricKit)
  public import Foundation
  public import MetricKit

  /// Receives all payloads of MetricKit, including those of several app versions, and passes them
  /// on as JSON.
  ///
  ///     let subscriber = MetricsSubscriber { kind, json in upload(kind, json) }
  ///     subscriber.subscribe()
  ///
  /// The module `MetricPayloads` reads that JSON.
  @available(macOS 12, iOS 15, visionOS 1, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public final class MetricsSubscriber: NSObject, MXMetricManagerSubscriber, Sendable {
    /// The kinds of payload.
    public enum Kind: String, Hashable, Sendable {
      /// The measurements of a day.
      case metrics
      /// Crashes, hangs and exceptions.
      case diagnostics
    }

    private let handler: @Sendable (Kind, Data) -> Void

    /// Creates a subscriber; MetricKit calls `handler` on any thread.
    public init(handler: @escaping @Sendable (Kind, Data) -> Void) {
      self.handler = handler
    }

    /// Starts to receive payloads.
    public func subscribe() { MXMetricManager.shared.add(self) }

    /// Stops receiving payloads.
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
