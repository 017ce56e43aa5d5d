import Diagnostics
import Markup
import Models
import SwiftCode

/// A sentence with the number of targets, modules or products of the package.
///
///     The package has three targets.   ·   This package provides two products.
struct ManifestCount {
  enum Things: String {
    case targets, modules, products
  }

  var things: Things
  var range: SourceRange
  var manifest: String
  /// How many the manifest declares: of targets, those that are not tests.
  var count: Int
  var agrees: Bool

  private static let subjects: Set = ["package", "manifest", "repository"]
  private static let verbs: Set = [
    "has", "contains", "declares", "defines", "provides", "exposes", "includes", "ships", "vends",
    "offers", "comprises", "into",
  ]

  static func all(on page: CheckedPage) -> [ManifestCount] {
    guard let manifest = page.manifest, !manifest.targets.isEmpty else { return [] }
    let spans = Dictionary(grouping: page.page.codeSpans, by: \.block)
    return page.page.blocks.indices.flatMap { index -> [ManifestCount] in
      let block = page.page.blocks[index]
      guard block.kind == .paragraph, page.isWritten(block.range) else { return [] }
      let tokens = CountTokens.tokens(of: page.page.lines(of: block), spans: spans[index] ?? [])
      return tokens.split { $0.kind == .stop }.compactMap { ManifestCount(Array($0), manifest) }
    }
  }

  private init?(_ sentence: [CountTokens.Token], _ manifest: PackageManifest) {
    let words = sentence.map { token -> String in
      switch token.kind {
      case .word(let word): word.lowercased()
      case .span(let text): text == "Package.swift" ? "manifest" : ""
      case .stop, .comma: ""
      }
    }
    guard let noun = words.indices.first(where: { Things(rawValue: words[$0]) != nil }), noun > 1,
      let things = Things(rawValue: words[noun]), let number = WrittenNumber(words[noun - 1]),
      number.number > 1, Self.verbs.contains(words[noun - 2]),
      words[..<(noun - 2)].contains(where: Self.subjects.contains),
      ListNarrowing.isWhole(after: noun, words)
    else { return nil }
    self.things = things
    self.manifest = manifest.file
    range = sentence[noun - 1].range
    let products = manifest.ownProducts.count
    let targets = manifest.targets
    let kinds: [Int] = [
      targets.count, targets.count { $0.kind != .testTarget }, targets.count { $0.kind == .target },
      targets.count { [.target, .executableTarget].contains($0.kind) },
    ]
    count = things == .products ? products : kinds[1]
    agrees = (things == .products ? [products] : kinds).contains(number.number)
  }
}

private enum ListNarrowing {
  /// Whether nothing after a noun narrows it: "three targets that test it".
  static func isWhole(after noun: Int, _ words: [String]) -> Bool {
    guard noun + 1 < words.count else { return true }
    return !["that", "which", "for", "with", "of", "to", "in"].contains(words[noun + 1])
  }
}

extension CheckedPage {
  /// The manifest of the package that the page belongs to: that of the nearest folder around it.
  ///
  /// `nil` if the nearest one was not read, and for pages of examples without a package of their own.
  var manifest: PackageManifest? {
    var folder = page.path.split(separator: "/").dropLast()
    var isExample = false
    while true {
      let path = folder.joined(separator: "/")
      if let manifest = project.manifests.first(where: { $0.folder == path }) {
        return isExample ? nil : manifest
      }
      let file = path.isEmpty ? "Package.swift" : path + "/Package.swift"
      guard surroundings?.kind(file) == nil, let last = folder.popLast() else { return nil }
      isExample = isExample || ExamplePath.isExample(String(last)) && !last.hasSuffix(".docc")
    }
  }
}
