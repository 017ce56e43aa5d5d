import Diagnostics
import Rules
import Testing

/// A page of a repository and the findings about it.
private struct LinkCase: Sendable, CustomTestStringConvertible {
  var text: String
  var path = "docs/a.md"
  var files: [String: String] = [:]
  var found: [String] = []
  /// The replacement by `--fix`; `nil` without a fix.
  var fix: String?

  var testDescription: String { text }
}

private let anchors = [
  LinkCase(text: "# Some *Title*\n[a](#Some-Title)"),
  LinkCase(text: "# Title\n[a](#user-content-title)"),
  LinkCase(text: "# Say `x` & [y](#say-x--y)!"),
  LinkCase(text: "Two\nlines\n---\n[a](#two-lines)"),
  LinkCase(text: "# A\n# A\n[a](#a-1)"),
  LinkCase(text: "<a name='old'></a>\n[a](#old)"),
  LinkCase(text: "<h2 align=center>The <b>End</b></h2>\n\n[a](#the-end)"),
  LinkCase(text: "# :tada: News\n[a](#tada-news)"),
  LinkCase(text: "# ![logo](x.png) House\n[a](#house)", files: ["docs/x.png": ""]),
  LinkCase(text: "[a](../CHANGELOG.md#12)", files: ["CHANGELOG.md": "## 1.2\n"]),
  LinkCase(text: "[a](sub#start)", files: ["docs/sub/README.md": "# Start\n"]),
  LinkCase(
    text: "[a](../CHANGELOG.md#13)", files: ["CHANGELOG.md": "## 1.2\n"],
    found: ["error: `CHANGELOG.md` has no heading `#13`"]),
  LinkCase(text: "::: House.Door\n\n[a](#door-push)"),
  LinkCase(
    text: "::: tip\n\n[a](#door-push)\n\n:::\n",
    found: ["error: `docs/a.md` has no heading `#door-push`"]),
  LinkCase(
    text: "# \u{1F6AA} Doors\n[a](#doors)", found: ["error: `docs/a.md` has no heading `#doors`"],
    fix: "#-doors"),
  LinkCase(
    text: "# Doors\n[a](#doors-1)", found: ["error: `docs/a.md` has no heading `#doors-1`"],
    fix: "#doors"),
  LinkCase(
    text: "# A b\n# A-b\n[a](#a.b)", found: ["error: `docs/a.md` has no heading `#a.b`"]),
]

/// A text that makes a page a copy of another one.
private let copied = "One.\n\nTwo.\n\nThree.\n\n"

/// Pages that are made of templates, and links from the root of a website.
private let copies = [
  LinkCase(
    text: copied + "[a](index.md)", path: "docs/src/a.md",
    files: ["docs/mac/a.md": copied + "[a](index.md)\n", "docs/mac/index.md": ""],
    found: ["note: `docs/src/index.md` does not exist"]),
  // This page has no copy there, but most pages next to it do.
  LinkCase(
    text: "[a](index.md)", path: "docs/src/a-old.md",
    files: [
      "docs/src/b.md": copied, "docs/mac/b.md": copied, "docs/src/c.md": copied,
      "docs/mac/c.md": copied, "docs/mac/index.md": "",
    ], found: ["note: `docs/src/index.md` does not exist"]),
  LinkCase(
    text: "[a](index.md)", path: "docs/src/a-old.md",
    files: ["docs/src/b.md": copied, "docs/mac/b.md": copied, "docs/mac/index.md": ""],
    found: ["error: `docs/src/index.md` does not exist"]),
  // A translation is not a copy, and a copy elsewhere is not next to the page.
  LinkCase(
    text: copied + "[a](sky.png)", path: "docs/en/a.md",
    files: ["docs/de/a.md": "Eins.\n\nZwei.\n\n[a](sky.png)\n", "docs/de/sky.png": ""],
    found: ["error: `docs/en/sky.png` does not exist"], fix: "../de/sky.png"),
  LinkCase(
    text: copied + "[a](old.md)", path: "docs/src/a.md",
    files: ["site/mac/a.md": copied, "site/mac/old.md": "", "site/ios/old.md": ""],
    found: ["error: `docs/src/old.md` does not exist"]),
  LinkCase(
    text: copied + "[a](old.md)", path: "docs/src/a.md", files: ["docs/mac/a.md": copied],
    found: ["error: `docs/src/old.md` does not exist"]),
  LinkCase(
    text: "[a](/images/a.png)", files: ["App/Public/images/a.png": ""],
    found: ["note: `images/a.png` does not exist"]),
  LinkCase(
    text: "[a](/images/a.png)", files: ["App/Other/images/a.png": ""],
    found: ["note: `images/a.png` does not exist"], fix: "/App/Other/images/a.png"),
]

