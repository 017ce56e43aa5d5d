package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A command of a shell block or inline code that names something the project does not have.
///
///     make lint                      the `Makefile` has no target `lint`
///     make test SCALE=2              the `Makefile` does not use the variable `SCALE`
///     ./Scripts/release.sh           the script does not exist
///     swift run server               no target or product is called `server`
///     swift test --filter DoorTests  no test is called `DoorTests`
///     xcodebuild -scheme House       no scheme is called `House`
///     gh workflow run release.yml    `.github/workflows` has no such file
package enum UnknownCommand: Rule {
  package static let id = RuleID("unknown-command")
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary =
    "A shell command names a script, target or variable that does not exist."
  package static let explanation = Explanation.other(
    """
    Readers copy commands. In shell blocks and inline code, a script and its options, a target and a \
    variable of `make`, a target or product of `swift`, a test after `--filter`, an Xcode scheme, a \
    workflow after `gh` and the options of the project's own programs must exist, and an option whose \
    type is an enum must take the value. An environment variable that begins with the name of the \
    package or a product must occur in the repository. Nothing may separate the dashes of an option \
    from its name. A name that existed when the line was written is an error, any other a warning or a \
    hint. `cd` is followed; a folder that a commit deleted or renamed after the line was written is an \
    error. Lines after `Usage:` count in the help of the project's programs. Placeholders and programs \
    of others are ignored. Nothing is run.
    """,
    "a document", text: "```sh\nmake lint\n```",
    remedy: "Write the current command. Add words of other software to `ignore`.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context, let repository = context.repository else {
      return []
    }
    var seen: [String: Int] = [:]
    var findings: [Diagnostic] = []
    for command in ShellCommand.all(on: page) {
      let check = CommandCheck(command, on: page, context: context, in: repository)
      guard let problem = check.problem, !context.isIgnored(problem.word.text) else {
        continue
      }
      if let first = seen[problem.message] {
        findings[first].note(another: problem.word.range.start.line)
        continue
      }
      seen[problem.message] = findings.count
      let isHistorical =
        command.span.map { page.subject.isHistorical(at: $0) }
        ?? command.fence.map { page.subject.isHistorical($0) } ?? false
      findings.append(
        Diagnostic(
          rule: id, severity: severity, confidence: isHistorical ? .low : problem.confidence,
          at: page.page.location(problem.word.range), problem.message, caretLabel: "documented",
          evidence: problem.evidence))
    }
    return programFindings(on: page) + optionFindings(on: page) + spacedOptions(on: page)
      + environmentFindings(on: page)
      + findings
  }
}

/// Looks up the names in one command.
///
/// Each program has its own check; anything else that looks like the path of a script is checked as
/// a script. Words with characters of the shell, placeholders and words without a lowercase letter
/// are open and never reported.
struct CommandCheck {
  struct Problem {
    var word: ShellCommand.Word
    var message: String
    var confidence = Confidence.medium
    var evidence: [Evidence] = []

    /// History proves the problem if it shows that the text once was true.
    mutating func confirm(_ wasTrue: Bool, _ help: String) {
      guard wasTrue else { return }
      confidence = .high
      evidence.append(Evidence(.help, help))
    }
  }

  let command: ShellCommand
  let page: CheckedPage
  let context: ProjectContext
  let repository: any RepositoryFacts

  init(
    _ command: ShellCommand, on page: CheckedPage, context: ProjectContext,
    in repository: any RepositoryFacts
  ) {
    (self.command, self.page) = (command, page)
    (self.context, self.repository) = (context, repository)
  }

  var problem: Problem? {
    guard command.folder != nil else { return nil }
    switch command.name {
    case "make", "gmake": return makeProblem
    case "swift": return swiftProblem ?? misspelledVerb(of: "swift", among: Self.swiftVerbs)
    case "git": return misspelledVerb(of: "git", among: Self.gitVerbs)
    case "xcodebuild": return schemeProblem
    case "gh": return workflowProblem
    case "cd", "pushd": return folderProblem
    case "bash", "sh", "zsh", "ruby", "python", "python3", "chmod", "source":
      return command.words.dropFirst().first { !$0.text.hasPrefix("-") && !$0.text.contains("+x") }
        .flatMap { scriptProblem($0, isPath: true) } ?? operandProblem
    default: return scriptProblem(command.words[0]) ?? operandProblem
    }
  }

