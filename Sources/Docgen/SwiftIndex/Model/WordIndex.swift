/// The words of a repository's files, by the kind of text that they occur in.
///
/// It answers whether anything in the repository uses a name: the sources that documents are checked
/// against are only a part of it.
package struct WordIndex: Sendable {
  /// The kind of text that contains a word.
  package enum Kind: Sendable {
    /// In Swift outside of comments: sources, tests, manifests.
    case code
    /// In comments of Swift files, and nowhere else in Swift.
    case comment
    /// In files of other languages and formats.
    case text
  }

  private var code = WordTable()
  private var commented = WordTable()
  private var text = WordTable()

  package init() {}

  /// The complete file counts as commented text, and `contains` subtracts the words of the code:
  /// one scan for each, without a syntax tree.
  package mutating func addSwift(_ bytes: [UInt8]) {
    WordScanner.addCode(bytes, to: &code)
    WordScanner.addText(bytes, to: &commented)
  }

  package mutating func addText(_ bytes: [UInt8]) {
    WordScanner.addText(bytes, to: &text)
  }

  package func contains(_ word: String, in kind: Kind) -> Bool {
    let number = NameSet.number(of: word.utf8)
    return switch kind {
    case .code: code.contains(number)
    case .comment: commented.contains(number) && !code.contains(number)
    case .text: text.contains(number)
    }
  }
}
