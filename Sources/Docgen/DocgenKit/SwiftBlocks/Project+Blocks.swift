import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex

/// The verdicts on the project's blocks after a run.
struct BlockVerdicts: Sendable {
  /// By the digest of a context: a changed context has no verdict.
  var verdicts: [ContentDigest: [BlockVerdict]] = [:]
  /// Problems that kept blocks from being checked.
  var problems: [Diagnostic] = []
}

extension Project {
  /// The verified Swift blocks of a page.
  func blocks(on page: Page) -> [BlockContext] {
    let patterns = root.configuration.verifiedSwift.map { Glob($0) }
    return BlockContext.all(
      on: page, isVerified: patterns.contains { $0.matches(page.path) },
      module: module(of: page.path))
  }

  /// The verified Swift blocks in comments of Swift files, and the listings of tutorials.
  func blocksInSwiftFiles() -> [BlockContext] {
    // `PartialCheck` is for projects without such blocks.
    guard scope?.includesProject != false, model.code.rest == nil else { return [] }
    let patterns = root.configuration.verifiedSwift.map { Glob($0) }
    let marker = "\(Marker.Directive.verify.rawValue) \(SwiftBlockRegion.name)"
    return model.sources.sorted { $0.key < $1.key }.flatMap { path, source -> [BlockContext] in
      let isVerified = patterns.contains { $0.matches(path) }
      guard isVerified || source.bytes.contains(text: marker) else { return [] }
      return BlockContext.all(
        inCommentsOf: source, file: path, module: module(of: path), isVerified: isVerified)
    } + listings(patterns)
  }

  private func listings(_ patterns: [Glob]) -> [BlockContext] {
    let listing = Glob(ProjectReader.listings)
    guard !patterns.isEmpty else { return [] }
    return fileNames.all.filter { path in
      path.hasSuffix(".swift") && listing.matches(path) && patterns.contains { $0.matches(path) }
    }.compactMap { path in
      (try? root.files.read(path)).map {
        BlockContext.listing(SourceText(bytes: $0), file: path, module: module(of: path))
      }
    }
  }

  private func module(of path: String) -> String? {
    ModuleMap(model.manifests).module(ofFile: path)
  }

  /// The findings of the verified blocks on a page; `nil` if they were not run.
  func blockFindings(on page: Page) -> [Diagnostic]? {
    guard let blockVerdicts else { return nil }
    let contexts = blocks(on: page)
    let hasRun = contexts.allSatisfy { blockVerdicts.verdicts[$0.digest] != nil }
    return hasRun ? findings(of: contexts, blockVerdicts) : nil
  }

  /// The findings of the blocks in Swift files, and the problems of the run.
  var otherBlockFindings: [Diagnostic] {
    guard let blockVerdicts else { return [] }
    let found = findings(of: blocksInSwiftFiles(), blockVerdicts)
    return root.configuration.severities.applied(to: found + blockVerdicts.problems)
  }

  /// The number of verified blocks that were not run.
  func waitingBlocks(in contexts: [BlockContext]) -> Int {
    guard blockVerdicts == nil else { return 0 }
    return contexts.flatMap(\.blocks).count { !$0.options.isHidden }
  }

  private func findings(of contexts: [BlockContext], _ verdicts: BlockVerdicts) -> [Diagnostic] {
    contexts.flatMap { context in
      (verdicts.verdicts[context.digest] ?? []).map(context.finding)
    }
  }

  /// Compiles and runs the verified blocks of pages and of Swift files.
  ///
  /// This executes the package's manifest, its plugins and the blocks: only the user may ask for it.
  func runningBlocks(on pages: [Page], usesCache: Bool) async -> BlockVerdicts {
    let contexts = pages.flatMap(blocks) + blocksInSwiftFiles()
    let folders = model.manifests.map(\.folder).sorted { $0.utf8.count > $1.utf8.count }
    let packages = Dictionary(grouping: contexts) { context in
      folders.first { $0.isEmpty || context.file.hasPrefix($0 + "/") } ?? ""
    }
    var result = BlockVerdicts()
    let cache = usesCache ? BlockCache(root: root.folder) : nil
    for (folder, contexts) in packages.sorted(by: { $0.key < $1.key }) {
      do throws(BuiltPackage.Failure) {
        try await run(contexts, inPackage: folder, cache, &result)
      } catch {
        result.problems.append(
          Diagnostic(
            rule: SwiftBlockError.id, category: .input,
            at: SourceLocation(file: folder.isEmpty ? "Package.swift" : folder + "/Package.swift"),
            "\(error.summary), so that no Swift block was checked",
            evidence: error.notes.map { Evidence(.note, $0) }))
      }
    }
    return result
  }

  /// The build folder of the configuration, which is below the root like everything that it names.
  private func finishedBuild() throws(BuiltPackage.Failure) -> String? {
    guard let path = root.configuration.buildFolder else { return nil }
    do throws(FileError) {
      return try root.files.resolved(path, for: "read")
    } catch {
      throw BuiltPackage.Failure(
        summary: "the build folder `\(path)` cannot be used: \(error.reason)")
    }
  }

  private func run(
    _ contexts: [BlockContext], inPackage folder: String, _ cache: BlockCache?,
    _ result: inout BlockVerdicts
  ) async throws(BuiltPackage.Failure) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let files = repository.files.paths.filter { $0.hasPrefix(prefix) && !$0.hasSuffix(".md") }
      .map { String($0.dropFirst(prefix.utf8.count)) }
    let package = try BuiltPackage(
      folder: folder.isEmpty ? root.folder : "\(root.folder)/\(folder)", files: files,
      imported: contexts.reduce(into: []) { $0.formUnion($1.imports) },
      finished: try finishedBuild(), cache: cache)
    var missing: [BlockContext] = []
    for context in contexts {
      if let known = cache?.verdicts(on: context.digest, package.state) {
        result.verdicts[context.digest] = known
      } else {
        missing.append(context)
      }
    }
    guard !missing.isEmpty else { return }
    let scratch: ScratchFolder
    do throws(FileError) {
      scratch = try ScratchFolder("blocks")
    } catch {
      throw BuiltPackage.Failure(summary: "a folder for files cannot be created: \(error.reason)")
    }
    defer { scratch.remove() }
    let checker = BlockChecker(
      modules: BuiltModules(folder: package.buildFolder), imports: package.imports,
      folder: scratch.path)
    for (context, verdicts) in zip(missing, await checker.verdicts(on: missing)) {
      result.verdicts[context.digest] = verdicts
      cache?.keep(verdicts, on: context.digest, package.state)
    }
  }
}
