import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps Git from running programs that a repository's own configuration names, and from fetching.
///
/// Git has one option for most of them. Filters have names of the repository's choice, so their keys are
/// listed first and then overridden.
struct GitPrecautions: Sendable {
  /// Environment variables in the shell's notation.
  private let variables: String
  /// Whether objects of another repository on this machine would be read.
  let hasAlternates: Bool

  private static let known = Locked<[String: GitPrecautions]>([:])

  /// The precautions for the repository of a folder, looked up once.
  static func of(_ folder: String) -> GitPrecautions {
    if let found = known.withLock({ $0[folder] }) { return found }
    let found = GitPrecautions(folder)
    known.withLock { $0[folder] = found }
    return found
  }

  private init(_ folder: String) {
    let git = Git(folder: folder, reportsErrors: false)
    let plain = Self.assignments([])
    let question = ["config", "--null", "--name-only", "--get-regexp", "^filter[.]"]
    let names = git.output(question, plain)
    let keys = (names ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    variables = Self.assignments(keys)
    let path = git.output(["rev-parse", "--git-path", "objects/info/alternates"], plain)
    let file = String(decoding: path ?? [], as: UTF8.self).filter { $0 != "\n" }
    let place = file.hasPrefix("/") ? file : folder + "/" + file
    hasAlternates = !file.isEmpty && FileSystem.unseenKind(of: place) != nil
  }

  /// The start of a command line for the shell, up to the command's own words.
  func command(_ words: [String], in folder: String) -> String? {
    if hasAlternates, Self.variable("DOCGEN_GIT_ALTERNATES") != "on" { return nil }
    return Self.command(words, in: folder, variables: variables)
  }

  static func command(_ words: [String], in folder: String, variables: String) -> String {
    var words = words
    if let index = words.indices.first(where: { index in
      !words[index].hasPrefix("-") && (index == 0 || words[index - 1] != "-c")
    }) {
      words.insert(contentsOf: commandOptions[words[index]] ?? [], at: index + 1)
    }
    let line = (["git", "--no-pager"] + options + ["-C", folder] + words).map(quoted)
    return variables + " " + line.joined(separator: " ")
  }

  private static let options = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.sshCommand=false",
    "log.showSignature=false", "submodule.recurse=false", "blame.ignoreRevsFile=",
    "safe.bareRepository=explicit",
  ].flatMap { ["-c", $0] }

  private static let diffOptions = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"]
  private static let commandOptions = [
    "diff": diffOptions, "log": diffOptions, "show": diffOptions,
    "blame": ["--no-textconv"], "grep": ["--no-textconv"],
  ]

  /// Sets `filter.x.required` to false and other keys of filters to empty values, after the
  /// settings of the environment.
  private static func assignments(_ keys: [String]) -> String {
    var parts = [
      "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
      "GIT_TERMINAL_PROMPT=0",
    ]
    let first = variable("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    for (index, key) in keys.enumerated() {
      let value = key.hasSuffix(".required") ? "false" : ""
      parts.append("GIT_CONFIG_KEY_\(first + index)=\(quoted(key))")
      parts.append("GIT_CONFIG_VALUE_\(first + index)=\(value)")
    }
    if !keys.isEmpty { parts.append("GIT_CONFIG_COUNT=\(first + keys.count)") }
    return parts.joined(separator: " ")
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
