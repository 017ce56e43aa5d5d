import Diagnostics

/// A pattern for paths: `docs/**/*.md`.
///
/// `*` and `?` match characters within a name, `**` any folders, `{a,b}` either alternative, and
/// all other characters themselves. Names that begin with a dot match only a pattern with that dot.
///
///     docs/**/*.md      docs/a.md, docs/x/y/a.md
///     *.{md,txt}        a.md, b.txt
///     *                 README.md, but not .docgen.json
///
/// Patterns come from files that strangers can write, so the cost is bounded: matching a path needs
/// (parts of the path) × (parts of the pattern) comparisons, and patterns with too many
/// alternatives or parts match nothing.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  /// The alternatives that the braces stand for, each split at its slashes.
  private let alternatives: [[Part]]
  /// The limit that the pattern exceeds.
  let excess: Limit?

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

  /// A pattern that exceeds a limit matches nothing; `excess` states which.
  package init(_ pattern: String) {
    self.pattern = pattern
    let texts = Self.expanded(pattern)
    let alternatives = (texts ?? []).map { text in
      var path = text[...]
      if path.hasPrefix("./") { path = path.dropFirst(2) }
      return path.split(separator: "/").map { Part($0) }
    }
    let isLong = alternatives.contains { $0.count >= Limit.patternParts.value }
    self.alternatives = isLong ? [] : alternatives
    excess = texts == nil ? .patternAlternatives : isLong ? .patternParts : nil
  }

  package func matches(_ path: String) -> Bool { matches(path.split(separator: "/")) }

  /// The same for a path split at its slashes.
  func matches(_ parts: [Substring]) -> Bool {
    alternatives.contains { Progress($0).after(parts[...]).contains($0.count) }
  }

  /// Whether a path below a folder could match.
  package func mayMatch(below folder: String) -> Bool {
    mayMatch(below: folder.split(separator: "/"))
  }

  /// The same for a path split at its slashes.
  func mayMatch(below parts: [Substring]) -> Bool {
    alternatives.contains { alternative in
      Progress(alternative).after(parts[...]).contains { $0 < alternative.count }
    }
  }

  /// All places in a pattern that may come next, after the parts of a path so far: each part of a
  /// path is compared once with each part of the pattern, whatever the number of `**`.
  private struct Progress {
    private let pattern: [Part]

    init(_ pattern: [Part]) { self.pattern = pattern }

    func after(_ path: ArraySlice<Substring>) -> [Int] {
      path.reduce(reachable(from: [0])) { places, name in
        places.isEmpty ? [] : reachable(from: next(places, name))
      }
    }

    /// The places, including those after `**`, which may match nothing.
    private func reachable(from places: [Int]) -> [Int] {
      var all: [Int] = []
      for place in places {
        var place = place
        if all.last.map({ $0 >= place }) == true { continue }
        all.append(place)
        while place < pattern.count, pattern[place] == .folders {
          place += 1
          all.append(place)
        }
      }
      return all
    }

    private func next(_ places: [Int], _ name: Substring) -> [Int] {
      var next: [Int] = []
      for place in places where place < pattern.count {
        if pattern[place] == .folders {
          if !name.hasPrefix("."), next.last != place { next.append(place) }
        } else if pattern[place].matches(name) {
          next.append(place + 1)
        }
      }
      return next
    }
  }

  /// Matches one name with one part of the pattern. By bytes if each character is a byte.
  private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    if name.hasPrefix("."), !pattern.hasPrefix(".") { return false }
    if pattern.utf8.allSatisfy(isCharacter), name.utf8.allSatisfy(isCharacter) {
      return matches(pattern.utf8, name.utf8, star: UInt8(ascii: "*"), any: UInt8(ascii: "?"))
    }
    return matches(pattern, name, star: "*", any: "?")
  }

  private static func isCharacter(_ byte: UInt8) -> Bool { byte < 0x80 && byte != 0x0D }

  /// Backtracks over at most one star.
  ///
  /// The classical method for `*`: only the last star can need more characters, since an earlier
  /// one has already found the shortest match.
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

  /// `a{b,c}d` -> `abd`, `acd`; unpaired braces stand for themselves. Returns `nil` if there are
  /// too many alternatives.
  private static func expanded(_ pattern: String) -> [String]? {
    var finished: [String] = []
    var rest = [pattern]
    var steps = 0
    while let pattern = rest.popLast() {
      guard let close = pattern.firstIndex(of: "}"),
        let open = pattern[..<close].lastIndex(of: "{")
      else {
        finished.append(pattern)
        continue
      }
      let choices = pattern[pattern.index(after: open)..<close]
        .split(separator: ",", omittingEmptySubsequences: false)
      steps += choices.count
      if steps > Limit.patternAlternatives.value { return nil }
      let (head, tail) = (pattern[..<open], pattern[pattern.index(after: close)...])
      rest += choices.reversed().map { "\(head)\($0)\(tail)" }
    }
    return finished
  }
}

/// Finds the files of a folder that match patterns.
package enum FileFinder {
  /// Paths relative to `root`, each once, sorted by their bytes. A folder that is named without a
  /// pattern does not match; a file that is named exactly does. Folders outside the repository are
  /// not entered.
  ///
  /// - Throws: `FileError` for a folder that cannot be listed.
  package static func files(
    matching patterns: [String], excluding excluded: [String] = [], in root: String
  ) throws(FileError) -> [String] {
    let wanted = patterns.map(Glob.init)
    let unwanted = excluded.map(Glob.init)
    var found: [String] = []
    var folders = [(path: "", place: FileSystem.absolute(root))]
    var visited: Set<String> = []
    let confinement = Confinement(root)
    while let (folder, place) = folders.popLast() {
      let path = folder.isEmpty ? root : root + "/" + folder
      // A symbolic link may lead back to a folder above it, or out of the repository.
      guard visited.insert(place).inserted, confinement.contains(place) else { continue }
      let outer = folder.split(separator: "/")
      for (name, listed) in try FileSystem.entries(in: path) {
        let relative = folder.isEmpty ? name : folder + "/" + name
        let parts = outer + [name[...]]
        if unwanted.contains(where: { $0.matches(parts) }) { continue }
        // The listing shows the kinds of all entries except for links.
        switch listed ?? FileSystem.kind(of: root + "/" + relative) {
        case .folder where wanted.contains(where: { $0.mayMatch(below: parts) }):
          folders.append(
            (
              relative,
              listed == nil ? FileSystem.absolute(root + "/" + relative) : place + "/" + name
            ))
        case .file: if wanted.contains(where: { $0.matches(parts) }) { found.append(relative) }
        case .folder, .other, nil: continue
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
