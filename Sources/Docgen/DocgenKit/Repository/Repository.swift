import Basics
import Diagnostics
import Rules
import SwiftIndex

/// The repository of a project's folder: its files and its history.
///
/// Everything is read when a rule first needs it, and once a run.
///
/// Every fact comes from the `git` program, whose answers are stable across versions, and not from
/// reading `.git`. Costs differ widely, so each is paid once: the list of files (one process), the
/// words of all files (one pass over the checkout), the history (one `git log -p`, cached between
/// runs), and one `git blame` for each page with a finding.
///
/// All methods may be called from any thread. `state` is locked while the words or the history are
/// read, so that parallel pages wait for one reading instead of starting their own.
final class Repository: RepositoryFacts {
  private let folder: String
  private let git: Git
  private let isDocument: @Sendable (String) -> Bool
  private let state = Locked(State())

  private struct State {
    var files: TrackedFiles?
    var words: WordIndex?
    var history: RemovalIndex??
    var origins: [String: [LineOrigin]] = [:]
    var answers: [String: Bool] = [:]
    var replacements: [NameRemoval: String?] = [:]
    var renames: [Commit: RenameFinder] = [:]
    var texts: [String: String?] = [:]
  }

  /// `isDocument` decides whether a file is one of the documents that are checked.
  init(_ folder: String, isDocument: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.folder = folder
    self.isDocument = isDocument
    git = Git(folder: folder, reportsErrors: false)
  }

  // MARK: - Files

  /// The files in Git's list.
  var files: TrackedFiles { state.withLock { Self.files(&$0, folder) } }

  private static func files(_ state: inout State, _ folder: String) -> TrackedFiles {
    if let files = state.files { return files }
    let files = TrackedFiles(in: folder)
    FileAccessRecorder.note(.repository, folder, answer: RepositoryState.digest(of: folder))
    state.files = files
    return files
  }

  func hasFile(named name: String) -> Bool {
    DependencyRecorder.note(.fileName(name))
    return files.hasName(name)
  }

  func files(endingIn path: String) -> [String] {
    DependencyRecorder.note(fileNamed: path)
    return files.files(endingIn: path)
  }

  func isUntracked(_ path: String) -> Bool {
    let files = files
    return isTrue("ignored \(path)") { files.isUntracked(path) }
  }

  // MARK: - Words

  func contains(_ word: String, in kind: WordIndex.Kind) -> Bool {
    DependencyRecorder.note(.word(word))
    if kind == .comment { DependencyRecorder.note(.comment(word)) }
    return state.withLock { state in
      if let words = state.words { return words.contains(word, in: kind) }
      let words = self.words(of: Self.files(&state, folder))
      state.words = words
      return words.contains(word, in: kind)
    }
  }

  /// Files larger than this hold data, not names.
  private static let largestFile = 2 << 20
  /// Extensions of documents, whose words prove nothing about the code, and of files without words.
  private static let passedOver: Set<Substring> = [
    "md", "markdown", "txt", "rst", "adoc", "tutorial", "html", "htm", "svg", "png", "jpg", "jpeg",
    "gif", "pdf", "webp", "mp4", "mov", "heic", "icns", "ttf", "otf", "zip", "gz", "jar", "a",
    "dylib", "sqlite", "db", "psd", "sketch", "snap", "car", "wav", "mp3", "caf",
  ]

  /// Documents are left out, because they prove nothing about the code; so are playgrounds, which no
  /// build compiles, and any file with a NUL byte in its first 8,000 bytes. A file that Git does not
  /// track counts only if it is Swift: a saved report or log quotes the very names that documents get
  /// wrong.
  private func words(of files: TrackedFiles) -> WordIndex {
    var index = WordIndex()
    let confinement = Confinement(folder)
    for path in files.paths where !isDocument(path) && !path.hasPrefix(".docgen") {
      let ending = path.split(separator: ".").last ?? ""
      if Self.passedOver.contains(Substring(ending.lowercased())) { continue }
      if ending != "swift" && files.isNew(path) || path.contains("playground/") { continue }
      guard let bytes = try? confinement.read(path, atMost: Self.largestFile) else {
        continue
      }
      if ending == "swift" {
        index.addSwift(bytes)
      } else if !bytes.prefix(8_000).contains(0) {
        index.addText(bytes)
      }
    }
    return index
  }

  // MARK: - History

  func removal(of key: NameRemoval.Key) -> NameRemoval? {
    DependencyRecorder.note(.word(key.name))
    return history?.removal(of: key)
  }

