import Foundation
import TestTools
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// However the cache is damaged, a check reports the same as without it and repairs it.
@Suite struct CacheDamageTests {
  private let project: SmallProject
  private let cache: EmptyScratch
  private let place: URL

  init() throws {
    project = try SmallProject()
    cache = try EmptyScratch()
    let name = project.folder.resolvingSymlinksInPath().path.split(separator: "/")
    place = cache.folder.appendingPathComponent("docgen/" + name.joined(separator: "%"))
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let marker = "<!-- docgen:begin state-diagram machine=DoorMachine.state -->"
    try project.write("# Body\n\n\(marker)\n<!-- docgen:end -->\n", to: "docs/c.md")
    #expect(try project.docgen("generate").code == 0)
    try project.write("`DoorMachine.widht`\n", to: "docs/b.md")
  }

  private func check(_ arguments: String...) throws -> Outcome {
    var outcome = try Tool.docgen.run(
      ["check"] + arguments, in: project.folder,
      environment: ["XDG_CACHE_HOME": cache.folder.path])
    outcome.output = outcome.output.replacing(#/ · \d+ ms\n/#, with: "\n")
    return outcome
  }

  /// The cache files: for the sources, their names and bodies, for the pages, and for the check.
  private func files() throws -> [URL] {
    let checks = place.appendingPathComponent("checks")
    let names = try FileManager.default.contentsOfDirectory(atPath: checks.path)
    return ["code", "names", "pages", "state", "bodies"].map(place.appendingPathComponent)
      + names.sorted().map(checks.appendingPathComponent)
  }

  @Test func `random damage changes no finding and is repaired`() throws {
    let first = try check()
    #expect(first.code == 1 && first.contains("DoorMachine.width"), "\(first)")
    let whole = try files().map { try Data(contentsOf: $0) }
    #expect(whole.count == 6)
    let page = try project.text("docs/a.md")
    var random = SeededRandom(23)
    let repetitions = ProcessInfo.processInfo.environment["MUTATIONS"] == "all" ? 12 : 3
    for round in 0..<CacheDamage.allCases.count * repetitions {
      let damage = CacheDamage.allCases[round % CacheDamage.allCases.count]
      let files = try files()
      // The other files are only read when the check has to run again.
      let damaged = [files, [files[3]], Array(files[1...])][
        round / CacheDamage.allCases.count % 3]
      for file in damaged { try damage.apply(to: file, &random) }
      #expect(try check() == first, "round \(round): \(damage)")
      #expect(try project.text("docs/a.md") == page, "a document was written: \(damage)")
      let repaired = try files.map { try Data(contentsOf: $0) }
      // Texts of pages are stored in no order, and metadata only of files that are old enough.
      for index in [0, 1] {
        #expect(repaired[index].count == whole[index].count, "round \(round): \(damage)")
      }
      #expect(try check() == first, "round \(round), repaired: \(damage)")
      if round % 9 == 0 { #expect(try check("--no-cache") == first) }
    }
  }

  @Test func `a cache path that is not a folder does no harm`() throws {
    let first = try check()
    for name in ["checks", "."] {
      let folder = place.appendingPathComponent(name).standardizedFileURL
      try FileManager.default.removeItem(at: folder)
      try Data("no folder\n".utf8).write(to: folder)
      #expect(try check() == first, "\(name)")
      try FileManager.default.removeItem(at: folder)
      try FileManager.default.createSymbolicLink(
        at: folder, withDestinationURL: URL(fileURLWithPath: "/nowhere/at/all"))
      #expect(try check() == first, "\(name) leads nowhere")
      try FileManager.default.removeItem(at: folder)
      #expect(try check() == first)
    }
  }
}

/// The ways to damage a file of the cache.
private enum CacheDamage: CaseIterable {
  case flipped, cut, longer, noise, empty, otherHead, removed, folder, link, unreadable, pipe

  func apply(to file: URL, _ random: inout SeededRandom) throws {
    var bytes = try Data(contentsOf: file)
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch self {
    case .flipped: bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    case .cut: bytes = bytes.prefix(place)
    case .longer: bytes += bytes.suffix(place)
    case .noise: bytes = Data((0..<place).map { _ in UInt8.random(in: 0...255, using: &random) })
    case .empty: bytes = Data()
    case .otherHead: bytes.replaceSubrange(0..<28, with: bytes.prefix(28).reversed())
    case .unreadable: chmod(file.path, 0)
    case .removed, .folder, .link, .pipe: try FileManager.default.removeItem(at: file)
    }
    switch self {
    case .flipped, .cut, .longer, .noise, .empty, .otherHead: try bytes.write(to: file)
    case .unreadable, .removed: break
    case .folder:
      let inner = file.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: inner.appendingPathComponent("file"))
    case .link:
      let page = file.path.components(separatedBy: "/docgen/")[0] + "/page.md"
      try Data("# Page\n".utf8).write(to: URL(fileURLWithPath: page))
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: page)
    case .pipe: mkfifo(file.path, 0o600)
    }
  }
}
