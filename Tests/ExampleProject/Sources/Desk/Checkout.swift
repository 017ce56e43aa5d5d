import Mail

/// Charges a card.
public protocol Bank: Sendable {
  func charge(_ amount: Int) async throws -> Int
}

/// Pays for stamps.
public struct Checkout: Sendable {
  private let bank: any Bank
  private var drawer = Drawer()

  /// Creates it.
  public init(bank: any Bank) { self.bank = bank }

  /// Pays, and writes a receipt.
  public mutating func pay() async throws {
    let receipt = try await bank.charge(3)
    drawer.put(Letter(text: "Receipt \(receipt)"))
  }
}
