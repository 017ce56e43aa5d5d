package import Diagnostics
package import Markdown
import SwiftIndex

/// A Swift block that is compiled and run, or the hidden code of a setup.
package struct SwiftBlock: Sendable {
  package struct Options: Hashable, Sendable {
    /// A part of the error that the compiler must report; `nil` if the block compiles.
    package var error: String?
    package var isRun = true
    package var isIsolated = false
    /// Whether it is a setup, which readers do not see.
    package var isHidden = false
    /// The only platform of the block; `nil` for any.
    package var platform: String?
  }

  package let options: Options
  package let code: BlockCode
}

/// Blocks that share declarations, in their order: those of a page, or one that is isolated.
package struct BlockContext: Sendable {
  /// The page, or the Swift file with the comment.
  package let file: String
  /// The module that the file belongs to.
  package let module: String?
  package let blocks: [SwiftBlock]
  /// A digest of everything that decides the verdicts, except the package.
  package let digest: ContentDigest

  /// The modules that the blocks import themselves.
  package var imports: Set<String> {
    blocks.reduce(into: []) { $0.formUnion($1.code.syntax.imports) }
  }

  init(file: String, module: String?, blocks: [SwiftBlock]) {
    (self.file, self.module, self.blocks) = (file, module, blocks)
    let parts = blocks.flatMap { ["\($0.options)", $0.code.text] }
    digest = ContentDigest(([file, module ?? ""] + parts).joined(separator: "\u{0}"))
  }
}

extension BlockContext {
  /// The contexts of a page: one for all blocks, and one for each that is isolated.
  ///
  /// Without a marker, a block counts if its page is verified: by the front matter, or because
  /// `isVerified`.
  package static func all(
    on page: Page, isVerified: Bool, module: String? = nil
  ) -> [BlockContext] {
    all(on: page, isVerified: isVerified, file: page.path, module: module, origin: nil)
  }

  static func all(
    on page: Page, isVerified: Bool, file: String, module: String?, origin: CommentOrigin?
  ) -> [BlockContext] {
    let instruction = page.instruction?.words ?? []
    let isVerified = isVerified || instruction.starts(with: ["verify", SwiftBlockRegion.name])
    var regions: [Int: Region] = [:]
    for region in page.regions
    where region.kind == .verified && region.name == SwiftBlockRegion.name {
      for fence in region.fences { regions[fence.block] = region }
    }
    guard isVerified || !regions.isEmpty else { return [] }
    let quoted = page.quotedBlocks
    // The setup of a console session is code of the shell.
    let ofSessions = page.regions.filter { $0.name == ConsoleRegion.name }.flatMap(\.fences)
      .flatMap(page.setups)
    var setups = page.setups.filter { !ofSessions.contains($0) }[...]
    var shared: [SwiftBlock] = []
    var contexts: [BlockContext] = []
    for fence in page.fences + page.fencesInDirectives where fence.language.lowercased() == "swift"
    {
      let region = regions[fence.block]
      guard region != nil || isVerified && !quoted.contains(fence.block) else { continue }
      let options = SwiftBlock.Options(region?.opening, page: instruction)
      guard options.isForThisPlatform else { continue }
      let before = setups.prefix { $0.marker.range.start < fence.range.start }
      setups = setups.dropFirst(before.count)
      let hidden = before.map {
        SwiftBlock(
          options: SwiftBlock.Options(isHidden: true), code: BlockCode($0, page.source, origin))
      }
      let block = SwiftBlock(options: options, code: BlockCode(fence, page.source, origin))
      if options.isIsolated {
        contexts.append(BlockContext(file: file, module: module, blocks: hidden + [block]))
      } else {
        shared += hidden + [block]
      }
    }
    if !shared.isEmpty {
      contexts.append(BlockContext(file: file, module: module, blocks: shared))
    }
    return contexts
  }
}

extension SwiftBlock.Options {
  var isForThisPlatform: Bool {
    #if canImport(Darwin)
      platform == nil || platform == "macOS"
    #else
      platform == nil || platform == "Linux"
    #endif
  }

  /// The options of a marker; those of the page's front matter are words after `verify swift`.
  init(_ marker: Marker?, page instruction: [String]) {
    let words = Set(instruction.dropFirst(2))
    func isYes(_ key: String) -> Bool {
      marker?.argument(named: key).map { $0.value?.text ?? "yes" == "yes" } ?? words.contains(key)
    }
    error = marker?["error"]
    isRun = !isYes("no-run")
    isIsolated = isYes("isolated")
    platform = marker?["platform"]
  }
}
