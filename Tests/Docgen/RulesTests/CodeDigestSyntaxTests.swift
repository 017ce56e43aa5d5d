import Foundation
import SwiftParser
import SwiftSyntax
import Testing
import Traces

/// Compares the digest of code with SwiftSyntax's tokens.
@Suite struct CodeDigestSyntaxTests {
  private static let files: [String] = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let sources = folder.appendingPathComponent("Sources")
    let found = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    return (found ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
      sources.appendingPathComponent($0).path
    }
  }()

  private func digest(_ text: String) -> UInt64 { CodeDigest(of: Array(text.utf8)).whole }

  /// The tokens of a file with different comments and white space between them.
  private func rewritten(_ tree: SourceFileSyntax) -> String {
    var text = ""
    var hasGap = false
    for token in tree.tokens(viewMode: .sourceAccurate) {
      if hasGap || !token.leadingTrivia.isEmpty { text += "\n  // a comment\n /* another */ " }
      text += token.text
      hasGap = !token.trailingTrivia.isEmpty
    }
    return text
  }

  @Test func `only tokens affect the digest of every file of this package`() throws {
    #expect(Self.files.count > 500)
    for (number, path) in Self.files.enumerated() where number.isMultiple(of: 3) {
      let source = try String(contentsOfFile: path, encoding: .utf8)
      let tree = Parser.parse(source: source)
      // White space counts in a multi-line literal, and after a quotation mark in `/…/`.
      let hasQuote = tree.tokens(viewMode: .sourceAccurate).contains { token in
        if case .regexLiteralPattern(let pattern) = token.tokenKind {
          pattern.contains("\"")
        } else {
          false
        }
      }
      if source.contains("\"\"\"") || hasQuote { continue }
      #expect(digest(rewritten(tree)) == digest(source), "\(path)")
    }
  }

  @Test func `each changed token changes the digest`() throws {
    var changed = 0
    for (number, path) in Self.files.enumerated() where number.isMultiple(of: 60) {
      let source = try String(contentsOfFile: path, encoding: .utf8)
      let tree = Parser.parse(source: source)
      let whole = digest(source)
      for token in tree.tokens(viewMode: .sourceAccurate) {
        let replacement: String
        switch token.tokenKind {
        case .identifier: replacement = token.text + "x"
        case .integerLiteral: replacement = token.text + "1"
        case .stringSegment where !token.text.isEmpty && !token.text.hasSuffix("\n"):
          replacement = token.text + " "
        case .keyword(.true): replacement = "false"
        case .binaryOperator("=="): replacement = "!="
        default: continue
        }
        let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
        var bytes = Array(source.utf8)
        bytes.replaceSubrange(start..<start + token.text.utf8.count, with: replacement.utf8)
        changed += 1
        #expect(CodeDigest(of: bytes).whole != whole, "\(path): \(token.text)")
      }
    }
    #expect(changed > 2_000)
  }
}
