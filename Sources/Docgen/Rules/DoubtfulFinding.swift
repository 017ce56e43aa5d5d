package import Diagnostics
package import SwiftIndex

extension CodeModel {
  /// The finding with at most medium confidence if it may be due to a file with syntax errors.
  ///
  /// That holds if it refers to a declaration in such a file, if it quotes a type of such a file, or
  /// if it quotes an unknown name that such a file mentions: the unreadable part may declare it.
  ///
  ///     `Door` has no member `knock`   Door.swift has syntax errors: a warning
  ///
  /// The finding is returned unchanged if it is not about drift, or already below high confidence.
  func limiting(_ finding: Diagnostic) -> Diagnostic {
    guard finding.category == .drift, finding.confidence == .high,
      let error = error(behind: finding)
    else { return finding }
    return finding.limited(
      to: .medium,
      because: Evidence(
        .note, "\(error.file) has syntax errors and was not read completely", at: error))
  }

  private func error(behind finding: Diagnostic) -> SourceLocation? {
    for evidence in finding.evidence {
      if let file = evidence.location?.file, let error = error(in: file) { return error }
    }
    let quoted = finding.summary.split(separator: "`", omittingEmptySubsequences: false)
    for (index, text) in quoted.enumerated() where !index.isMultiple(of: 2) {
      for name in Identifiers(text) {
        if let error = error(near: name) { return error }
      }
    }
    return nil
  }

  /// For a declared name, only damaged files that declare a type of that name count.
  private func error(near name: String) -> SourceLocation? {
    guard declares(name) else { return error(mentioning: name) }
    return types(named: name).lazy.compactMap { self.error(in: $0.location.file) }.first
  }

  /// A name that a generated region would lose although a damaged file mentions it, and the first
  /// error of that file.
  package func doubtfulLoss(from old: String, to new: String) -> (
    name: String, error: SourceLocation
  )? {
    let kept = Set(Identifiers(new))
    for name in Identifiers(old) where !kept.contains(name) {
      if let error = error(mentioning: name) { return (name, error) }
    }
    return nil
  }
}

/// The identifiers in a text, in their order: `Door.open(_:)` gives `Door`, `open`.
private struct Identifiers: Sequence {
  private let words: [String]

  init(_ text: some StringProtocol) {
    let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    words = parts.filter { $0.first?.isNumber == false && $0 != "_" }.map { String($0) }
  }

  func makeIterator() -> IndexingIterator<[String]> { words.makeIterator() }
}
