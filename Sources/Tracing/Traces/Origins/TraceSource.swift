/// A Swift file that a trace came from, with the digest of its code at that time.
///
/// `docgen check` compares these digests with the current files, and reports traces that are older
/// than the code.
public struct TraceSource: Hashable, Sendable {
  /// The path relative to the project's folder: `Sources/Sync/SyncEngine.swift`.
  public var file: String
  /// The digest of the code: 16 hexadecimal digits.
  public var digest: String
  /// The digests of its declarations, eight hexadecimal digits each; empty if unknown.
  public var parts: String

  /// Creates a source from the fields of a trace.
  public init(file: String, digest: String, parts: String = "") {
    (self.file, self.digest, self.parts) = (file, digest, parts)
  }

  /// Creates a source from the code of its file.
  public init(file: String, code: CodeDigest) {
    self.init(
      file: file, digest: Self.hexadecimal(code.whole, digits: 16),
      parts: code.parts.map { Self.hexadecimal(UInt64($0.digest), digits: 8) }.joined())
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}

extension TraceSource {
  /// Finds the first declaration that has changed. The order of declarations does not matter, and
  /// new types are ignored.
  ///
  /// - Parameter content: the current content of the file.
  /// - Returns: its line; `nil` if no declaration has changed.
  public func firstChange(in content: [UInt8]) -> Int? {
    let code = CodeDigest(of: content)
    let now = TraceSource(file: file, code: code)
    guard now.digest != digest else { return nil }
    let (recorded, current) = (digests, now.digests)
    if code.hasConditions || recorded.isEmpty || file.hasSuffix("main.swift") {
      return line(ofPart: zip(current, recorded).prefix { $0 == $1 }.count, in: code)
    }
    var missing = Dictionary(recorded.map { ($0, 1) }, uniquingKeysWith: +)
    let added = current.indices.filter { index in
      let isKnown = missing[current[index], default: 0] > 0
      missing[current[index], default: 0] -= 1
      return !isKnown
    }
    let parts = code.parts
    if let change = added.first(where: { parts[$0].type.map { !added.contains($0) } ?? true }) {
      return parts[change].line
    }
    guard let removed = recorded.firstIndex(where: { missing[$0, default: 0] > 0 }) else {
      return nil
    }
    let before = recorded[..<removed].last.flatMap { current.firstIndex(of: $0) }
    return line(ofPart: before.map { $0 + 1 } ?? 0, in: code)
  }

  private func line(ofPart index: Int, in code: CodeDigest) -> Int {
    index < code.parts.count ? code.parts[index].line : code.parts.last?.line ?? 1
  }

  private var digests: [Substring] {
    var rest = parts[...]
    var digests: [Substring] = []
    while !rest.isEmpty {
      digests.append(rest.prefix(8))
      rest = rest.dropFirst(8)
    }
    return digests
  }
}
