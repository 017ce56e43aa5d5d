/// `docgen:begin snippet symbol=SyncEngine.performSync`
package enum SnippetRegion: RegionKind {
  package static let name = "snippet"
  package static let summary = "a Swift block that quotes a declaration or a marked stretch"
  package static let keys = [
    RegionKey("symbol", "the declaration to quote: `Type`, `Type.member`, `function(label:)`"),
    RegionKey(
      "body", "whether the declaration's body is quoted; yes by default",
      choices: RegionKey.yesOrNo),
    RegionKey("file", "the file of a marked stretch"),
    RegionKey(
      "mark", "its name: between `// docgen:snippet NAME` and `// docgen:end NAME` in the file"),
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let quote = try SourceQuote(request)
    var fence = "```"
    while quote.text.contains(fence) { fence += "`" }
    return "\(fence)swift\n\(quote.text)\(fence)\n"
  }
}
