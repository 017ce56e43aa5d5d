import Diagnostics

/// The outline of a body, unpacked or read when it is first used.
///
/// Two bodies are equal if their outlines are, in whatever form they are stored; those that were not
/// read are compared by their texts.
enum StoredBody: Sendable {
  case read(BodyOutline)
  case packed(Unpacker)
  /// The body that begins at a place of a file, with the digest of its text.
  case unread(UnreadBodies, at: SourcePosition, digest: UInt64)
  /// The parts of a body that at least one of these platforms compiles.
  indirect case active(StoredBody, on: [BuildPlatform])

  var outline: BodyOutline {
    switch self {
    case .read(let outline): return outline
    case .packed(var unpacker):
      // The checksum of the file was right, so the packed data is complete.
      if unpacker.isAtEnd { return BodyOutline() }
      _ = try? BodySummary(from: &unpacker)
      let steps = try? [BodyOutline.Step](from: &unpacker)
      return BodyOutline(steps: steps ?? [])
    case .unread(let bodies, let start, _): return bodies[start].outline
    case .active(let body, let platforms): return body.outline.active(on: platforms)
    }
  }

  /// The names that the body uses, without unpacking its steps.
  var summary: BodySummary {
    switch self {
    case .packed(var unpacker):
      return (try? BodySummary(from: &unpacker)) ?? BodySummary(BodyOutline())
    case .unread(let bodies, let start, _): return bodies[start].summary
    case .read, .active: return BodySummary(outline)
    }
  }

  /// What identifies a body that was not read.
  private var unread: Unread? {
    switch self {
    case .unread(_, let start, let digest): return Unread(start: start, digest: digest)
    case .active(let body, let platforms):
      var unread = body.unread
      unread?.platforms.append(platforms)
      return unread
    case .read, .packed: return nil
    }
  }

  private struct Unread: Hashable {
    let start: SourcePosition
    let digest: UInt64
    var platforms: [[BuildPlatform]] = []
  }
}

extension StoredBody: Hashable {
  static func == (left: StoredBody, right: StoredBody) -> Bool {
    let (first, second) = (left.unread, right.unread)
    return first == second && (first != nil || left.outline == right.outline)
  }

  func hash(into hasher: inout Hasher) {
    if let unread { hasher.combine(unread) } else { hasher.combine(outline) }
  }
}
