import Diagnostics
import JSON
import Rules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The results of console sessions, each valid while its commands, the project's files, its products
/// and the programs that the commands begin with are unchanged.
struct SessionCache: Sendable {
  private static let version = "docgen session 2"
  /// The maximum number of results.
  private static let capacity = 2_000
  private let folder: String
  /// The state of everything that all sessions share.
  private let state: ContentDigest

  /// Returns `nil` if there is no cache folder.
  init?(root: String, files: [String]) {
    guard let place = CacheFolder.path(for: root) else { return nil }
    folder = place + "/sessions"
    try? FileSystem.makeFolder(folder)
    let names = (try? FileSystem.unseenNames(in: folder)) ?? []
    if names.count >= Self.capacity {
      for name in names { CacheFile.remove(folder + "/" + name) }
    }
    let products = ["debug", "release"].flatMap { name -> [String] in
      let folder = "\(root)/.build/\(name)"
      return ((try? FileSystem.unseenNames(in: folder)) ?? []).map { "\(folder)/\($0)" }
    }
    let paths = files.map { "\(root)/\($0)" } + products
    let stamps = paths.map { "\($0) \(FileCopy.stamp($0) ?? "")" }
    state = ContentDigest(([Self.version, Self.path] + stamps).joined(separator: "\n"))
  }

  private static let path = getenv("PATH").map { String(cString: $0) } ?? ""

  private func file(_ script: SessionScript) -> String {
    let folders = Self.path.split(separator: ":")
    // A change of a compiler or tool is a change of the session's input.
    let programs = Set(script.commands.compactMap { $0.split(separator: " ").first }).sorted()
    let stamps = programs.map { name in
      folders.lazy.compactMap { FileCopy.stamp("\($0)/\(name)") }.first ?? ""
    }
    let parts = [state.text, String(script.seconds)] + stamps + script.commands
    return "\(folder)/\(ContentDigest(parts.joined(separator: "\u{0}")).text)"
  }

  /// The stored result of a script.
  func result(_ script: SessionScript) -> SessionResult? {
    guard let bytes = CacheFile.read(file(script)),
      let node = try? JSONNode.parse(bytes[...]), case .array(let nodes) = node.value,
      nodes.count == script.commands.count
    else { return nil }
    let outputs = nodes.compactMap { node -> SessionResult.Output? in
      guard case .array(let elements) = node.value,
        case .integer(let status)? = elements.first?.value
      else { return nil }
      return .init(lines: elements.dropFirst().compactMap(\.text), status: status)
    }
    return outputs.count == nodes.count ? SessionResult(outputs: outputs) : nil
  }

  /// Stores a complete result.
  func keep(_ result: SessionResult, of script: SessionScript) {
    guard result.outputs.count == script.commands.count else { return }
    let json = JSON.array(
      result.outputs.map { .array([.integer($0.status)] + $0.lines.map { .text($0) }) })
    CacheFile.keep(json.bytes, at: file(script))
  }
}
