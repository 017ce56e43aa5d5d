import Foundation
import Testing

/// `docgen init` in a project that has never heard of docgen.
@Suite struct InitTests {
  private let project: EmptyScratch

  init() throws { project = try EmptyScratch() }

  private static let page = """
    # Sessions

    ```mermaid
    classDiagram
        class SessionStore
        class SessionCach
    ```

    1. A list

       ```mermaid
       stateDiagram-v2
           [*] --> signedOut
           signedOut --> expird
       ```

    > ```mermaid
    > classDiagram
    >     class SessionStore
    > ```

    ```mermaid
    pie
      "a": 1
    ```

    """

  private func write(_ files: [String: String] = [:]) throws {
    try project.write(
      "struct SessionStore {}\nenum SessionState { case signedOut, expired }\n",
      to: "An App/Model/Session.swift")
    try project.write("struct SessionCache {}\n", to: "An App/Cache.swift")
    try project.write("import XCTest\n", to: "An App/AppTests/SessionTests.swift")
    try project.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try project.write("class Lib {}\n", to: "Pods/Lib/Lib.swift")
    try project.write("# `Foo.bar`\n", to: "Pods/Lib/README.md")
    try project.write("# Read me\n", to: "README.md")
    try project.write("# 1.0\n", to: "CHANGELOG.md")
    try project.write(Self.page, to: "docs/guide 📄/sessions.md")
    for (path, text) in files { try project.write(text, to: path) }
  }

  private func docgen(_ words: String...) throws -> Outcome {
    try Tool.docgen.run(words, in: project.folder)
  }

  private func text(_ path: String) throws -> String {
    let file = project.folder.appendingPathComponent(path)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `copies of other software are left out, but not packages with a license`() throws {
    try write([
      "An App/zlib/LICENSE": "zlib\n", "An App/zlib/README.md": "# zlib\n",
      "LICENSE": "Copyright (c) 2024 Ann Lee\n",
      "Core/LICENSE": "Copyright (c) 2025-present Ann Lee. All rights reserved.\n",
      "Core/README.md": "# Core\n", "Core/Core.swift": "struct Core {}\n",
      "Parts/Bell/LICENSE": "MIT License\n\nCopyright 2020 Bell Works\n",
      "Parts/Bell/README.md": "# Bell\n", "Parts/Bell/Bell.swift": "struct Bell {}\n",
      "docs/LICENSE": "CC BY\n", "Core/Fixtures/page.md": "# Page\n",
      "Core/test/data/page.md": "# Page\n",
    ])
    #expect(try docgen("init").code == 0)
    let configuration = try text(".docgen.json")
    #expect(
      configuration.contains(
        #""exclude": ["An App/zlib/**", "Parts/Bell/**", "**/Fixtures/**/*.md", "**/*Tests/**", "**/test/**"],"#
      ))
    #expect(configuration.contains(#""documents": ["README.md", "Core/**/*.md", "docs/**/*.md"],"#))
  }

