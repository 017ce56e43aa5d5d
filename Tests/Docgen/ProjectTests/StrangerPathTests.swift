import Diagnostics
import Foundation
import Testing

/// A foreign checkout: no path or link in it leads outside, for reading or for writing.
@Suite struct StrangerPathTests {
  private let outer: EmptyScratch
  private let secret = "only-mine 4711"

  /// A folder that contains the repository and a file outside it.
  init() throws {
    outer = try EmptyScratch()
    try outer.write(secret + "\n", to: "secret.md")
    try write(SmallProject.page, to: "docs/a.md")
    try write(SmallProject.trace, to: "traces/open.jsonl")
    try write(SmallProject.source, to: "Sources/App/Door.swift")
    try write(SmallProject.configuration, to: ".docgen.json")
    try git("init -q")
  }

  private var repository: URL { outer.folder.appendingPathComponent("repository") }
  private var kept: String? {
    try? String(contentsOf: outer.folder.appendingPathComponent("secret.md"), encoding: .utf8)
  }

  private func write(_ text: String, to path: String) throws {
    try outer.write(text, to: "repository/" + path)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: repository.appendingPathComponent(path).path, withDestinationPath: target)
  }

  private func git(_ words: String) throws {
    let shell = URL(fileURLWithPath: "/bin/sh")
    #expect(try Tool.run(shell, ["-c", "git \(words)"], in: repository).code == 0)
  }

  private func docgen(_ arguments: String...) throws -> Outcome {
    try Tool.docgen.run(arguments, in: repository)
  }

  @Test(arguments: ["../secret.md", "../../secret.md", "docs/../../secret.md"])
  func `a configuration extends no file outside`(path: String) throws {
    try write(#"{"extends": "\#(path)", "documents": ["docs/*.md"]}"#, to: ".docgen.json")
    let outcome = try docgen("check")
    #expect(outcome.code == 2 && outcome.contains("is outside the repository"), "\(outcome)")
    #expect(!outcome.description.contains("only-mine"), "\(outcome)")
  }

  @Test func `a configuration may extend one in the same repository`() throws {
    try write(SmallProject.configuration, to: "base.json")
    try write(#"{"extends": "../base.json", "documents": ["*.md"]}"#, to: "docs/.docgen.json")
    let outcome = try docgen("check", "-c", "docs/.docgen.json")
    #expect(!outcome.description.contains("outside"), "\(outcome)")
  }

  @Test(arguments: ["../../secret.md", "../.git/config"])
  func `a document that links outside the repository is not read`(target: String) throws {
    try write("    token = only-mine\n    [x](none.md) `DoorMachine.widht`\n", to: ".git/config")
    try write("[core]\n\ttoken = only-mine\n", to: ".git/config")
    try link("docs/b.md", to: target)
    for arguments in [["check", "--hints"], ["fix"], ["status"], ["adopt"]] {
      let outcome = try Tool.docgen.run(arguments, in: repository)
      #expect(!outcome.description.contains("only-mine"), "\(arguments) \(outcome)")
    }
    let check = try docgen("check")
    #expect(check.code == 4 && check.contains("it is outside the repository"), "\(check)")
  }

  @Test func `a folder that links outside the repository is not entered`() throws {
    let page = "# Away\n\n`DoorMachine.widht`\n"
    try outer.write(page, to: "away/b.md")
    try outer.write("struct OnlyMine {}\n", to: "away/b.swift")
    try link("docs/away", to: "../../away")
    try link("Sources/away", to: "../../away")
    try write(
      SmallProject.configuration.replacing("docs/*.md", with: "docs/**/*.md"), to: ".docgen.json")
    let outcome = try docgen("check")
    #expect(!outcome.description.contains("away"), "\(outcome)")
    #expect(!(try docgen("model", ".").contains("OnlyMine")))
    try link("Sources/App/b.swift", to: "../../../away/b.swift")
    for arguments in [["model", "."], ["model", "Sources"], ["check", "--hints"]] {
      let outcome = try Tool.docgen.run(arguments, in: repository)
      #expect(!outcome.contains("OnlyMine"), "\(arguments) \(outcome)")
      #expect(outcome.description.contains("outside the repository"), "\(arguments) \(outcome)")
    }
  }

  @Test func `an image outside the repository is not embedded in a page`() throws {
    try outer.write("<svg xmlns='x'>only-mine</svg>", to: "i.svg")
    try link("docs/i.svg", to: "../../i.svg")
    for path in ["../../i.svg", "i.svg", "/../i.svg"] {
      try write("# Page\n\n![x](\(path))\n", to: "docs/a.md")
      let outcome = try docgen("render", "docs/a.md")
      let encoded = Data("<svg xmlns='x'>only-mine</svg>".utf8).base64EncodedString()
      #expect(outcome.code == 0 && !outcome.contains(encoded), "\(path) \(outcome.errors)")
      #expect(outcome.errors.contains("outside the repository"), "\(path) \(outcome.errors)")
    }
  }

  @Test(arguments: [
    ["render", "-f", "html", "docs/a.md"], ["diagram", "state", "traces/open.jsonl"], ["status"],
    ["trace", "merge", "traces/open.jsonl"], ["mermaid", "diff", "docs/a.md", "docs/a.md"],
    ["diff", "HEAD"], ["trace", "export", "-f", "otlp", "traces/open.jsonl"],
  ])
  func `an output path that is a link in the repository is refused`(arguments: [String]) throws {
    try git("add -A && git -c user.name=a -c user.email=a@example.com commit -qm one")
    try write("# Page\n", to: "docs/a.md")
    try link("out", to: "../secret.md")
    try link("folder", to: "..")
    for path in ["out", "./docs/../out", repository.path + "/out", "folder/secret.md"] {
      let outcome = try Tool.docgen.run(arguments + ["-o", path], in: repository)
      #expect(outcome.code == 4, "\(arguments) \(path) \(outcome)")
      #expect(kept == secret + "\n", "\(arguments) \(path)")
    }
    let free = outer.folder.appendingPathComponent("free").path
    let outcome = try Tool.docgen.run(arguments + ["-o", free], in: repository)
    #expect(outcome.code <= 1 && FileManager.default.fileExists(atPath: free), "\(outcome)")
  }

  /// Hovers, definitions, completions, links, actions and findings for paths that lead outside.
  @Test func `an editor gets nothing from outside the repository`() throws {
    try outer.write(
      "struct OnlyMine {\n  // docgen:snippet a\n  let token = \"only-mine\"\n}\n", to: "s.swift")
    try link("docs/link.md", to: "../../secret.md")
    let page = """
      # Page

      [one](../../secret.md), [two](link.md), `../s.swift:3`, `docs/../../secret.md:1`,
      [three](/etc/passwd) and ![four](../../s.swift).

      <!-- docgen:begin snippet file=../s.swift mark=a -->
      <!-- docgen:end -->

      """
    try write(page, to: "docs/a.md")
    let client = try EditorClient(repository)
    try client.start()
    try client.open("docs/a.md", page)
    let away = outer.folder.appendingPathComponent("secret.md").absoluteString
    try client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": away, "languageId": "markdown", "version": 1, "text": "`X`"]])
    var places = try [
      "../../secret", "link.md", "../s.swift:3", "docs/../..", "/etc", "../../s.", "file=../s",
    ]
    .map { try client.place($0, in: "docs/a.md", of: page, offset: 2) }
    places.append(["textDocument": ["uri": away], "position": ["line": 0, "character": 1]])
    for place in places {
      for method in ["hover", "definition", "completion", "references"] {
        let id = try client.begin("textDocument/\(method)", place)
        let answer = String(describing: try client.answer(to: id, method))
        #expect(
          !answer.contains("only-mine") && !answer.contains("OnlyMine"), "\(method) \(answer)")
        #expect(!answer.contains("root:"), "\(method) \(answer)")
      }
    }
    let findings = String(describing: try client.diagnostics("docs/a.md"))
    #expect(!findings.contains("only-mine") && !findings.contains("OnlyMine"), "\(findings)")
    #expect(try client.end() == 0)
    #expect(kept == secret + "\n")
  }

  @Test func `no file is written through a link that leaves the repository`() throws {
    try outer.write("sequenceDiagram\nA->>B: x\n", to: "secret.mmd")
    try link("a.mmd", to: "../secret.mmd")
    try link(".docgen-baseline.json", to: "../secret.md")
    try write("# B\n", to: "docs/b.md")
    _ = try docgen("mermaid", "fmt", "a.mmd")
    _ = try docgen("baseline", "freeze")
    _ = try docgen("fix")
    let diagram = outer.folder.appendingPathComponent("secret.mmd")
    #expect(try String(contentsOf: diagram, encoding: .utf8) == "sequenceDiagram\nA->>B: x\n")
    #expect(kept == secret + "\n")
  }

  @Test(arguments: ["../../../x", "..", "/x", "a/b", ".", "", "a\nb", "nul\u{0}"])
  func `an imported trace becomes a file of the folder`(name: String) throws {
    let encoded = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let trace = SmallProject.trace.replacing(#""scenario":"open""#, with: "\"scenario\":\(encoded)")
    try write(trace, to: "in.jsonl")
    let before = try everything().subtracting(["repository/out"])
    _ = try docgen("trace", "import", "-o", "out", "in.jsonl")
    let added = try everything().subtracting(before)
    #expect(added.allSatisfy { $0.hasPrefix("repository/out") }, "\(added)")
  }

  private func everything() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: outer.folder.path))
  }

  /// Without the secret, nobody can construct a file that has the digest of another one.
  @Test func `cached results are found by digests that depend on a secret`() throws {
    try write("`DoorMachine.widht`\n", to: "docs/a.md")
    func results(cachedIn folder: String) throws -> Set<String> {
      let cache = outer.folder.appendingPathComponent(folder)
      let outcome = try Tool.docgen.run(
        ["check"], in: repository, environment: ["XDG_CACHE_HOME": cache.path])
      #expect(outcome.code == 1, "\(outcome)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
      return Set(names.filter { $0.contains("/checks/") })
    }
    let first = try results(cachedIn: "cache")
    #expect(!first.isEmpty)
    let files = FileManager.default
    for (copy, hasSecret) in [("same", true), ("other", false)] {
      let folder = outer.folder.appendingPathComponent(copy)
      try files.copyItem(at: outer.folder.appendingPathComponent("cache"), to: folder)
      let secret = folder.appendingPathComponent("docgen/secret")
      let attributes = try files.attributesOfItem(atPath: secret.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      if !hasSecret { try files.removeItem(at: secret) }
      #expect(try (results(cachedIn: copy) == first) == hasSecret)
      #expect(files.fileExists(atPath: secret.path))
    }
  }

  @Test func `a cache in the checkout changes no verdict`() throws {
    try write("`DoorMachine.widht`\n", to: "docs/a.md")
    let cache = outer.folder.appendingPathComponent("cache")
    let environment = ["XDG_CACHE_HOME": cache.path]
    let first = try Tool.docgen.run(["check"], in: repository, environment: environment)
    #expect(first.code == 1)
    let names = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
    let name = try #require(names.first { $0.contains("/checks/") })
    // A result without observations stays valid forever.
    let forged = Array("1:00:0:21:= all is well".utf8)
    let file = ContentDigest(forged).text + String(decoding: forged, as: UTF8.self)
    let place = ".build/docgen/checks/" + (name.split(separator: "/").last ?? "")
    try write(file, to: place)
    for variables in [[:], ["XDG_CACHE_HOME": repository.path + "/.build"]] {
      try outer.write(file, to: "repository/.build/" + name)
      let outcome = try Tool.docgen.run(["check"], in: repository, environment: variables)
      #expect(outcome.code == 1 && outcome.output.contains("unknown-symbol"), "\(outcome)")
    }
  }
}
