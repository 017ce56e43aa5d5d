package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A command of a shell block or inline code that names something the project does not have.
///
///     make lint                      the `Makefile` has no target `lint`
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
    Readers copy commands. In shell blocks and inline code, a script, a target of `make`, a target \
    or product of `swift`, a test after `--filter`, an Xcode scheme and a workflow after `gh` must exist. An environment \
    variable that begins with the name of the package or a product must occur in the repository. `cd` is \
    followed; placeholders, variables and targets of included makefiles are ignored.
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
    return optionFindings(on: page) + environmentFindings(on: page) + findings
  }
}

/// Looks up the names in one command.
///
/// Each program has its own check; anything else that looks like the path of a script is checked as
/// a script. Words with characters of the shell, placeholders and words without a lowercase letter
/// are open and never reported.
private struct CommandCheck {
  struct Problem {
    var word: ShellCommand.Word
    var message: String
    var confidence = Confidence.medium
    var evidence: [Evidence] = []
  }

  private let command: ShellCommand
  private let page: CheckedPage
  private let context: ProjectContext
  private let repository: any RepositoryFacts

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
    case "make": return makeProblem
    case "swift": return swiftProblem
    case "xcodebuild": return schemeProblem
    case "gh": return workflowProblem
    case "bash", "sh", "zsh", "ruby", "python", "python3", "chmod", "source":
      return command.words.dropFirst().first { !$0.text.hasPrefix("-") && !$0.text.contains("+x") }
        .flatMap(scriptProblem)
    default: return scriptProblem(command.words[0])
    }
  }

  /// The folders that the reader may be in, the nearest first.
  private var folders: [String] {
    guard let folder = command.folder, folder.isEmpty else { return [command.folder ?? ""] }
    return RepositoryIndex.foldersUp(from: page.page.path)
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// Whether a word is a placeholder, a variable or a pattern.
  private static func isOpen(_ word: String) -> Bool {
    word.contains { "<>$*[]{}…~@%\\".contains($0) } || word.contains("...")
      || !word.contains(where: \.isLowercase) || Placeholder.isPlaceholder(word)
  }

  // MARK: - Make

  /// `nil` if the Makefile includes others or makes targets by patterns: then any target may exist.
  private var makeProblem: Problem? {
    let words = command.words.dropFirst()
    guard !words.contains(where: { $0.text == "-C" || $0.text == "-f" || Self.isOpen($0.text) }),
      let file = folders.lazy.map({ Self.path("Makefile", in: $0) })
        .first(where: { context.kind($0) == .file }),
      let targets = context.index.repository.text(file).flatMap(Makefile.targets)
    else { return nil }
    let isCommand = command.fence != nil || words.count == 1
    let missing = words.first { word in
      word.text.contains(/^[a-z][a-z0-9._-]*$/) && !targets.contains(word.text)
    }
    guard isCommand, let missing, !isTargetElsewhere(missing.text) else { return nil }
    var problem = Problem(word: missing, message: "`\(file)` has no target `\(missing.text)`")
    if let near = NearMiss.best(for: missing.text, among: targets) {
      problem.evidence = [Evidence(.help, "did you mean `\(near)`?")]
    }
    return problem
  }

  /// Whether another Makefile has the target: a sentence may name the folder, a block enters it.
  private func isTargetElsewhere(_ target: String) -> Bool {
    let index = context.index
    return command.span != nil
      && index.files(named: "Makefile").contains { file in
        index.repository.text(file).flatMap(Makefile.targets)?.contains(target) == true
      }
  }

  // MARK: - Scripts

  private static let scriptEndings: Set<Substring> = [
    "sh", "py", "rb", "swift", "bash", "zsh", "pl",
  ]

  /// A bare name such as `build.sh` without `./` could be a program in `PATH`, and is not checked.
  private func scriptProblem(_ word: ShellCommand.Word) -> Problem? {
    let text = word.text.hasPrefix("./") ? String(word.text.dropFirst(2)) : word.text
    guard !text.hasPrefix("/"), !text.hasPrefix("."), !text.contains(".."), !text.contains(":"),
      !Self.isOpen(text), isScript(text, isLocal: text != word.text),
      !folders.contains(where: { context.kind(Self.path(text, in: $0)) != nil }),
      !repository.isUntracked(text), repository.files(endingIn: text).isEmpty
    else { return nil }
    let message = "`\(text)` does not exist"
    if let deletion = repository.deletion(ofFile: text) {
      let isOlder = repository.isLine(
        word.range.start.line, of: page.page.path, olderThan: deletion.commit)
      return Problem(
        word: word, message: message, confidence: isOlder == true ? .high : .medium,
        evidence: [Evidence.removed(by: deletion.commit, in: deletion.path)])
    }
    // A path belongs to the project only if its folder does.
    let folder = text.split(separator: "/").dropLast().joined(separator: "/")
    guard !folder.isEmpty,
      folders.contains(where: { context.kind(Self.path(folder, in: $0)) == .folder })
    else { return nil }
    let named = scripts(in: folder).filter { $0.hasPrefix(text + ".") }
    return Problem(
      word: word, message: message,
      evidence: named.prefix(1).map { Evidence(.help, "did you mean `\($0)`?") })
  }

  /// Whether a word names a script: by its ending, or as a program in a folder of scripts.
  private func isScript(_ text: String, isLocal: Bool) -> Bool {
    let name = FileName.last(of: text)
    if let ending = name.split(separator: ".").last, Self.scriptEndings.contains(ending) {
      return isLocal || text.contains("/")
    }
    return isLocal && !name.contains(".") && command.words[0].text.hasSuffix(text)
      && !scripts(in: RepositoryIndex.folder(of: text)).isEmpty
  }

  /// The scripts directly in a folder.
  private func scripts(in folder: String) -> [String] {
    guard !folder.isEmpty else { return [] }
    return context.index.files.filter { path in
      path.hasPrefix(folder + "/") && RepositoryIndex.folder(of: path) == folder
        && path.split(separator: ".").last.map(Self.scriptEndings.contains) == true
        && !path.hasSuffix(".swift")
    }
  }

  // MARK: - Workflows

  /// A workflow that the repository does not have: `gh workflow run release.yml`.
  private var workflowProblem: Problem? {
    let folder = ".github/workflows/"
    let files = context.index.files.filter { $0.hasPrefix(folder) }
      .map { String($0.dropFirst(folder.count)) }
    guard !files.isEmpty, !command.words.contains(where: { ["-R", "--repo"].contains($0.text) })
    else { return nil }
    for word in command.words.dropFirst() where !Self.isOpen(word.text) {
      guard let match = word.text.wholeMatch(of: /(?:--workflow=)?([\w-][\w.-]*\.ya?ml)/) else {
        continue
      }
      let name = String(match.1)
      if files.contains(name) { continue }
      let near = NearMiss.best(for: name, among: files)
      return Problem(
        word: word, message: "`.github/workflows` has no file `\(name)`",
        evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
    return nil
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
    guard !manifest.targets.contains(where: { $0.name == name }), !isForeign,
      !manifest.products.contains(name), !manifest.ownProducts.contains(where: { $0.name == name }),
      !repository.contains(name, in: .code), FileName(name) == nil
    else { return nil }
    return Problem(
      word: word, message: "`\(manifest.file)` has no target or product `\(name)`")
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
      CodeName(ofType: name) != nil, !Self.isOpen(word.text), !isKnown(name)
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

/// The targets that a Makefile spells out.
private enum Makefile {
  /// `nil` if it includes other files or makes targets by patterns.
  static func targets(of text: String) -> Set<String>? {
    var targets: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("include ") || line.hasPrefix("-include ") || line.hasPrefix("%")
        || line.hasPrefix("$(eval")
      {
        return nil
      }
      guard let first = line.first, first != "\t", first != " ", first != "#",
        let colon = line.firstIndex(of: ":"), !line[colon...].hasPrefix(":=")
      else { continue }
      let names = line[..<colon].split(separator: " ")
      if names.contains(where: { $0.contains("$") || $0.contains("%") }) { return nil }
      targets.formUnion(names.map(String.init))
      if names.first == ".PHONY" {
        targets.formUnion(line[colon...].dropFirst().split(separator: " ").map(String.init))
      }
    }
    return targets.isEmpty ? nil : targets
  }
}