/// Delimiters with a combining scalar after them, one character in Swift.
private let combining = [
  LinkCase(text: "# \u{1F5BC}\u{FE0F} Views\n[a](#\u{FE0F}-views)"),
  LinkCase(
    text: "# Doors\n[a](#\u{FE0F}-views)",
    found: ["error: `docs/a.md` has no heading `#\u{FE0F}-views`"]),
  LinkCase(
    text: "[a](b.md#\u{0301}x)", files: ["docs/b.md": "# B\n"],
    found: ["error: `docs/b.md` has no heading `#\u{0301}x`"]),
  LinkCase(text: "[a](sub/\u{0301}x.md)", files: ["docs/sub/\u{0301}x.md": ""]),
  LinkCase(text: "[a](sub/../\u{0301}x.md)", files: ["docs/\u{0301}x.md": ""]),
  LinkCase(text: "[a](b.md?\u{0301}x)", files: ["docs/b.md": ""]),
  LinkCase(text: "[a](x-y:\u{0301}z)", found: ["error: `docs/x-y:\u{0301}z` does not exist"]),
  LinkCase(text: "[a](xy:\u{0301}z)"),
  LinkCase(text: "[a](/\u{0301}x)", found: ["note: `\u{0301}x` does not exist"]),
]

private let files = [
  LinkCase(text: "[a](../../../issues) [b](../../releases)", path: "docs/a/b.md"),
  LinkCase(text: "[a](../Vendor/lib/x.c)", files: [".gitmodules": "\tpath = Vendor/lib\n"]),
  LinkCase(text: "[a](api/index.html)", files: [".gitignore": "docs/api/\n"]),
  LinkCase(text: "[a]({{ site.url }}/a) [b](<$(ROOT)/b>)"),
  LinkCase(text: "[a](guide) [b](guide/)", files: ["_config.yml": "", "docs/guide.md": ""]),
  LinkCase(text: "[a](/docs/guide)", files: ["docs/guide.md": ""]),
  LinkCase(
    text: "---\npermalink: /x\n---\n[a](other)",
    found: ["note: `docs/other` does not exist"]),
  // A file of that name in another part of the repository may be unrelated.
  LinkCase(
    text: "[a](../Core/Data/Texts.swift)", files: ["App/Shared/Texts.swift": ""],
    found: ["error: `Core/Data/Texts.swift` does not exist"]),
  LinkCase(
    text: "[a](../Core/Data/Texts.swift)", files: ["Core/Shared/Texts.swift": ""],
    found: ["error: `Core/Data/Texts.swift` does not exist"], fix: "../Core/Shared/Texts.swift"),
  // Several addresses without an extension lead nowhere, so this is probably a website's page.
  LinkCase(
    text: "[a](./one) [b](./two) [c](../three#x)",
    found: [
      "note: `docs/one` does not exist", "note: `docs/two` does not exist",
      "note: `three` does not exist",
    ]),
  LinkCase(
    text: "[a](./one) [b](./two) [c](sub)", files: ["docs/sub/README.md": ""],
    found: ["error: `docs/one` does not exist", "error: `docs/two` does not exist"]),
  LinkCase(
    text: "[a](<(https://a.org/b)>)",
    found: ["error: the address `https://a.org/b` is in parentheses"]),
  LinkCase(
    text: "[a](me@a.org)", found: ["error: the address `me@a.org` lacks `mailto:`"]),
  LinkCase(text: "[a](mailto:me@a.org) [b](me@2x.png)", files: ["docs/me@2x.png": ""]),
  LinkCase(text: "[a](gone@2x.png)", found: ["error: `docs/gone@2x.png` does not exist"]),
  LinkCase(text: "[a](/gone)", found: ["note: `gone` does not exist"]),
  LinkCase(text: "[a](URL)", found: ["note: `docs/URL` does not exist"]),
  LinkCase(
    text: "[a](NNNN-filename.md) [b](NNNN-door.md)",
    found: [
      "note: `docs/NNNN-filename.md` does not exist", "error: `docs/NNNN-door.md` does not exist",
    ]),
  LinkCase(
    text: "[a](Door.html)", files: [".jazzy.yaml": ""],
    found: ["note: `docs/Door.html` does not exist"]
  ),
  LinkCase(
    text: "[a](Sources/House/Door.swift)",
    found: ["warning: `docs/Sources/House/Door.swift` does not exist"],
    fix: "../Sources/House/Door.swift"),
  LinkCase(
    text: "[a](gone/guide.md)", files: ["docs/new/guide.md": ""],
    found: ["error: `docs/gone/guide.md` does not exist"], fix: "new/guide.md"),
  LinkCase(
    text: "[a](gone/guide.md)", files: ["docs/new/guide.md": "", "docs/old/guide.md": ""],
    found: ["error: `docs/gone/guide.md` does not exist"]),
  LinkCase(
    text: "[a](gone/README.md)", files: ["docs/new/README.md": ""],
    found: ["error: `docs/gone/README.md` does not exist"]),
  LinkCase(
    text: "[a](../Docs/b.md)", files: ["docs/b.md": ""],
    found: ["error: `Docs/b.md` does not exist"],
    fix: "b.md"),
  // The only file of that name may be unrelated.
  LinkCase(
    text: "[a](gone/queue.md)", files: ["docs/archive/queue.md": ""],
    found: ["error: `docs/gone/queue.md` does not exist"]),
  LinkCase(
    text: "[a](phase-1/queue.md)", files: ["docs/phase-2/queue.md": ""],
    found: ["error: `docs/phase-1/queue.md` does not exist"]),
  LinkCase(
    text: "[a](guide.html)", files: [".jazzy.yaml": "", "site/guide.html": ""],
    found: ["note: `docs/guide.html` does not exist"]),
  // The inner fence ends the outer one: the link may belong to the example.
  LinkCase(
    text: "```markdown\n```swift\nlet a = 1\n```\n\n[a](gone/guide.md)\n",
    files: ["docs/new/guide.md": ""], found: ["error: `docs/gone/guide.md` does not exist"]),
  LinkCase(
    text: "```markdown\n# A\n```\n\n[a](gone/guide.md)\n", files: ["docs/new/guide.md": ""],
    found: ["error: `docs/gone/guide.md` does not exist"], fix: "new/guide.md"),
  LinkCase(
    text: "[a](github.com/owner/name)",
    found: ["error: `docs/github.com/owner/name` does not exist"]),
]

