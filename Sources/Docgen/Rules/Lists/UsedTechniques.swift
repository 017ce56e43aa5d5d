import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A technique of the platforms that a page says the project uses, and that needs an API which no
/// source uses.
///
///     Client <-->|mTLS| Server      no source asks a client for its certificate
struct UsedTechnique {
  /// The phrases that name it, in lower case.
  var phrases: [String]
  /// Words of the sources without which the project cannot use it.
  var proofs: [String]
  /// Words of the sources that show where it would be used; an empty array for any project.
  var places: [String] = []
  /// Whether only pages about the project's structure claim it: others compare it with something.
  var isOfStructure = true
  var message: String

  private static let all = [
    UsedTechnique(
      phrases: [
        "mtls", "mutual tls", "client certificate",
        "client and server present certificates",
      ],
      proofs: [
        "sec_protocol_options_set_peer_authentication_required",
        "sec_protocol_options_set_challenge_block", "NSURLAuthenticationMethodClientCertificate",
        "certificateVerification", "NIOSSLCertificate",
      ],
      places: ["sec_protocol_options_set_local_identity"], isOfStructure: false,
      message: "no source asks a client for its certificate"),
    UsedTechnique(
      phrases: ["userdefaults", "user defaults"],
      proofs: ["UserDefaults", "NSUserDefaults", "AppStorage", "CFPreferencesCopyAppValue"],
      message: "no source uses `UserDefaults`"),
    UsedTechnique(
      phrases: ["os.log", "oslog", "os_log"], proofs: ["OSLog", "os_log", "Logger"],
      message: "no source uses `os.log`"),
  ]

  /// Words of a line that does not claim the use.
  private static let doubts = [
    " not ", "n't ", "never ", "no ", "avoid", "instead", "rather than", "without", " vs", "unlike",
    "what is", "why ", "pattern", "optional", "for example", "e.g.", "could ", "would ", "[ ]",
    "plan", "future",
  ]

  static func unused(on page: CheckedPage) -> [Diagnostic] {
    let claims = lines(on: page)
    // The words of a repository are read only if a page asks for them.
    guard !claims.isEmpty, let repository = page.context?.repository else { return [] }
    return all.indices.compactMap { index in
      let (technique, lines) = (all[index], claims[index] ?? [])
      func isUsed(_ word: String) -> Bool { repository.contains(word, in: .code) }
      guard let first = lines.first, page.isAboutStructure || !technique.isOfStructure,
        !technique.proofs.contains(where: isUsed),
        technique.places.isEmpty || technique.places.contains(where: isUsed)
      else { return nil }
      let text = page.page.source.line(first)
      let indent = text.utf8.prefix { $0 == 0x20 }.count
      var finding = Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(
          SourceRange(line: first, column: indent + 1, length: text.utf8.count - indent)),
        technique.message, caretLabel: "documented")
      for line in lines.dropFirst() { finding.note(another: line) }
      return finding
    }
  }

  /// The lines that claim each technique, by its index.
  private static func lines(on page: CheckedPage) -> [Int: [Int]] {
    let source = page.page.source
    let phrases = all.enumerated().flatMap { index, technique in
      technique.phrases.map { (index, Array($0.utf8)) }
    }
    var found: [Int: [Int]] = [:]
    var (line, previous) = (1, UInt8(ascii: " "))
    for (place, byte) in source.bytes.enumerated() {
      defer { previous = byte }
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte.isLetter, !previous.isLetter else { continue }
      for (index, phrase) in phrases
      where phrase[0] == byte | 0x20 && found[index]?.last != line
        && source.bytes.hasPhrase(phrase, at: place) && isClaim(line, on: page)
      {
        found[index, default: []].append(line)
      }
    }
    return found
  }

  /// Whether the line is text of the author, or of a diagram, about the present.
  private static func isClaim(_ line: Int, on page: CheckedPage) -> Bool {
    // "Logging with `os.log` (no `print`)" is a claim.
    let text = page.page.source.line(line).lowercased().prefix { $0 != "(" }
    let fence = page.fences.first {
      ($0.range.start.line...$0.range.end.line).contains(line)
    }
    return page.isWritten(SourceRange(line: line, column: 1, length: 0))
      && (fence.map { $0.language.lowercased() == MermaidBlock.language } ?? true)
      && !page.subject.isHistorical(atLine: line) && !doubts.contains(where: text.contains)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension Collection<UInt8> where Index == Int {
  /// Whether a phrase in lower case is at a place, and no letter follows but those of a plural.
  fileprivate func hasPhrase(_ phrase: [UInt8], at place: Int) -> Bool {
    let end = place + phrase.count
    guard end <= endIndex else { return false }
    for (offset, byte) in phrase.enumerated() {
      let own = self[place + offset]
      guard own == byte || own.isLetter && own | 0x20 == byte else { return false }
    }
    return end == endIndex || !self[end].isLetter || self[end] | 0x20 == UInt8(ascii: "s")
  }
}
