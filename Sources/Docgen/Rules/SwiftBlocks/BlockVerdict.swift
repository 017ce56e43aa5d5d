package import Diagnostics

/// A difference between a Swift block and what the compiler or the running block shows.
///
/// Places are offsets in the block's code, so that a verdict remains valid when the block moves.
package struct BlockVerdict: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case error, missingError, wrongResult, failure
  }

  /// A place in the code of a block.
  package struct Place: Hashable, Sendable {
    package var block: Int
    package var offsets: Range<Int>

    package init(block: Int, offsets: Range<Int> = 0..<0) {
      (self.block, self.offsets) = (block, offsets)
    }
  }

  /// A note of the compiler, or the text that was expected or found.
  package struct Note: Hashable, Sendable {
    package var kind: Evidence.Kind
    package var text: String
    package var place: Place?

    package init(_ kind: Evidence.Kind, _ text: String, at place: Place? = nil) {
      (self.kind, self.text, self.place) = (kind, text, place)
    }
  }

  package var kind: Kind
  package var place: Place
  /// One sentence, such as the compiler's message.
  package var summary: String
  package var notes: [Note]
  /// The text for the place; `nil` if there is no fix.
  package var replacement: String?

  package init(
    _ kind: Kind, at place: Place, _ summary: String, notes: [Note] = [],
    replacement: String? = nil
  ) {
    self.kind = kind
    self.place = place
    self.summary = summary
    self.notes = notes
    self.replacement = replacement
  }
}

extension BlockContext {
  /// The finding of a verdict on one of the blocks.
  package func finding(_ verdict: BlockVerdict) -> Diagnostic {
    let rule: any DescribedRule.Type =
      switch verdict.kind {
      case .error: SwiftBlockError.self
      case .missingError: MissingError.self
      case .wrongResult: WrongResult.self
      case .failure: FailingBlock.self
      }
    var finding = Diagnostic(
      rule: rule.id, severity: rule.severity, at: location(of: verdict.place), verdict.summary,
      evidence: verdict.notes.map { note in
        Evidence(note.kind, note.text, at: note.place.map(location))
      })
    // docgen writes documents only.
    if let replacement = verdict.replacement, !file.hasSuffix(".swift") {
      let code = blocks[verdict.place.block].code
      let prefix = code.linePrefix(at: verdict.place.offsets.lowerBound)
      finding.evidence.append(Evidence(.help, "`docgen fix --run` writes it"))
      finding.fixIts = [
        FixIt(
          range: code.range(verdict.place.offsets),
          replacement: replacement.replacing("\n", with: "\n" + prefix),
          title: "write the actual result", isSafe: true)
      ]
    }
    return finding
  }

  /// The place in the file; the first word of a place without length.
  private func location(of place: BlockVerdict.Place) -> SourceLocation {
    let code = blocks[place.block].code
    let range =
      place.offsets.isEmpty
      ? code.word(at: place.offsets.lowerBound) : code.range(place.offsets)
    return SourceLocation(file: file, range: range)
  }
}
