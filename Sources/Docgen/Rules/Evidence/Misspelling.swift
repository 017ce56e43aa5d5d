import Diagnostics
import SwiftIndex

/// Names that differ in a letter or two from a declared one.
extension CodeModel {
  /// The declared name from which a long one differs in one or two letters.
  func misspelling(_ word: String) -> String? {
    guard word.count >= 8, case .unknown(let nearest?) = symbol(word),
      word.lowercased() == nearest.lowercased()
        || NearMiss.distance(word, nearest) <= (word.count >= 12 ? 2 : 1)
    else { return nil }
    return nearest
  }

  /// The same among the names that a page uses, a plural, a number and capitals aside.
  func misspelling(_ word: String, of used: Set<String>) -> String? {
    misspelling(word).flatMap { nearest in
      let longer = word.count > nearest.count ? word : nearest
      let isInflected = longer.last.map { $0 == "s" || $0.isNumber } == true
      let isOther = word.lowercased() != nearest.lowercased()
      return isOther && used.contains(nearest) && !(isInflected && word.count != nearest.count)
        ? nearest : nil
    }
  }
}
