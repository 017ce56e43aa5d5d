import Diagnostics
import Markdown
import Models
import SwiftIndex

extension Example {
  /// Protocols of the platforms that only classes below `NSObject` can conform to.
  private static let protocols: Set = [
    "URLSessionDelegate", "URLSessionTaskDelegate", "URLSessionDataDelegate",
    "URLSessionDownloadDelegate", "URLSessionWebSocketDelegate", "CLLocationManagerDelegate",
    "UNUserNotificationCenterDelegate", "WKNavigationDelegate", "WKUIDelegate",
    "AVAudioPlayerDelegate", "WCSessionDelegate", "CBCentralManagerDelegate",
    "CBPeripheralDelegate", "SKPaymentTransactionObserver", "SKProductsRequestDelegate",
    "ASAuthorizationControllerDelegate", "NSFetchedResultsControllerDelegate",
  ]

  /// Classes of the block that conform to such a protocol without a superclass.
  ///
  ///     final class Door: URLSessionTaskDelegate {}      must inherit from `NSObject`
  func delegatesWithoutBase(on page: CheckedPage) -> [SymbolCandidate] {
    types.compactMap { type in
      let bases = type.inheritance.map(\.name)
      guard type.kind == .class, let base = bases.first(where: Self.protocols.contains),
        bases.allSatisfy({ Self.protocols.contains($0) || ["Sendable", "@unchecked"].contains($0) }
        ),
        let place = type.nameLocation.range?.start, let name = CodeName(ofType: type.name)
      else { return nil }
      let problem = SymbolProblem(
        .signature, type.name,
        message: "`\(type.name)` must inherit from `NSObject` to conform to `\(base)`")
      return SymbolCandidate(
        name, problem, text: type.name,
        at: SourcePosition(line: place.line - linesBefore, column: place.column), in: fence,
        on: page)
    }
  }
}
