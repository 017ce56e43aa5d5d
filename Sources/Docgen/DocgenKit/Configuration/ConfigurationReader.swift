package import Diagnostics
import JSON
import Rules
import Traces

/// Reads a configuration and those that it extends.
///
/// Files that `extends` names are read first, so that the own members of a file replace or precede
/// those of its bases. All problems of all files are collected before reading is given up: one run
/// shows every mistake. Paths in `extends` are confined to the repository, since a checkout is not
/// trusted, and the number of files is limited because a chain without cycles can still double at
/// each level.
package struct ConfigurationReader {
  package private(set) var problems: [Diagnostic] = []
  /// The texts with problems, by their names there.
  package private(set) var sources: [String: SourceText] = [:]
  private var confinement = Confinement("/")
  /// The number of files read.
  private var count = 0

  /// A file that is being read; the files that led to it precede it.
  private struct File {
    /// Absolute, with links followed.
    var path: String
    /// The name in findings: relative to the first file's folder.
    var name: String
  }

  package init() {}

  /// The configuration of a file; `nil` if it or one that it extends has `problems`.
  package mutating func read(_ path: String) -> Configuration? {
    let absolute = FileSystem.absolute(path)
    let name = String(absolute.split(separator: "/").last ?? "")
    let folder = absolute.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    confinement = Confinement(folder.joined(separator: "/"))
    guard let layers = layers([File(path: absolute, name: name)]), problems.isEmpty else {
      return nil
    }
    var configuration = Configuration()
    for layer in layers { configuration.apply(layer) }
    return configuration
  }

  /// The members of the last file, after those that it extends.
  ///
  /// `nil` if the file itself cannot be used. A base that cannot be used is reported and skipped.
  private mutating func layers(_ chain: [File]) -> [[JSONMember]]? {
    guard let file = chain.last, let members = members(of: file) else { return nil }
    var layers: [[JSONMember]] = []
    for base in members.first(where: { $0.key == "extends" }).map(Self.elements) ?? [] {
      guard let text = base.text else { continue }
      let path = Self.path(text, from: file.path)
      guard (try? confinement.resolved(path, for: "read")) != nil else {
        report(of: base, in: file, "`\(text)` is outside the repository")
        continue
      }
      guard FileSystem.kind(of: path) == .file else {
        report(of: base, in: file, "the file `\(text)` does not exist")
        continue
      }
      let next = File(path: FileSystem.absolute(path), name: Self.path(text, from: file.name))
      if chain.contains(where: { $0.path == next.path }) {
        let names = (chain + [next]).map(\.name).joined(separator: " → ")
        report(of: base, in: file, "a configuration extends itself: \(names)")
        continue
      }
      count += 1
      guard count <= Limit.extends.value else {
        report(of: base, in: file, Limit.extends.message("`extends`"))
        return nil
      }
      layers += self.layers(chain + [next]) ?? []
    }
    return layers + [members]
  }

  /// The members of one file, without those that it extends.
  private mutating func members(of file: File) -> [JSONMember]? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(file.path)
    } catch {
      problems.append(
        .configuration(
          at: SourceLocation(file: file.name),
          "the configuration cannot be read: \(error.reason)"))
      return nil
    }
    sources[file.name] = SourceText(bytes: bytes)
    do throws(JSONError) {
      let node = try JSONNode.parse(bytes[...], .configuration)
      guard case .object(let members) = node.value else {
        report(in: file, "expected an object, not \(node.kind)", from: 0, to: 1)
        return nil
      }
      if let old = Self.unmetVersion(members) {
        needVersion(old, in: file)
        return nil
      }
      let diagnostics = ConfigurationDiagnostic.all(of: members, ConfigurationKey.all)
      for one in diagnostics { report(in: file, one.text, from: one.start, to: one.end) }
      return diagnostics.isEmpty ? members : nil
    } catch {
      report(in: file, error.reason, from: error.offset, to: error.offset + 1)
      return nil
    }
  }

  /// A newer docgen may have other keys, so the version is checked first.
  ///
  /// `nil` also for a version that cannot be read, which is reported later as a wrong value.
  private static func unmetVersion(_ members: [JSONMember]) -> JSONNode? {
    let node = members.first { $0.key == "requires" }?.node
    guard let wanted = node?.text.flatMap(Version.init), let own = Version(Program.version) else {
      return nil
    }
    return own < wanted ? node : nil
  }

  private mutating func needVersion(_ node: JSONNode, in file: File) {
    let version = node.text ?? ""
    let upgrade = UpgradeCommand.text(
      for: Installation.program.map(FileSystem.absolute), to: version)
    report(
      in: file, "this project needs docgen \(version) or newer; this is \(Program.version)",
      from: node.start, to: node.end, evidence: [Evidence(.fix, upgrade)])
  }

  private static func elements(of member: JSONMember) -> [JSONNode] {
    if case .array(let elements) = member.node.value { return elements }
    return [member.node]
  }

  /// `../base.json` from `a/.docgen.json` -> `a/../base.json`
  private static func path(_ text: String, from file: String) -> String {
    guard !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return text }
    return String(file[...slash]) + text
  }

  private mutating func report(of node: JSONNode, in file: File, _ text: String) {
    report(in: file, text, from: node.start, to: node.end)
  }

  private mutating func report(
    in file: File, _ text: String, from start: Int, to end: Int, evidence: [Evidence] = []
  ) {
    guard let source = sources[file.name] else { return }
    let range = SourceRange(start: source.position(of: start), end: source.position(of: end))
    let location = SourceLocation(file: file.name, range: range)
    problems.append(.configuration(at: location, text, evidence: evidence))
  }
}

extension Diagnostic {
  static func configuration(
    at location: SourceLocation, _ summary: String, evidence: [Evidence] = []
  ) -> Diagnostic {
    Diagnostic(
      rule: .configuration, category: .usage, at: location, summary, evidence: evidence)
  }
}
