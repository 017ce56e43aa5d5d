import Diagnostics
import Markdown

/// The status that the first lines of a page give it, in one of several languages.
///
///     **Status:** Draft — approved, not yet implemented   -> pending
///     状态：已完成                                          -> finished
///     Status: Active                                      -> nil
enum PageStatus: Sendable {
  /// The page describes code that does not exist yet, or that was abandoned: a draft, a plan, an
  /// archive.
  case pending
  /// The page is the record of finished work, or it describes a given version.
  case finished

  /// Returns `nil` for pages without a status, with one that means "kept up to date", and for a
  /// README.
  init?(_ page: Page) {
    guard !Self.isLiving(page.path) else { return nil }
    let lines = Self.firstLines(of: page)
    for (index, line) in lines.enumerated() {
      if let value = Self.value(of: line) {
        let rest = lines[(index + 1)...].prefix(2).prefix { !$0.isEmpty && !$0.contains(":") }
        let text = ([value] + rest).joined(separator: " ")
        if let status = Self.status(of: text) {
          self = status
          return
        }
      }
      if Self.isBanner(line) {
        self = .pending
        return
      }
      if line.contains("(") || line.hasPrefix("stand"), line.contains(Self.version) {
        self = .finished
        return
      }
    }
    return nil
  }

  /// Pages that a project keeps up to date whatever their status is: `Status: beta` in a README.
  private static func isLiving(_ path: String) -> Bool {
    let name = FileName.last(of: path).lowercased()
    return ["readme", "contributing", "agents", "claude"].contains { name.hasPrefix($0) }
  }

  private static let lineCount = 12
  /// The maximum number of bytes that are read of a line.
  private static let reach = 240

  /// Emphasis, markers of quotes and lists, and emoji.
  private static let marks = Set(" \t\r*_`>#|✅🟢🟡🔴📋⚠\u{FE0F}".unicodeScalars)

  /// In lower case, without marks.
  private static func firstLines(of page: Page) -> [String] {
    guard page.source.lineCount > 0 else { return [] }
    return (1...min(lineCount, page.source.lineCount)).map { number in
      let bytes = page.source.bytes[page.source.lineRange(number)].prefix(reach)
      let words = String(decoding: bytes, as: UTF8.self).lowercased().unicodeScalars
        .split(whereSeparator: marks.contains)
      return words.map { String($0) }.joined(separator: " ")
    }
  }

  private static let fields = [
    "status", "stand", "zustand", "statut", "état", "estado", "situación", "状态", "状態",
    "狀態", "ステータス", "状況",
  ]

  /// The value of a status field: `- status: draft`, `| status | draft |`; `nil` for other lines.
  private static func value(of line: String) -> String? {
    let line = line.drop { $0 == "-" || $0 == " " }
    guard let field = fields.first(where: { line.hasPrefix($0) }) else { return nil }
    let rest = line.dropFirst(field.count).drop { $0 == " " }
    guard let first = rest.first else { return nil }
    if first == ":" || first == "：" { return String(rest.dropFirst()).trimmedText }
    // A row of a table has no colon: only the status itself may follow.
    return rest.split(separator: " ").count <= 2 && field != "stand" ? String(rest) : nil
  }

  /// Words, by their beginnings, for code that does not exist yet or no longer exists.
  private static let pendingWords = [
    "draft", "propos", "planned", "superseded", "obsolete", "archived", "not implemented",
    "not yet", "unimplemented", "withdrawn", "rejected", "abandoned", "in progress", "on hold",
    "accepted", "approved", "ready for implementation", "wip",
    "entwurf", "geplant", "vorgeschlagen", "ersetzt", "überholt", "veraltet", "archiviert",
    "nicht umgesetzt", "noch nicht", "in arbeit", "verworfen", "angenommen",
    "brouillon", "planifié", "prévu", "remplacé", "obsolète", "archivé", "en cours",
    "non implémenté", "abandonné", "accepté",
    "borrador", "planificad", "reemplazad", "sustituid", "obsolet", "archivad", "en progreso",
    "en curso", "no implementad", "abandonad", "aceptad",
    "草稿", "草案", "提议", "提案", "计划", "計画", "計劃", "未实现", "未實現", "未実装",
    "已归档", "已歸檔", "已废弃", "已弃用", "已取代", "进行中", "進行中", "下書き", "廃止",
    "アーカイブ", "置き換え",
  ]

  /// Words, by their beginnings, for finished work.
  private static let finishedWords = [
    "complete", "done", "implemented", "delivered", "shipped", "finished", "resolved", "closed",
    "final",
    "abgeschlossen", "fertig", "erledigt", "umgesetzt", "geliefert", "ausgeliefert",
    "terminé", "achevé", "livré", "implémenté",
    "completad", "terminad", "finalizad", "entregad", "implementad",
    "已完成", "完成", "已实现", "已實現", "完了", "実装済み",
  ]

  /// Words at the start of the status of a page that is kept up to date.
  private static let living = ["active", "current", "stable", "living", "maintained", "aktiv"]

  private static func status(of value: String) -> PageStatus? {
    if living.contains(where: value.hasPrefix) { return nil }
    if pendingWords.contains(where: { hasWord($0, in: value) }) { return .pending }
    return finishedWords.contains { hasWord($0, in: value) } ? .finished : nil
  }

  /// Whether a word of the text begins with this; Chinese and Japanese have no spaces between
  /// words.
  private static func hasWord(_ beginning: String, in text: String) -> Bool {
    guard beginning.utf8.first.map({ $0 < 0xE3 }) == true else { return text.contains(beginning) }
    return text.ranges(of: beginning).contains { range in
      range.lowerBound == text.startIndex || !text[text.index(before: range.lowerBound)].isLetter
    }
  }

  private static let banners = [
    "draft", "superseded", "archived", "obsolete", "not implemented", "not yet implemented",
  ]

  /// `> **Superseded (2026-06):** …`
  private static func isBanner(_ line: String) -> Bool {
    banners.contains { word in
      guard line.hasPrefix(word) else { return false }
      let next = line.dropFirst(word.count).drop { $0 == " " }.first
      return next.map { "(:.!—–-".contains($0) } ?? true
    }
  }

  /// `the code (stand 1.5.1 build 8)`, `(as of 2.1)`, `stand: 2026-07`
  nonisolated(unsafe) private static let version =
    /(\((?:stand:?|as of|état au|a fecha de) (?:version |v)?|^stand: (?:version |v)?)[0-9]+[.\-][0-9]/
}

extension PageStatus {
  /// The status of the `spec.md` that a page belongs to: in its folder, or in the one around it.
  ///
  ///     specs/018-terrain/contracts/tiles.md  ->  the status of specs/018-terrain/spec.md
  static func ofSpecification(around path: String, _ index: RepositoryIndex) -> PageStatus? {
    let specifications = index.files(named: "spec.md")
    let folders = RepositoryIndex.foldersUp(from: path).prefix(2).filter { !$0.isEmpty }
    let nearest = folders.map { $0 + "/spec.md" }
      .first { $0 != path && specifications.contains($0) }
    return nearest.flatMap { index.page($0) }.flatMap { PageStatus($0) }
  }
}
