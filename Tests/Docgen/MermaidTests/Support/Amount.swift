import Foundation

/// The number of random cases per test: few in `make test`, many in `make mermaid-full`.
enum Amount {
  private static let isFull = ProcessInfo.processInfo.environment["MERMAID_FULL"] != nil

  static func of(_ few: Int, full: Int) -> Int { isFull ? full : few }
}