  func deletion(ofFile path: String) -> FileDeletion? {
    DependencyRecorder.note(fileNamed: path)
    guard var deletion = history?.deletion(ofFile: path) else { return nil }
    deletion.newPath = newPath(of: deletion)
    return deletion
  }

  func deletion(ofFolder path: String) -> FileDeletion? {
    DependencyRecorder.note(fileNamed: path)
    return history?.deletion(ofFolder: path)
  }

  /// The path to which the commit moved the file, if it still exists.
  ///
  /// Git detects it by similarity (`-M`); `nil` if the new file was itself moved or deleted later.
  private func newPath(of deletion: FileDeletion) -> String? {
    guard deletion.commit != .none else { return nil }
    let words = [
      "-c", "core.quotePath=false", "show", "-m", "--first-parent", "--format=", "--name-status",
      "-M", "--diff-filter=R", "--relative", deletion.commit.hash,
    ]
    for line in git.lines(words) ?? [] {
      let fields = line.split(separator: "\t")
      guard fields.count == 3, fields[1] == deletion.path[...] else { continue }
      return files.files(endingIn: String(fields[2])).first { $0 == fields[2] }
    }
    return nil
  }

  /// Reads the history, unless it was read before.
  func prepareHistory() async { _ = history }

  var historyState: HistoryState {
    HistoryState(
      references: RepositoryState.references(of: folder),
      uncommitted: history?.uncommitted ?? UncommittedRemovals())
  }

  /// Whether the history is complete.
  var hasHistory: Bool { history != nil }

  private var history: RemovalIndex? {
    state.withLock { state in
      if let history = state.history { return history }
      let history = readHistory()?.addingUncommitted(git)
      state.history = .some(history)
      return history
    }
  }

  /// `nil` for a shallow clone, where a removal looks like missing history, and outside of a
  /// checkout. A cached index is extended by the commits after it; after a rebase, the complete
  /// history is read again.
  private func readHistory() -> RemovalIndex? {
    let lines = git.lines(["rev-parse", "--is-shallow-repository", "HEAD"]) ?? []
    guard lines.first == "false", lines.count > 1 else { return nil }
    let head = lines[1]
    let place = CacheFolder.path(for: folder)
    let known = place.flatMap { CacheFile.read($0 + "/history") }
      .flatMap { RemovalIndex(bytes: $0) }
    if let known, known.head == head { return known }
    let isOlder =
      known.map { git.output(["merge-base", "--is-ancestor", $0.head, head]) != nil } == true
    let history = RemovalIndex(git, head: head, after: isOlder ? known : nil)
    if let place, let history {
      try? FileSystem.makeFolder(place)
      CacheFile.keep(history.bytes, at: place + "/history")
    }
    return history
  }

  func text(
    ofLine number: Int, in file: String, whenWritingLine line: Int, of page: String
  ) -> String? {
    guard number > 0, let text = text(of: file, whenWritingLine: line, of: page) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return number <= lines.count ? String(lines[number - 1]) : nil
  }

  func text(of file: String, whenWritingLine line: Int, of page: String) -> String? {
    guard let origin = origin(ofLine: line, of: page), !origin.isUncommitted else { return nil }
    let key = "\(origin.commit):./\(file)"
    if let known = state.withLock({ $0.texts[key] }) { return known }
    let bytes =
      git.output(["show", key])
      ?? origin.path(of: file, git).flatMap { git.output(["show", "\(origin.commit):\($0)"]) }
    let text = bytes.map { String(decoding: $0, as: UTF8.self) }
    state.withLock { state in
      if state.texts.count == Self.mostTexts { state.texts = [:] }
      state.texts[key] = .some(text)
    }
    return text
  }

  func hadWord(_ word: String, whenWritingLine line: Int, of page: String) -> Bool? {
    guard let origin = origin(ofLine: line, of: page), !origin.isUncommitted else { return nil }
    return isTrue("word \(word) \(origin.commit)") {
      git.output(["grep", "-q", "-w", "-F", "-e", word, origin.commit, "--", "*.swift"]) != nil
    }
  }

  func had(_ word: String, on page: String, before commit: Commit) -> Bool {
    let revision = commit == .none ? "HEAD" : commit.hash + "^"
    return isTrue("page \(page) \(word) \(revision)") {
      git.output(["grep", "-q", "-w", "-F", "-e", word, revision, "--", page]) != nil
    }
  }

