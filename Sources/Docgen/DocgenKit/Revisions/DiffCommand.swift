import CommandLineTool
import Diagnostics
import JSON
import Markdown
import Traces

/// `docgen diff`: what the documents of two revisions draw and count differently. As they are proven
/// at each of them, that is what the code does differently.
struct DiffCommand: Sendable {
  let console: any Console
  let arguments: ParsedArguments
  let root: Root
  /// What generating would change of the files as they are now.
  var generated: [Generation.Change] = []

  /// Whether the files as they are now are what is compared.
  var endsInWorkingTree: Bool { names.count < 2 }

  private var names: [String] {
    arguments.operands.count == 1 ? Self.range(arguments.operands[0]) : arguments.operands
  }

  func run() -> ExitCode {
    let names = names
    guard let first = names.first else { return .usage }
    guard let old = revision(first),
      let new = names.count > 1 ? revision(names[1]) : Revision(workingTreeIn: root.folder)
    else { return .usage }
    for change in generated {
      console.complain(
        "docgen: \(change.page.path.visible) is behind the code; it is compared as "
          + "`docgen generate` would write it\n")
    }
    do throws(FileError) {
      let pages = try differences(old, new)
      print(pages, old, new)
      return pages.isEmpty ? .success : .drift
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }

  /// `main..topic` as git has it, two revisions; what is left out is the last commit.
  private static func range(_ operand: String) -> [String] {
    guard let dots = operand.firstRange(of: "..") else { return [operand] }
    let (old, new) = (operand[..<dots.lowerBound], operand[dots.upperBound...])
    // Three dots mean what a branch has changed since it began: git tells where that is.
    if new.hasPrefix(".") { return [operand] }
    return [old, new].map { $0.isEmpty ? "HEAD" : String($0) }
  }

  private func revision(_ name: String) -> Revision? {
    if let revision = Revision(name, in: root.folder) { return revision }
    let git = Git(folder: root.folder, complains: false)
    console.complain(
      git.output(["rev-parse", "--git-dir"]) == nil
        ? "docgen: \(root.folder) is in no repository of git, or git is not installed\n"
        : "docgen: git knows no revision `\(name)` here\n")
    return nil
  }

  private func differences(
    _ old: Revision, _ new: Revision
  ) throws(FileError) -> [PageDifference] {
    let (patterns, excluded) = (root.configuration.documents, root.configuration.excluded)
    let before = try old.files(matching: patterns, excluding: excluded)
    let after = try new.files(matching: patterns, excluding: excluded)
    var pages: [PageDifference] = []
    for path in Set(before).union(after).sorted() {
      let page = PageDifference(
        path, old: (old.shown(path), before.contains(path) ? try old.read(path) : []),
        new: (new.shown(path), after.contains(path) ? try content(path, new) : []))
      if !page.isEmpty { pages.append(page) }
    }
    return pages
  }

  /// A page at a revision; of the files as they are now as generating would leave it, so that what the
  /// code does is told before the documents have followed.
  private func content(_ path: String, _ revision: Revision) throws(FileError) -> [UInt8] {
    if let change = generated.first(where: { $0.page.path == path }) { return change.bytes }
    return try revision.read(path)
  }

  private func print(_ pages: [PageDifference], _ old: Revision, _ new: Revision) {
    switch arguments.value("format") {
    case "json":
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("version", 1)
      writer.member("old", old.name ?? "")
      writer.member("new", new.name ?? "")
      writer.key("pages")
      writer.beginArray()
      for page in pages { page.write(&writer) }
      writer.endArray()
      writer.endObject()
      console.print(String(decoding: writer.bytes, as: UTF8.self) + "\n")
    case "markdown":
      let sections = pages.map(\.markdown).joined(separator: "\n")
      console.print(pages.isEmpty ? "The documents draw the same.\n" : sections)
    default:
      if pages.isEmpty, !arguments.has("quiet") { console.print("the documents draw the same\n") }
      console.print(pages.map(\.text).joined())
    }
  }

  static let description = CommandDescription(
    "diff", "Compare what documents show at two revisions",
    discussion: """
      Compares the diagrams and values of the configured documents as git has them, by what they \
      mean. As documents are proven at each revision, that is what the code does differently. \
      Files as they are now count with their regions as `docgen generate` would write them.
      """,
    operands: [
      OperandDescription(
        "OLD", "A revision that git knows, or two as OLD..NEW", isRequired: true),
      OperandDescription("NEW", "A later one; the files as they are now when left out"),
    ],
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: ["text", "json", "markdown"],
        standard: "text",
        "How to print it; markdown draws the changes, for the comment of a pull request"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      ("docgen diff main", "What this branch changes, as it stands."),
      ("docgen diff -f markdown v1.0 v1.1", "What a release has changed, drawn."),
    ],
    exitCodes: [
      (0, "they draw the same"), (1, "they differ"), (2, "git does not know the revision"),
      (4, "a file cannot be read"),
    ])
}