private let catalog = "Sources/House/House.docc"
private let catalogFiles = [
  "\(catalog)/Images/sky~dark@2x.png": "",
  "\(catalog)/Opening doors.md": "# Opening\n## At night\n",
  "\(catalog)/Tour.mp4": "",
]

private let catalogs = [
  LinkCase(text: "![a](sky) ![b](sky.png) @Video(source: \"Tour.mp4\")"),
  LinkCase(text: "@Image(source: \"sky\", alt: \"x\")\n\n@PageImage(source: sky, purpose: card)"),
  LinkCase(text: "# My Own Title\n[a](#My-Own-Title) [b](doc:Opening-doors#At-night)"),
  LinkCase(text: "[a](/documentation/house/door) [b](Opening%20doors.md) [c](./House/Door)"),
  LinkCase(text: "![a](ground)", found: ["error: no catalog has a file `ground`"]),
  LinkCase(
    text: "@Row {\n    @Image(source: \"ground.png\")\n}",
    found: ["error: no catalog has a file `ground.png`"]),
  LinkCase(
    text: "[a](#Gone)", found: ["error: `\(catalog)/Page.md` has no heading `#Gone`"]),
  LinkCase(text: "[a](Gone.md)", found: ["error: `\(catalog)/Gone.md` does not exist"]),
]

@Suite struct BrokenLinkTests {
  @Test(arguments: anchors)
  private func `an anchor is a heading as GitHub spells it`(_ link: LinkCase) { expect(link) }

  @Test(arguments: files)
  private func `a path must be a file of the repository`(_ link: LinkCase) { expect(link) }

  @Test(arguments: combining)
  private func `a combining scalar belongs to no delimiter`(_ link: LinkCase) { expect(link) }

  @Test(arguments: copies)
  private func `a link that resolves from another place is a hint`(_ link: LinkCase) {
    expect(link)
  }

  @Test(arguments: catalogs)
  private func `a page of a catalog follows DocC`(_ link: LinkCase) {
    var link = link
    link.path = "\(catalog)/Page.md"
    link.files.merge(catalogFiles) { $1 }
    expect(link)
  }

  private func expect(_ link: LinkCase) {
    let found = LinkedHouse(link.files).findings(link.text, on: link.path)
    #expect(found.map(\.brief) == link.found)
    #expect(found.flatMap(\.fixIts).map(\.replacement) == (link.fix.map { [$0] } ?? []))
  }
}
