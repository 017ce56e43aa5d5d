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
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("sources", build.sources.text)
    writer.member("state", build.state.text)
    writer.member("known", build.imports.known.sorted())
    writer.member("products", build.imports.products)
    writer.member("linked", build.imports.linked)
    writer.endObject()
    CacheFile.keep(writer.bytes, at: path("build", package))
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
    var writer = JSONWriter()
    writer.beginArray()
    for verdict in verdicts { verdict.write(to: &writer) }
    writer.endArray()
    CacheFile.keep(writer.bytes, at: path("verdict", context.text, state.text))
  }
}

extension BlockVerdict {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", kind.rawValue)
    writer.member("summary", summary)
    place.write(to: &writer)
    if let replacement { writer.member("replacement", replacement) }
    writer.key("notes")
    writer.beginArray()
    for note in notes {
      writer.beginObject()
      writer.member("kind", note.kind.rawValue)
      writer.member("text", note.text)
      note.place?.write(to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
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
  fileprivate func write(to writer: inout JSONWriter) {
    writer.key("place")
    writer.beginArray()
    for number in [block, offsets.lowerBound, offsets.upperBound] { writer.integer(number) }
    writer.endArray()
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
