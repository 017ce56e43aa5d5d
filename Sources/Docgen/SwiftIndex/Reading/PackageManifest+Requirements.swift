import SwiftParser
import SwiftSyntax

/// A version of a platform or of Swift. Missing components are zero: 13 equals 13.0.
package struct PlatformVersion: Hashable, Comparable, Sendable {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int = 0) {
    (self.major, self.minor) = (major, minor)
  }

  /// The first two components of a version such as `10.15.4` or `10_15`; `nil` if it is not one.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(whereSeparator: { $0 == "." || $0 == "_" })
    let numbers = parts.compactMap { Int($0) }
    guard let major = numbers.first, numbers.count == parts.count else { return nil }
    self.init(major, numbers.count > 1 ? numbers[1] : 0)
  }

  package static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// `15`, `12.3`
  package var text: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}

extension PackageManifest.Requirement {
  static let swift = "Swift"

  /// The first Xcode with a Swift version: `Xcode 16` for Swift 6.0.
  var xcode: PackageManifest.Requirement? {
    guard name == Self.swift,
      let first = Self.xcodes.last(where: { $0.swift <= version })
    else { return nil }
    return PackageManifest.Requirement(name: "Xcode", version: first.xcode, line: line)
  }

  private static let xcodes: [(swift: PlatformVersion, xcode: PlatformVersion)] = [
    (PlatformVersion(5, 3), PlatformVersion(12)), (PlatformVersion(5, 4), PlatformVersion(12, 5)),
    (PlatformVersion(5, 5), PlatformVersion(13)), (PlatformVersion(5, 6), PlatformVersion(13, 3)),
    (PlatformVersion(5, 7), PlatformVersion(14)), (PlatformVersion(5, 8), PlatformVersion(14, 3)),
    (PlatformVersion(5, 9), PlatformVersion(15)), (PlatformVersion(5, 10), PlatformVersion(15, 3)),
    (PlatformVersion(6, 0), PlatformVersion(16)), (PlatformVersion(6, 1), PlatformVersion(16, 3)),
    (PlatformVersion(6, 2), PlatformVersion(26)),
  ]

  private static let platforms: Set = [
    "iOS", "macOS", "tvOS", "watchOS", "visionOS", "macCatalyst", "driverKit",
  ]

  /// `.iOS(.v15)`, `.macOS("12.3")`, `.macOS(.v10_15)`
  init?(_ call: FunctionCallExprSyntax, named name: String, line: Int) {
    guard Self.platforms.contains(name), let argument = call.arguments.first?.expression,
      call.arguments.count == 1
    else { return nil }
    let literal = argument.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    let member = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard
      let version = literal.flatMap({ PlatformVersion($0) })
        ?? member.flatMap({ PlatformVersion($0.dropFirst()) })
    else { return nil }
    self.init(name: name, version: version, line: line)
  }

  /// The Swift version in the first line: `// swift-tools-version: 5.9`.
  init?(toolsVersionIn bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.prefix(20).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard let match = text.firstMatch(of: /^\s*\/\/\s*swift-tools-version:\s*([0-9.]+)/),
        let version = PlatformVersion(match.1)
      else { continue }
      self.init(name: Self.swift, version: version, line: index + 1)
      return
    }
    return nil
  }
}