  /// The commit that wrote a line of a page.
  private func origin(ofLine line: Int, of page: String) -> LineOrigin? {
    let origins = state.withLock { state in
      if let known = state.origins[page] { return known }
      let origins = LineOrigin.all(of: page, git)
      state.origins[page] = origins
      return origins
    }
    return line >= 1 && line <= origins.count ? origins[line - 1] : nil
  }

  /// An uncommitted line is newer than every commit, and an uncommitted removal newer than every
  /// committed line.
  func isLine(_ line: Int, of page: String, olderThan commit: Commit) -> Bool? {
    guard let origin = origin(ofLine: line, of: page) else { return nil }
    if origin.isUncommitted { return false }
    if commit == .none { return true }
    return isTrue("\(origin.commit) \(commit.hash)") {
      git.output(["merge-base", "--is-ancestor", origin.commit, commit.hash + "^"]) != nil
    }
  }

  private func isTrue(_ key: String, _ ask: () -> Bool) -> Bool {
    if let known = state.withLock({ $0.answers[key] }) { return known }
    let answer = ask()
    state.withLock { $0.answers[key] = answer }
    return answer
  }

  var tags: [String] { git.lines(["tag", "--list"])?.filter { !$0.isEmpty } ?? [] }

  var mergedTags: [String] {
    git.lines(["tag", "--list", "--merged"])?.filter { !$0.isEmpty } ?? []
  }

  // MARK: - The changes of a commit

  private static let manifests = [
    "*Package.swift", "*Package@*.swift", "*Package.resolved", "*.pbxproj", "*project.yml",
    "*Project.swift", "*Podfile", "*Podfile.lock", "*Cartfile", ".gitmodules",
  ]
  /// Text of an added line that names a new dependency.
  private static let dependencies = [
    ".package(", "\"identity\"", "XCRemoteSwiftPackageReference", "repositoryURL", "pod '",
    "pod \"", "github \"", "[submodule",
  ]

  func addsDependency(_ commit: Commit) -> Bool {
    noteChanges(of: commit)
    return isTrue("dependency \(commit.hash)") {
      changes(of: commit, Self.manifests).contains { line in
        line.hasPrefix("+") && Self.dependencies.contains { line.contains($0) }
      }
    }
  }

  /// The changes of the working tree differ after every change of a file.
  private func noteChanges(of commit: Commit) {
    if commit == .none { DependencyRecorder.note(.everything) }
  }

  private func changes(of commit: Commit, _ paths: [String]) -> [String] {
    if commit == .none { return git.lines(RemovalReader.uncommitted + ["--"] + paths) ?? [] }
    let words = [
      "-c", "core.quotePath=false", "show", "-m", "--first-parent", "--format=", "-U0",
      "--no-color", "--no-renames", commit.hash, "--",
    ]
    return git.lines(words + paths) ?? []
  }

  func replacement(for removal: NameRemoval) -> String? {
    noteChanges(of: removal.commit)
    if let known = state.withLock({ $0.replacements[removal] }) { return known }
    let answer = renames(of: removal.commit).newName(of: removal.name)
    state.withLock { $0.replacements[removal] = .some(answer) }
    return answer
  }

  private func renames(of commit: Commit) -> RenameFinder {
    if let known = state.withLock({ $0.renames[commit] }) { return known }
    let finder = RenameFinder(changes(of: commit, ["*.swift"]))
    state.withLock { state in
      if state.renames.count == Self.mostRenames { state.renames = [:] }
      state.renames[commit] = finder
    }
    return finder
  }

  /// The maximum number of commits in memory.
  private static let mostRenames = 16
  /// The maximum number of earlier texts of files in memory.
  private static let mostTexts = 64
}

/// The commits and the changes of the working tree that the facts of a history follow from.
struct HistoryState: Hashable, Sendable {
  /// The commit that is checked out, and the tags.
  var references: ContentDigest
  var uncommitted: UncommittedRemovals
}

/// The current state of a folder in Git, for caching earlier results.
enum RepositoryState {
  private static let references = ["show-ref", "--head", "--tags"]

  /// The commit that is checked out, and the tags.
  static func references(of folder: String) -> ContentDigest {
    ContentDigest(Git(folder: folder, reportsErrors: false).output(references) ?? [])
  }

  static func digest(of folder: String) -> ContentDigest {
    let git = Git(folder: folder, reportsErrors: false)
    let references = git.output(Self.references) ?? []
    let files = git.output(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]) ?? []
    return ContentDigest(references + [0] + files)
  }
}
