import Diagnostics
import Markdown
import Rules
import SwiftIndex

/// The inputs of a check whose changes are compared in detail: `ProjectChanges` shows which pages a
/// change of them touches.
struct ProjectState: Sendable {
  typealias Answer = FileAccessRecorder.Answer

  struct Source: Sendable {
    var path: String
    var module: String?
    /// Its identity in `CodeCache`.
    var key: ContentDigest
    var content: Answer
  }

  struct Document: Sendable {
    var path: String
    var content: Answer
  }

  var history: HistoryState
  /// In the order of the project, as the documents.
  var sources: [Source]
  var documents: [Document]
  /// The files that match each list of patterns.
  var lists: [String: [String]]
  /// All files of the project; `nil` if no rule asked for them.
  var files: [String]?
  /// Whether a check can be repeated with some of the Swift files only (`PartialCheck`).
  var isSimple = false
  /// Everything that a check observed, except for the contents of the sources and documents.
  var observations: [(FileAccessRecorder.Observation, Answer)] = []

  init(
    history: HistoryState, sources: [Source], documents: [Document], lists: [String: [String]]
  ) {
    (self.history, self.sources) = (history, sources)
    (self.documents, self.lists) = (documents, lists)
  }

  /// The state of a project whose files were read with these answers.
  ///
  /// Returns `nil` for a project that was not read with a cache.
  init?(_ project: Project, seen: FileAccessRecorder.Observations) {
    guard let inputs = project.inputs, inputs.cached.keys.count == inputs.sources.count else {
      return nil
    }
    func content(_ path: String) -> Answer? {
      seen[.init(question: .content, path: project.root.folder + "/" + path)]
    }
    let sources = zip(inputs.sources, inputs.cached.keys).compactMap { source, key in
      content(source.path).map {
        Source(path: source.path, module: source.module, key: key, content: $0)
      }
    }
    let documents = project.pages.compactMap { page in
      content(page.path).map { Document(path: page.path, content: $0) }
    }
    guard sources.count == inputs.sources.count, documents.count == project.pages.count else {
      return nil
    }
    self.init(
      history: project.repository.historyState, sources: sources, documents: documents,
      lists: inputs.lists)
  }

  /// The contents of the sources, then of the documents.
  func contents(
    in folder: String
  ) -> [(observation: FileAccessRecorder.Observation, answer: Answer)] {
    let contents = sources.map { ($0.path, $0.content) } + documents.map { ($0.path, $0.content) }
    return contents.map { path, answer in
      (FileAccessRecorder.Observation(question: .content, path: folder + "/" + path), answer)
    }
  }

  /// Adds what the check of this state has observed.
  ///
  /// Returns `false` if that contradicts the state: then a file has changed during the check.
  mutating func add(_ seen: FileAccessRecorder.Observations, in folder: String) -> Bool {
    var new = seen
    for (observation, answer) in contents(in: folder) + observations {
      if let other = new.removeValue(forKey: observation), other.digest != answer.digest {
        return false
      }
    }
    // In an order of their own: the same state has the same bytes.
    observations += new.map { ($0.key, $0.value) }.sorted {
      ($0.0.path, $0.0.question.rawValue) < ($1.0.path, $1.0.question.rawValue)
    }
    return !new.values.contains(.changing)
  }
}

// MARK: - Bytes

extension SealedWriter {
  /// Everything that is known before the check.
  mutating func addInputs(of state: ProjectState) {
    add(state.history.references)
    add(state.history.uncommitted.digest)
    add(state.history.uncommitted.names.sorted { ($0.name, $0.file) < ($1.name, $1.file) }) {
      writer, removal in
      writer.add(removal.name)
      writer.add(removal.file)
      writer.add(removal.isExample ? 1 : 0)
    }
    add(state.history.uncommitted.files) { $0.add($1) }
    add(state.sources) { writer, source in
      writer.add(source.path)
      writer.add(source.module) { $0.add($1) }
      writer.add(source.key)
      writer.add(source.content)
    }
    add(state.documents) { writer, document in
      writer.add(document.path)
      writer.add(document.content)
    }
    add(state.lists.sorted { $0.key < $1.key }) { writer, list in
      writer.add(list.key)
      writer.add(list.value) { $0.add($1) }
    }
    add(state.observations)
  }

  /// The rest, with the observations from that one on.
  mutating func addRest(of state: ProjectState, from observation: Int) {
    add(state.files) { writer, files in writer.add(files) { $0.add($1) } }
    add(state.isSimple ? 1 : 0)
    add(Array(state.observations[observation...]))
  }
}

extension SealedReader {
  mutating func projectState() throws(DamagedBytes) -> ProjectState {
    var uncommitted = UncommittedRemovals()
    let references = try digest()
    uncommitted.digest = try digest()
    uncommitted.names = Set(
      try array { reader throws(DamagedBytes) in
        NameRemoval(
          name: try reader.text(), commit: .none, file: try reader.text(),
          isExample: try reader.number() == 1)
      })
    uncommitted.files = try array { reader throws(DamagedBytes) in try reader.text() }
    let sources = try array { reader throws(DamagedBytes) in
      ProjectState.Source(
        path: try reader.text(),
        module: try reader.optional { reader throws(DamagedBytes) in try reader.text() },
        key: try reader.digest(), content: try reader.answer())
    }
    let documents = try array { reader throws(DamagedBytes) in
      ProjectState.Document(path: try reader.text(), content: try reader.answer())
    }
    let lists = try array { reader throws(DamagedBytes) in
      (
        try reader.text(),
        try reader.array { reader throws(DamagedBytes) in try reader.text() }
      )
    }
    var state = ProjectState(
      history: HistoryState(references: references, uncommitted: uncommitted), sources: sources,
      documents: documents, lists: Dictionary(lists) { first, _ in first })
    state.observations = try observations()
    state.files = try optional { reader throws(DamagedBytes) in
      try reader.array { reader throws(DamagedBytes) in try reader.text() }
    }
    state.isSimple = try number() == 1
    state.observations += try observations()
    return state
  }
}