  @Test func `found files are configured, and each diagram is compared with the sources`() throws {
    try write()
    let outcome = try docgen("init")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.contains("found 2 Swift files, 2 Markdown documents, 3 unchecked diagrams"),
      "\(outcome)")
    #expect(
      outcome.contains(
        "docs/guide 📄/sessions.md:3  class diagram: 1 of 2 types exists in the sources; "
          + "`SessionCach` does not (nearest: `SessionCache`)"), "\(outcome)")
    #expect(
      outcome.contains("1 of 2 states is a case of `SessionState`; `expird` is not"), "\(outcome)")
    #expect(outcome.contains("<!-- docgen:verify state-diagram machine=SessionState -->"))
    let configuration = try text(".docgen.json")
    #expect(configuration.contains(#""documents": ["README.md", "docs/**/*.md"],"#))
    #expect(configuration.contains(#""sources": ["An App/**/*.swift"],"#))
    #expect(configuration.contains(#""exclude": ["**/*Tests/**"],"#))
    #expect(try text("docs/guide 📄/sessions.md") == Self.page)
    #expect(try docgen("check").code == 0)
  }

  @Test func `flowcharts of the project get markers, but prose does not`() throws {
    let page = """
      # Parts

      ```mermaid
      flowchart LR
        SessionStore --> a[What users see]
      ```

      ```mermaid
      graph TD
        A[User taps] --> B{Signed in?}
      ```

      ```mermaid
      flowchart LR
        SessionStore
        SessionCache
        SessionStore --> SessionCache
      ```

      """
    try write(["docs/parts.md": page])
    let outcome = try docgen("init", "--markers")
    #expect(outcome.contains("(1 state, 2 class, 3 flowchart)"), "\(outcome)")
    #expect(
      outcome.contains(
        "docs/parts.md:3  flowchart: 1 of 2 nodes names a module, type, file or folder"),
      "\(outcome)")
    #expect(
      outcome.contains("docs/parts.md:8  flowchart: 0 of 2 nodes name a module"), "\(outcome)")
    #expect(outcome.contains("wrote docs/parts.md  (2 markers)"), "\(outcome)")
    let marked = try text("docs/parts.md").split(separator: "<!-- docgen:verify flowchart -->\n")
    #expect(marked.count == 3)
    let check = try docgen("check", "--hints", "docs/parts.md")
    #expect(
      check.contains("`SessionStore` does not depend on `SessionCache` [unknown-dependency]"),
      "\(check)")
  }

  @Test func `running adopt later inserts the same markers, only once`() throws {
    try write()
    #expect(try docgen("init").code == 0)
    let page = "docs/guide 📄/sessions.md"
    let planned = try docgen("adopt", "--dry-run")
    #expect(planned.code == 1, "\(planned)")
    #expect(planned.contains("put before it: <!-- docgen:verify class-diagram partial=yes -->"))
    #expect(try text(page) == Self.page)
    let outcome = try docgen("adopt", page)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.contains("wrote \(page)  (2 markers)\n"), "\(outcome)")
    #expect(outcome.contains("next: docgen check   (1 error now)"), "\(outcome)")
    let adopted = try text(page)
    #expect(adopted != Self.page)
    let again = try docgen("adopt", page)
    #expect(again.code == 0 && !again.contains("wrote"), "\(again)")
    #expect(try text(page) == adopted)
    #expect(try docgen("adopt", "docs/other.md").code == 2)
  }

  @Test func `markers precede provable diagrams, in quotes too, and find the first mistake`()
    throws
  {
    try write()
    let outcome = try docgen("init", "--markers")
    #expect(outcome.contains("wrote docs/guide 📄/sessions.md  (2 markers)"), "\(outcome)")
    #expect(outcome.contains("next: docgen check   (1 error now)"), "\(outcome)")
    let marker = "<!-- docgen:verify class-diagram partial=yes -->"
    #expect(
      try text("docs/guide 📄/sessions.md")
        == Self.page
        .replacing("\n```mermaid\nclassDiagram", with: "\n\(marker)\n```mermaid\nclassDiagram")
        .replacing("> ```mermaid\n", with: "> \(marker)\n> ```mermaid\n"))
    #expect(try docgen("check").contains("the sources have no type `SessionCach`"))
  }

  @Test func `an existing configuration is kept, and a dry run writes none`() throws {
    try write([".docgen.json": "{}\n"])
    let outcome = try docgen("init", "--markers")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(".docgen.json already exists"), "\(outcome)")
    #expect(try text(".docgen.json") == "{}\n")
    let file = project.folder.appendingPathComponent(".docgen.json")
    try FileManager.default.removeItem(at: file)
    #expect(try docgen("init", "-n").contains(#""sources": ["An App/**/*.swift"],"#))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a list item that begins with a diagram has no room, and is unchanged`() throws {
    let page = "- ```mermaid\n  classDiagram\n  class SessionStore\n  ```\n"
    try write(["README.md": page])
    let outcome = try docgen("init", "--markers")
    #expect(outcome.errors.contains("README.md has a diagram with no room"), "\(outcome)")
    #expect(try text("README.md") == page)
  }

  @Test func `a catalog contains documents, and its listings are not sources`() throws {
    try write([
      "Sources/App/App.docc/Tour.tutorial": "@Tutorial(time: 5) {\n}\n",
      "Sources/App/App.docc/App.md": "# App\n\n- ``Listed``\n",
      "Sources/App/App.docc/Listing.swift": "struct Listed {}\n",
      "Sources/App/App.swift": "struct App {}\n",
    ])
    let outcome = try docgen("init")
    #expect(outcome.contains("found 3 Swift files, 4 Markdown documents"), "\(outcome)")
    let configuration = try text(".docgen.json")
    #expect(configuration.contains(#""Sources/**/*.md", "docs/**/*.md", "Sources/**/*.tutorial"]"#))
    #expect(try docgen("check").contains("no symbol is called `Listed`"))
  }

  @Test func `traces are found by their content`() throws {
    try write([".build/traces/a.jsonl": SmallProject.trace, "data/b.jsonl": "{}\n"])
    #expect(try docgen("init", "-n").contains(#""traces": [".build/traces/*.jsonl"],"#))
  }

  @Test func `a folder without Swift is refused`() throws {
    let outcome = try docgen("init")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("found no Swift files here"), "\(outcome)")
  }

  @Test func `hidden folders with documents are listed, the largest first`() throws {
    try write([
      ".planning/a.md": "# A\n", ".planning/phases/b.md": "# B\n", ".github/c.markdown": "# C\n",
      ".build/checkouts/d.md": "# D\n", ".claude/settings.json": "{}",
    ])
    let outcome = try docgen("init")
    #expect(
      outcome.contains("skipped hidden folders with 3 documents: .planning (2), .github (1)\n"),
      "\(outcome)")
    #expect(try !text(".docgen.json").contains(".planning"))
  }

  @Test func `instructions for coding agents are documents, a link to one is not`() throws {
    try write([
      "App/Main.swift": "struct App {}\n", "AGENTS.md": "# Rules\n",
      ".cursor/rules/swift.mdc": "# Rules\n", ".github/copilot-instructions.md": "# Rules\n",
    ])
    try FileManager.default.createSymbolicLink(
      at: project.folder.appending(path: "CLAUDE.md"),
      withDestinationURL: project.folder.appending(path: "AGENTS.md"))
    let outcome = try docgen("init")
    #expect(!outcome.contains("hidden"), "\(outcome)")
    let configuration = try text(".docgen.json")
    for pattern in ["AGENTS.md", ".cursor/rules/**/*.mdc", ".github/copilot-instructions.md"] {
      #expect(configuration.contains("\"\(pattern)\""), "\(configuration)")
    }
    #expect(!configuration.contains("CLAUDE.md"))
  }

  @Test func `without hidden documents none are listed`() throws {
    try write([".build/checkouts/d.md": "# D\n"])
    #expect(try !docgen("init").contains("hidden"))
  }

  @Test func `a diagram of other classes gets no marker`() throws {
    let example = "# Example\n\n```mermaid\nclassDiagram\n  class Foo\n  class Bar\n```\n"
    try write(["docs/example.md": example])
    #expect(try docgen("init", "--markers").code == 0)
    #expect(try text("docs/example.md") == example)
    #expect(try text("docs/guide 📄/sessions.md").contains("docgen:verify class-diagram"))
  }

}
