/// The app, system and device of a payload.
public struct PayloadMetadata: Hashable, Sendable {
  /// `metaData.appBuildVersion`: the build.
  public var appBuildVersion: String?
  /// `iPhone OS 16.0.2 (20A380)`
  public var osVersion: String?
  /// The region that determines formats: `US`.
  public var regionFormat: String?
  /// `iPhone14,5`
  public var deviceType: String?
  /// `arm64e`
  public var platformArchitecture: String?
  /// The identifier of the app.
  public var bundleIdentifier: String?
  /// Whether the app was installed through TestFlight.
  public var isTestFlightApp: Bool?
  /// Whether the device was in Low Power Mode.
  public var lowPowerModeEnabled: Bool?
  /// The process identifier, unchanged; it may be -1.
  public var pid: Int?
  /// The app's version, if the entry itself has one, as diagnostics do.
  public var appVersion: String?

  /// Creates metadata without any values.
  public init() {}
}
