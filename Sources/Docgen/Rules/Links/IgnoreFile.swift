/// The patterns of one `.gitignore`, as far as they decide whether a missing file is ignored.
///
///     /build/      a folder of this name next to the file
///     *.html       a file of this ending, in any folder
///     !keep.html   an exception to the lines before it
struct IgnoreFile: Sendable {
  private struct Rule: Sendable {
    var parts: [Substring]
    var isException: Bool
    var isForFolders: Bool
  }

  private let rules: [Rule]

  init(_ text: String) {
    rules = text.split(whereSeparator: \.isNewline).compactMap { line in
      var pattern = line[...]
      while pattern.last?.isWhitespace == true { pattern.removeLast() }
      guard !pattern.isEmpty, !pattern.hasPrefix("#") else { return nil }
      let isException = pattern.hasPrefix("!")
      if isException { pattern = pattern.dropFirst() }
      let isForFolders = pattern.hasSuffix("/")
      let isAnchored = pattern.dropLast(isForFolders ? 1 : 0).contains("/")
      let parts = pattern.split(separator: "/")
      guard !parts.isEmpty else { return nil }
      return Rule(
        parts: isAnchored ? parts : ["**"] + parts, isException: isException,
        isForFolders: isForFolders)
    }
  }

  /// Whether the path, or a folder around it, is ignored; paths begin at the folder of the file.
  func ignores(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.indices.contains { end in
      let isFolder = end < parts.count - 1 || path.hasSuffix("/")
      var isIgnored = false
      for rule in rules where isFolder || !rule.isForFolders {
        if Self.matches(rule.parts[...], parts[...end]) { isIgnored = !rule.isException }
      }
      return isIgnored
    }
  }

  private static func matches(
    _ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      if pattern.count == 1 { return !path.isEmpty }
      return matches(pattern.dropFirst(), path)
        || (!path.isEmpty && matches(pattern, path.dropFirst()))
    }
    guard let part = path.first, matches(name: Array(first), Array(part)) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Matches one name against one part of a pattern with `*`, `?` and `[abc]`.
  private static func matches(name pattern: [Character], _ name: [Character]) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = Array(pattern.dropFirst())
    switch first {
    case "*":
      return matches(name: rest, name)
        || (!name.isEmpty && matches(name: pattern, Array(name.dropFirst())))
    case "?": return !name.isEmpty && matches(name: rest, Array(name.dropFirst()))
    case "[":
      guard let end = rest.firstIndex(of: "]"), let character = name.first else { return false }
      return rest[..<end].contains(character)
        && matches(name: Array(rest[(end + 1)...]), Array(name.dropFirst()))
    default: return name.first == first && matches(name: rest, Array(name.dropFirst()))
    }
  }
}