  /// The text of a file when the author wrote the line of a word.
  func oldText(of file: String, for word: ShellCommand.Word) -> String? {
    repository.text(of: file, whenWritingLine: word.range.start.line, of: page.page.path)
  }

  /// The folders that the reader may be in, the nearest first.
  var folders: [String] {
    guard let folder = command.folder, folder.isEmpty else { return [command.folder ?? ""] }
    return RepositoryIndex.foldersUp(from: page.page.path)
  }

  static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// Whether a word is a placeholder, a variable or a pattern.
  static func isOpen(_ word: String) -> Bool {
    word.contains { "<>$*[]{}…~@%\\".contains($0) } || word.contains("...")
      || !word.contains(where: \.isLowercase) || Placeholder.isPlaceholder(word)
  }

  // MARK: - Swift

  private var swiftProblem: Problem? {
    let words = Array(command.words.dropFirst())
    if let word = words.dropFirst().first, words[0].text == "package" {
      return packageProblem(word)
    }
    guard let verb = words.first?.text, ["run", "build", "test"].contains(verb),
      !words.contains(where: { $0.text.contains("path") })
    else { return nil }
    for (index, word) in words.enumerated() where index > 0 {
      let option = words[index - 1].text
      if ["--product", "--target"].contains(option) { return targetProblem(word) }
      if option == "--filter" { return testProblem(word) }
    }
    guard verb == "run" else { return nil }
    var rest = words.dropFirst()[...]
    while let word = rest.first, word.text.hasPrefix("-") {
      rest = rest.dropFirst(["-c", "--configuration"].contains(word.text) ? 2 : 1)
    }
    return rest.isEmpty ? runProblem : rest.first.flatMap(targetProblem)
  }

  /// `swift run` in a package without a program; a block that also runs the tests is about this
  /// package, and not about the reader's.
  private var runProblem: Problem? {
    guard let manifest, !manifest.targets.isEmpty, let block = command.fence?.literal,
      block.contains("swift test"), !block.contains("package init"),
      !manifest.targets.contains(where: { $0.kind == .executableTarget }),
      !context.index.files(named: "main.swift").contains(where: {
        $0.hasPrefix(Self.path("Sources/", in: manifest.folder))
      })
    else { return nil }
    return Problem(
      word: command.words[1], message: "`\(manifest.file)` has no executable target to run")
  }

  /// The subcommand that Swift 5.6 removed.
  private func packageProblem(_ word: ShellCommand.Word) -> Problem? {
    guard word.text == "generate-xcodeproj",
      let swift = manifest?.requirements.first(where: { $0.name == "Swift" }),
      swift.version >= PlatformVersion(5, 6)
    else { return nil }
    return Problem(
      word: word,
      message: "`swift package` has no subcommand `\(word.text)` in Swift \(swift.version.text), "
        + "which the package requires")
  }

  /// Also `nil` for a name that resembles a dependency: its programs can be run as well.
  private func targetProblem(_ word: ShellCommand.Word) -> Problem? {
    guard let manifest, !manifest.targets.isEmpty, !Self.isOpen(word.text) else { return nil }
    let name = word.text
    let isForeign = manifest.dependencies.contains {
      $0.name.lowercased().contains(name.lowercased())
        || name.lowercased().contains($0.name.lowercased())
    }
    let wasThere = oldText(of: manifest.file, for: word)?.contains("\"\(name)\"") == true
    guard !manifest.targets.contains(where: { $0.name == name }), !isForeign,
      !manifest.products.contains(name), !manifest.ownProducts.contains(where: { $0.name == name }),
      wasThere || !repository.contains(name, in: .code), FileName(name) == nil
    else { return nil }
    var problem = Problem(
      word: word, message: "`\(manifest.file)` has no target or product `\(name)`")
    problem.confirm(wasThere, "the manifest had it when the line was written")
    return problem
  }

