import Diagnostics
import DocgenLSP
import JSON

/// Converts places of a project into those of the protocol.
struct EditorPlaces: Sendable {
  let folder: String
  let encoding: PositionEncoding
  /// The editor's names of open files, and of files in open folders: real path -> URI.
  let names: DocumentNames
  let text: @Sendable (String) -> SourceText?

  func uri(of file: String) -> String {
    names.uri(of: file.hasPrefix("/") ? file : folder + "/" + file)
  }

  /// A range in a file; the start of the file without a range.
  func range(_ location: SourceLocation) -> EditorRange {
    guard let range = location.range else { return Self.line(1) }
    if let text = text(location.file) { return text.editorRange(of: range, encoding) }
    // Places in traces have only lines.
    return Self.line(range.start.line)
  }

  func json(_ location: SourceLocation) -> JSON {
    ["uri": .text(uri(of: location.file)), "range": range(location).json]
  }

  private static func line(_ number: Int) -> EditorRange {
    let start = EditorPosition(line: max(0, number - 1), character: 0)
    return EditorRange(start: start, end: start)
  }
}

/// The editor's names of files: the URIs under which it has opened them, and URIs below the folders
/// in its spelling, even if links lead there.
///
/// Editors compare URIs as text. If a folder is opened through a link, a finding under its real
/// path would open the file a second time.
struct DocumentNames: Hashable, Sendable {
  private var opened: [String: String] = [:]
  /// A folder's real path, and the editor's spelling of it.
  private var folders: [Folder] = []

  private struct Folder: Hashable, Sendable {
    var path: String
    var spelling: String
  }

  mutating func add(folder spelling: String) {
    let path = FileSystem.unseenAbsolute(spelling)
    if path != spelling { folders.append(Folder(path: path, spelling: spelling)) }
  }

  mutating func open(_ uri: String, at path: String) { opened[path] = uri }
  mutating func close(_ path: String) { opened[path] = nil }

  func uri(of path: String) -> String {
    if let uri = opened[path] { return uri }
    for folder in folders where path.hasPrefix(folder.path + "/") {
      return DocumentURI.uri(of: folder.spelling + path.dropFirst(folder.path.count))
    }
    return DocumentURI.uri(of: path)
  }

  /// The real path of a URI, even of a file that does not exist yet.
  static func path(of uri: String) -> String? {
    guard let path = DocumentURI.path(of: uri) else { return nil }
    let real = FileSystem.unseenAbsolute(path)
    guard real == path, FileSystem.unseenKind(of: path) == nil,
      let slash = path.lastIndex(of: "/"), slash != path.startIndex
    else { return real }
    return FileSystem.unseenAbsolute(String(path[..<slash])) + path[slash...]
  }
}
