/// Which app, system and device a payload is about.
public struct PayloadMetadata: Hashable, Sendable {
  /// `metaData.appBuildVersion`: the build.
  public var appBuildVersion: String?
  /// `iPhone OS 16.0.2 (20A380)`
  public var osVersion: String?
  /// The region whose formats are used: `US`.
  public var regionFormat: String?
  /// `iPhone14,5`
  public var deviceType: String?
  /// `arm64e`
  public var platformArchitecture: String?
  /// The app.
  public var bundleIdentifier: String?
  /// Whether the app came through TestFlight.
  public var isTestFlightApp: Bool?
  /// Whether the device was saving power.
  public var lowPowerModeEnabled: Bool?
  /// The process, as it is written; -1 occurs.
  public var pid: Int?
  /// The app's version, where the entry itself says it (diagnostics do).
  public var appVersion: String?

  /// Nothing known.
  public init() {}
}
