import Diagnostics
import Markdown
import Rules
import SwiftIndex

/// The inputs of a check whose changes are compared in detail: `ProjectChanges` shows which pages a
/// change of them touches.
struct ProjectState: Sendable {
  struct Source: Hashable, Sendable {
    var module: String?
    /// Its identity in `CodeCache`.
    var key: ContentDigest
  }

  var history: HistoryState
  /// By path, as all others.
  var sources: [String: Source] = [:]
  var documents: [String: ContentDigest] = [:]
  private let folder: String

  /// Returns `nil` for a project that was not read with a cache.
  init?(_ project: Project) {
    guard let inputs = project.inputs, inputs.cached.keys.count == inputs.sources.count else {
      return nil
    }
    folder = project.root.folder
    history = project.repository.historyState
    for (source, key) in zip(inputs.sources, inputs.cached.keys) {
      sources[source.path] = Source(module: source.module, key: key)
    }
    for page in project.pages { documents[page.path] = ContentDigest(page.source.bytes) }
  }

  /// Whether the state has the observed content: that of a source or of a document.
  func covers(_ observation: FileAccessRecorder.Observation) -> Bool {
    guard observation.question == .content, observation.path.hasPrefix(folder + "/") else {
      return false
    }
    let path = String(observation.path.dropFirst(folder.utf8.count + 1))
    return sources[path] != nil || documents[path] != nil
  }
}

// MARK: - Bytes

extension SealedWriter {
  mutating func add(_ state: ProjectState) {
    add(state.history.references)
    add(state.history.uncommitted.digest)
    add(state.history.uncommitted.names) { writer, removal in
      writer.add(removal.name)
      writer.add(removal.file)
      writer.add(removal.isExample ? 1 : 0)
    }
    add(state.history.uncommitted.files) { $0.add($1) }
    add(state.sources) { writer, source in
      writer.add(source.key)
      writer.add(source.value.module) { $0.add($1) }
      writer.add(source.value.key)
    }
    add(state.documents) { writer, document in
      writer.add(document.key)
      writer.add(document.value)
    }
  }
}

extension ProjectState {
  /// Reads an earlier state of the project that `current` is the state of.
  init(_ reader: inout SealedReader, before current: ProjectState) throws(DamagedBytes) {
    self = current
    history.references = try reader.digest()
    history.uncommitted.digest = try reader.digest()
    history.uncommitted.names = Set(
      try reader.array { reader throws(DamagedBytes) in
        NameRemoval(
          name: try reader.text(), commit: .none, file: try reader.text(),
          isExample: try reader.number() == 1)
      })
    history.uncommitted.files = try reader.array { reader throws(DamagedBytes) in
      try reader.text()
    }
    let sources = try reader.array { reader throws(DamagedBytes) in
      let path = try reader.text()
      let module = try reader.optional { reader throws(DamagedBytes) in try reader.text() }
      return (path, Source(module: module, key: try reader.digest()))
    }
    self.sources = Dictionary(sources) { first, _ in first }
    let documents = try reader.array { reader throws(DamagedBytes) in
      (try reader.text(), try reader.digest())
    }
    self.documents = Dictionary(documents) { first, _ in first }
  }
}
