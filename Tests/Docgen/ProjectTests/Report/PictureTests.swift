import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Regions `picture`, and the files that `docgen pictures` and `docgen check --format svg` draw.
@Suite struct PictureTests {
  private let project: SmallProject

  private static let marker =
    "<!-- docgen:begin picture of=docs/a.md:4 file=docs/images/door.png alt=\"A [door]\" -->"

  init() throws {
    project = try SmallProject()
    try project.write(
      """
      <!-- docgen:verify state-diagram machine=Door -->
      ```mermaid
      stateDiagram-v2
        [*] --> closed
        closed --> open: pushed
        open --> ajar: pulled
      ```

      """, to: "docs/a.md")
    try project.write("# Page\n\n\(Self.marker)\n<!-- docgen:end -->\n", to: "docs/b.md")
    #expect(try project.docgen("fix", "docs/b.md").code == 0)
  }

  private func draw(_ arguments: String...) throws -> Outcome {
    try Tool.docgen.run(
      arguments, in: project.folder, environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
  }

  @Test func `the region is an image, and a missing file is reported`() throws {
    #expect(try project.text("docs/b.md").contains("\n![A \\[door\\]](images/door.png)\n"))
    let outcome = try project.docgen("check", "docs/b.md", "--format", "short")
    #expect(outcome.code == 1)
    #expect(
      outcome.contains(
        "docs/b.md:3:1: error: the picture `docs/images/door.png` does not exist [stale-picture]"),
      "\(outcome)")
  }

  @Test func `a marker must name a diagram and an image`() throws {
    for (marker, reason) in [
      ("of=docs/a.md:4", "does not name the diagram and the file"),
      ("of=docs/a.md file=a.png", "`docs/a.md` is not a page and a line"),
      ("of=docs/a.md:4 file=a.jpg", "`a.jpg` is neither a .png nor a .svg"),
      ("of=docs/a.md:400 file=a.png", "no document has a diagram at docs/a.md:400"),
      ("of=../a.md:1 file=a.png", "no document has a diagram at ../a.md:1"),
    ] {
      try project.write(
        "<!-- docgen:begin picture \(marker) -->\n<!-- docgen:end -->\n", to: "docs/c.md")
      let outcome = try project.docgen("check", "docs/c.md", "--format", "short")
      #expect(outcome.contains(reason), "\(marker): \(outcome)")
    }
  }

  @Test func `without tools the commands explain what is missing`() throws {
    for words in [["pictures"], ["check", "-f", "svg", "-o", "drift"]] {
      let outcome = try Tool.docgen.run(
        words, in: project.folder, environment: ["DOCGEN_MERMAID": "/nowhere/mermaid.js"])
      #expect(outcome.code == 4 && outcome.errors.contains("/nowhere/mermaid.js"), "\(outcome)")
      let browser = try Tool.docgen.run(
        words + ["--browser", "/nowhere/browser"], in: project.folder,
        environment: ["DOCGEN_MERMAID": ReportFile.mermaid])
      #expect(browser.code == 4 && browser.errors.contains("/nowhere/browser"), "\(browser)")
    }
    let refused = try project.docgen("check", "-f", "svg")
    #expect(refused.code == 2 && refused.errors.contains("name a folder with --output"))
    #expect(try draw("pictures", "--dry-run").output == "would write docs/images/door.png\n")
  }

  @Test(.enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
  func `a stale picture is drawn again, a current one is not`() throws {
    let drawn = try draw("pictures")
    #expect(drawn.code == 0 && drawn.output == "wrote docs/images/door.png\n", "\(drawn)")
    let file = project.folder.appendingPathComponent("docs/images/door.png")
    let bytes = try Data(contentsOf: file)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The width is in the header: 880 points with one and a half pixels each.
    #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 1_320)
    #expect(try draw("pictures").output.isEmpty)
    #expect(try project.docgen("check", "docs/b.md").code == 0)
    // Every chunk of the PNG is intact.
    let chunks = try Tool.run(
      TraceCommandTests.python,
      [
        "-c",
        "import sys,zlib,struct\nb=open(sys.argv[1],'rb').read()\ni=8\nwhile i<len(b):\n"
          + " n,=struct.unpack('>I',b[i:i+4]); c,=struct.unpack('>I',b[i+8+n:i+12+n])\n"
          + " assert zlib.crc32(b[i+4:i+8+n])==c; last=b[i+4:i+8]; i+=12+n\nprint(last)",
        file.path,
      ], in: project.folder)
    #expect(chunks.output == "b'IEND'\n", "\(chunks)")
    // A change that alters a verdict makes the picture stale, another one does not.
    try project.write(SmallProject.source + "\n\nstruct Lid {}\n", to: "Sources/App/Door.swift")
    #expect(try project.docgen("check", "docs/b.md").code == 0)
    try project.write(
      try project.text("docs/a.md").replacing("ajar", with: "wide"), to: "docs/a.md")
    let stale = try project.docgen("check", "docs/b.md")
    #expect(stale.code == 1 && stale.contains("shows an earlier state of its diagram"), "\(stale)")
  }

  @Test(.enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
  func `each drifted diagram is a picture of its own for artifacts`() throws {
    try project.write(
      "# Fine\n\n```mermaid\nstateDiagram-v2\n  [*] --> closed\n```\n", to: "docs/fine.md")
    let outcome = try draw("check", "--format", "svg", "-o", "drift")
    #expect(outcome.code == 1 && outcome.errors == "wrote drift/docs-a.md-2.svg\n", "\(outcome)")
    let svg = try project.text("drift/docs-a.md-2.svg")
    #expect(svg.hasPrefix("<svg") && svg.contains("v-extra") && svg.contains("--extra:"))
    #expect(!svg.contains("<script") && !svg.contains("tabindex"))
    let document = try XMLDocument(xmlString: svg)
    #expect(document.rootElement()?.name == "svg")
  }
}
