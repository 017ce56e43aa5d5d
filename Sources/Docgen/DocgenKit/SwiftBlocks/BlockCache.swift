import Diagnostics
import JSON
import Rules

/// The results of earlier runs of blocks, and what the blocks were compiled against.
struct BlockCache: Sendable {
  /// A build of a package that is valid while its sources are unchanged.
  struct Build: Sendable {
    var sources: ContentDigest
    var state: ContentDigest
    var imports: BlockImports
  }

  /// The maximum number of results.
  private static let capacity = 4_000
  private let folder: String

  /// Returns `nil` if there is no cache folder.
  init?(root: String) {
    guard let place = CacheFolder.path(for: root) else { return nil }
    folder = place + "/blocks"
    try? FileSystem.makeFolder(folder)
    let names = (try? FileSystem.unseenNames(in: folder)) ?? []
    if names.count >= Self.capacity {
      for name in names { CacheFile.remove(folder + "/" + name) }
    }
  }

  private func path(_ kind: String, _ parts: String...) -> String {
    "\(folder)/\(kind)-\(ContentDigest(parts.joined(separator: "\n")).text)"
  }

  private func node(_ path: String) -> JSONNode? {
    CacheFile.read(path).flatMap { try? JSONNode.parse($0[...]) }
  }

  // MARK: - Builds

  func build(of package: String) -> Build? {
    guard let node = node(path("build", package)),
      let sources = node["sources"]?.text.flatMap({ ContentDigest(text: $0) }),
      let state = node["state"]?.text.flatMap({ ContentDigest(text: $0) })
    else { return nil }
    let imports = BlockImports(
      known: Set(node["known"]?.texts ?? []), products: node["products"]?.texts ?? [],
      linked: node["linked"]?.texts ?? [])
    return Build(sources: sources, state: state, imports: imports)
  }

  func keep(_ build: Build, of package: String) {
    let json: JSON = [
      "sources": .text(build.sources.text), "state": .text(build.state.text),
      "known": .texts(build.imports.known.sorted()), "products": .texts(build.imports.products),
      "linked": .texts(build.imports.linked),
    ]
    CacheFile.keep(json.bytes, at: path("build", package))
  }

  // MARK: - Verdicts

  /// The verdicts on a context in a state of its package.
  func verdicts(on context: ContentDigest, _ state: ContentDigest) -> [BlockVerdict]? {
    guard case .array(let nodes)? = node(path("verdict", context.text, state.text))?.value else {
      return nil
    }
    let verdicts = nodes.compactMap(BlockVerdict.init)
    return verdicts.count == nodes.count ? verdicts : nil
  }

  func keep(_ verdicts: [BlockVerdict], on context: ContentDigest, _ state: ContentDigest) {
    let json = JSON.array(verdicts.map(\.json))
    CacheFile.keep(json.bytes, at: path("verdict", context.text, state.text))
  }
}

extension BlockVerdict {
  fileprivate var json: JSON {
    let notes = notes.map { note -> JSON in
      ["kind": .text(note.kind.rawValue), "text": .text(note.text), "place": note.place?.json]
    }
    return [
      "kind": .text(kind.rawValue), "summary": .text(summary), "place": place.json,
      "replacement": replacement.map { .text($0) }, "notes": .array(notes),
    ]
  }

  fileprivate init?(_ node: JSONNode) {
    guard let kind = node["kind"]?.text.flatMap(Kind.init), let place = Place(node),
      let summary = node["summary"]?.text, case .array(let notes)? = node["notes"]?.value
    else { return nil }
    self.init(
      kind, at: place, summary,
      notes: notes.compactMap { note in
        guard let kind = note["kind"]?.text.flatMap(Evidence.Kind.init) else { return nil }
        return Note(kind, note["text"]?.text ?? "", at: Place(note))
      }, replacement: node["replacement"]?.text)
  }
}

extension BlockVerdict.Place {
  fileprivate var json: JSON {
    .array([block, offsets.lowerBound, offsets.upperBound].map { .integer($0) })
  }

  fileprivate init?(_ node: JSONNode) {
    guard case .array(let nodes)? = node["place"]?.value else { return nil }
    let numbers = nodes.compactMap { node -> Int? in
      guard case .integer(let number) = node.value else { return nil }
      return number
    }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[1] <= numbers[2] else {
      return nil
    }
    self.init(block: numbers[0], offsets: numbers[1]..<numbers[2])
  }
}
