/// A pattern for paths: `docs/**/*.md`.
///
/// `*` and `?` stand for characters within a name, `**` for any folders, `{a,b}` for either, all
/// else for itself. Names that begin with a dot match only a pattern that says so.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  /// The alternatives that the braces stand for, each split at its slashes.
  private let alternatives: [[Part]]

  /// A pattern for one name, or for any folders.
  private enum Part: Hashable {
    case folders
    case literal(Substring)
    /// `*.swift`: anything before an ending of ASCII characters.
    case ending(Substring)
    case pattern(Substring)

    init(_ text: Substring) {
      let rest = text.dropFirst()
      let isPlain = !rest.contains { "*?".contains($0) } && rest.utf8.allSatisfy(Glob.isCharacter)
      switch text.first {
      case "*" where text == "**": self = .folders
      case "*" where isPlain: self = .ending(rest)
      case let first? where isPlain && !"*?".contains(first): self = .literal(text)
      default: self = .pattern(text)
      }
    }

    func matches(_ name: Substring) -> Bool {
      switch self {
      case .folders: false
      case .literal(let text): text == name
      case .ending(let text) where name.utf8.allSatisfy(Glob.isCharacter):
        name.utf8.first != UInt8(ascii: ".") && name.hasSuffix(text)
      case .ending(let text): Glob.matches("*" + text, name)
      case .pattern(let text): Glob.matches(text, name)
      }
    }
  }

  package init(_ pattern: String) {
    self.pattern = pattern
    self.alternatives = Self.expanded(pattern).map { text in
      var path = text[...]
      if path.hasPrefix("./") { path = path.dropFirst(2) }
      return path.split(separator: "/").map { Part($0) }
    }
  }

  package func matches(_ path: String) -> Bool { matches(path.split(separator: "/")) }

  /// The same for a path that is split at its slashes.
  func matches(_ parts: [Substring]) -> Bool {
    alternatives.contains { Self.matches($0[...], parts[...]) }
  }

  /// Whether something below a folder could match.
  package func mayMatch(below folder: String) -> Bool {
    mayMatch(below: folder.split(separator: "/"))
  }

  /// The same for a path that is split at its slashes.
  func mayMatch(below parts: [Substring]) -> Bool {
    alternatives.contains { Self.mayMatch($0[...], parts[...]) }
  }

  private static func mayMatch(
    _ pattern: ArraySlice<Part>, _ folder: ArraySlice<Substring>
  ) -> Bool {
    guard let part = folder.first else { return !pattern.isEmpty }
    guard let first = pattern.first else { return false }
    if first == .folders { return !part.hasPrefix(".") || mayMatch(pattern.dropFirst(), folder) }
    return first.matches(part) && mayMatch(pattern.dropFirst(), folder.dropFirst())
  }

  private static func matches(
    _ pattern: ArraySlice<Part>, _ path: ArraySlice<Substring>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if case .folders = first {
      if matches(pattern.dropFirst(), path) { return true }
      guard let part = path.first, !part.hasPrefix(".") else { return false }
      return matches(pattern, path.dropFirst())
    }
    guard let part = path.first, first.matches(part) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// One name against one part of the pattern. By bytes where a byte is a character.
  private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    if name.hasPrefix("."), !pattern.hasPrefix(".") { return false }
    if pattern.utf8.allSatisfy(isCharacter), name.utf8.allSatisfy(isCharacter) {
      return matches(pattern.utf8, name.utf8, star: UInt8(ascii: "*"), any: UInt8(ascii: "?"))
    }
    return matches(pattern, name, star: "*", any: "?")
  }

  private static func isCharacter(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }

  /// Without going back over more than one star.
  private static func matches<Text: Collection>(
    _ pattern: Text, _ name: Text, star: Text.Element, any: Text.Element
  ) -> Bool where Text.SubSequence == Text, Text.Element: Equatable {
    var (pattern, name) = (pattern, name)
    var retry: (pattern: Text, name: Text)?
    while true {
      if pattern.first == star {
        pattern = pattern.dropFirst()
        retry = (pattern, name)
      } else if let expected = pattern.first, let found = name.first,
        expected == any || expected == found
      {
        pattern = pattern.dropFirst()
        name = name.dropFirst()
      } else if pattern.isEmpty, name.isEmpty {
        return true
      } else {
        guard let (rest, start) = retry, !start.isEmpty else { return false }
        retry = (rest, start.dropFirst())
        (pattern, name) = (rest, start.dropFirst())
      }
    }
  }

  /// `a{b,c}d` -> `abd`, `acd`; braces that do not pair stand for themselves.
  private static func expanded(_ pattern: String) -> [String] {
    guard let close = pattern.firstIndex(of: "}"),
      let open = pattern[..<close].lastIndex(of: "{")
    else { return [pattern] }
    let choices = pattern[pattern.index(after: open)..<close]
      .split(separator: ",", omittingEmptySubsequences: false)
    let (head, tail) = (pattern[..<open], pattern[pattern.index(after: close)...])
    return choices.flatMap { expanded("\(head)\($0)\(tail)") }
  }
}

/// Finds the files of a folder that patterns name.
package enum FileFinder {
  /// Paths relative to `root`, each once, sorted by their bytes. A folder named without a pattern
  /// is no match; a file named exactly is.
  ///
  /// - Throws: `FileError` for a folder that cannot be listed.
  package static func files(
    matching patterns: [String], excluding excluded: [String] = [], in root: String
  ) throws(FileError) -> [String] {
    let wanted = patterns.map(Glob.init)
    let unwanted = excluded.map(Glob.init)
    var found: [String] = []
    var folders = [""]
    var visited: Set<String> = []
    while let folder = folders.popLast() {
      let path = folder.isEmpty ? root : root + "/" + folder
      // A symbolic link may lead back to a folder above it.
      guard visited.insert(FileSystem.absolute(path)).inserted else { continue }
      let outer = folder.split(separator: "/")
      for (name, listed) in try FileSystem.entries(in: path) {
        let relative = folder.isEmpty ? name : folder + "/" + name
        let parts = outer + [name[...]]
        if unwanted.contains(where: { $0.matches(parts) }) { continue }
        switch FileSystem.kind(of: root + "/" + relative, listedAs: listed) {
        case .folder:
          if wanted.contains(where: { $0.mayMatch(below: parts) }) { folders.append(relative) }
        case .file: if wanted.contains(where: { $0.matches(parts) }) { found.append(relative) }
        case .other, nil: continue
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