  /// The manifest of the nearest folder that has one.
  private var manifest: PackageManifest? {
    for folder in folders {
      if let manifest = page.project.manifests.first(where: { $0.folder == folder }) {
        return manifest
      }
      // The targets of a manifest that was not read are unknown.
      if context.kind(Self.path("Package.swift", in: folder)) != nil { return nil }
    }
    return nil
  }

  /// Only names that end in `Tests`: other filters are patterns of test functions.
  private func testProblem(_ word: ShellCommand.Word) -> Problem? {
    let parts = word.text.split { "./".contains($0) }
    guard let name = parts.first(where: { $0.hasSuffix("Tests") && $0.count > 5 }).map(String.init),
      CodeName(ofType: name) != nil, !Self.isOpen(word.text), !isKnown(name),
      // The filter is a pattern: the name may be the end of another one.
      !context.index.files.contains(where: { FileName.last(of: $0).contains(name) })
    else { return nil }
    return Problem(word: word, message: "no test is called `\(name)`")
  }

  private func isKnown(_ name: String) -> Bool {
    repository.contains(name, in: .code) || repository.contains(name, in: .text)
      || repository.hasFile(named: name)
      || page.project.manifests.contains { manifest in
        manifest.products.contains(name) || manifest.targets.contains { $0.name == name }
      }
  }

  // MARK: - Folders

  /// A folder that a commit deleted or renamed after the line was written.
  private var folderProblem: Problem? {
    guard command.words.count == 2, case let word = command.words[1], !Self.isOpen(word.text),
      !word.text.contains(".."),
      folders.allSatisfy({
        context.kind(Self.path(word.text, in: $0)) == nil
      }), !repository.isUntracked(word.text),
      let deletion = repository.deletion(ofFolder: word.text),
      repository.isLine(word.range.start.line, of: page.page.path, olderThan: deletion.commit)
        == true
    else { return nil }
    return Problem(
      word: word, message: "`\(word.text)` does not exist", confidence: .high,
      evidence: [Evidence.removed(by: deletion.commit, in: deletion.path)])
  }

  // MARK: - Verbs

  private static let swiftVerbs = [
    "build", "demangle", "experimental-sdk", "format", "help", "package", "repl", "run", "sdk",
    "test",
  ]
  private static let gitVerbs = [
    "add", "apply", "archive", "bisect", "blame", "branch", "checkout", "cherry-pick", "clean",
    "clone", "commit", "config", "describe", "diff", "fetch", "grep", "init", "log", "ls-files",
    "merge", "mv", "pull", "push", "rebase", "remote", "reset", "restore", "revert", "rm", "show",
    "stash", "status", "submodule", "switch", "tag", "worktree",
  ]

  /// A misspelled subcommand; an unknown one may belong to a plugin.
  private func misspelledVerb(of program: String, among verbs: [String]) -> Problem? {
    guard command.words.count > 1, command.fence != nil else { return nil }
    let word = command.words[1]
    guard word.text.count > 3, word.text.contains(/^[a-z-]+$/), !word.text.hasPrefix("-"),
      !verbs.contains(word.text), let near = NearMiss.best(for: word.text, among: verbs),
      NearMiss.distance(word.text, near) == 1
    else { return nil }
    return Problem(
      word: word, message: "`\(program)` has no subcommand `\(word.text)`",
      evidence: [Evidence(.help, "did you mean `\(near)`?")])
  }

  // MARK: - Xcode

  private var schemeProblem: Problem? {
    let words = command.words
    for (option, word) in zip(words, words.dropFirst()) where option.text == "-scheme" {
      let name = word.text
      guard name.contains(/^[A-Za-z][A-Za-z0-9_]+$/), !Self.isOpen(name), !isKnown(name) else {
        continue
      }
      return Problem(word: word, message: "no scheme is called `\(name)`")
    }
    return nil
  }
}
