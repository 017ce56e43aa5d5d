import Diagnostics
import Markdown
import SwiftIndex

/// Scripts, their options, and other files that commands name.
///
///     ./Scripts/release.sh --draft     the script reads no option `--draft`
///     cat Config/old.json              the file was deleted
extension CommandCheck {
  private static let scriptEndings: Set<Substring> = [
    "sh", "py", "rb", "swift", "bash", "zsh", "pl",
  ]

  /// The path that a word names, relative to the working folder; `nil` if it may name anything.
  private static func ownPath(_ word: ShellCommand.Word) -> String? {
    let text = word.text.hasPrefix("./") ? String(word.text.dropFirst(2)) : word.text
    guard !text.hasPrefix("/"), !text.hasPrefix("."), !text.contains(".."), !text.contains(":"),
      !text.contains("="), !isOpen(text)
    else { return nil }
    return text
  }

  private func isMissing(_ path: String) -> Bool {
    !folders.contains { context.kind(Self.path(path, in: $0)) != nil }
      && !repository.isUntracked(path) && repository.files(endingIn: path).isEmpty
  }

  /// `isPath` is whether the word can only be a path, as in `bash release.sh`.
  func scriptProblem(_ word: ShellCommand.Word, isPath: Bool = false) -> Problem? {
    guard let path = Self.ownPath(word), isScript(path, isLocal: isPath || path != word.text) else {
      return nil
    }
    guard isMissing(path) else { return optionProblem(ofScript: path) }
    if let problem = deletionProblem(word, path) { return problem }
    // A path belongs to the project only if its folder does.
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    guard !folder.isEmpty,
      folders.contains(where: { context.kind(Self.path(folder, in: $0)) == .folder })
    else { return nil }
    let named = scripts(in: folder).filter { $0.hasPrefix(path + ".") }
    return Problem(
      word: word, message: "`\(path)` does not exist",
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
    return context.index.folders.files(in: folder).filter { path in
      path.split(separator: ".").last.map(Self.scriptEndings.contains) == true
        && !path.hasSuffix(".swift")
    }
  }

  private func deletionProblem(_ word: ShellCommand.Word, _ path: String) -> Problem? {
    guard let deletion = repository.deletion(ofFile: path) else { return nil }
    let isOlder = repository.isLine(
      word.range.start.line, of: page.page.path, olderThan: deletion.commit)
    var problem = Problem(
      word: word, message: "`\(path)` does not exist",
      confidence: isOlder == true ? .high : .medium,
      evidence: [Evidence.removed(by: deletion.commit, in: deletion.path)])
    if let new = deletion.newPath {
      problem.evidence.append(Evidence(.help, "it was moved to `\(new)`"))
    }
    return problem
  }

  // MARK: - Options of scripts

  private func optionProblem(ofScript path: String) -> Problem? {
    let files = context.index.repository
    guard
      let file = folders.lazy.map({ Self.path(path, in: $0) }).first(where: {
        context.kind($0) == .file
      }), let text = files.text(file)
    else { return nil }
    let passesOn = text.contains("$@") || text.contains("$*") || text.contains("ARGV")
    for word in command.words.dropFirst() {
      guard let name = word.text.prefixMatch(of: /--([a-z][a-z0-9-]*)(?==|$)/)?.1,
        !text.contains(name), name != "help"
      else { continue }
      let wasRead = oldText(of: file, for: word)?.contains(name) == true
      // A script that passes its arguments on, or reads no options, may be called with any.
      guard wasRead || !passesOn && text.contains(/['" ]--[a-z]+/) else { continue }
      var problem = Problem(
        word: word, message: "`\(file)` has no option `--\(name)`", confidence: .low)
      problem.confirm(wasRead, "the script had this option when the line was written")
      return problem
    }
    return nil
  }

  // MARK: - Operands

  /// Commands whose operands need not exist.
  private static let creating: Set = [
    "mkdir", "touch", "tee", "git", "curl", "wget", "brew", "echo", "printf", "rm", "mv", "ln",
    "npm",
    "export", "alias", "docker", "which", "swift", "xcodebuild", "mint", "gh",
  ]

  /// A file that history deleted after the line was written.
  var operandProblem: Problem? {
    guard command.fence != nil, !Self.creating.contains(command.name) else { return nil }
    let operands = command.words.dropFirst()
    for (previous, word) in zip(command.words, operands) {
      guard let path = Self.ownPath(word), path.contains("/"),
        FileName.last(of: path).contains("."),
        // The target of a copy, and the value of `--output`.
        !(command.name == "cp" && word.range == operands.last?.range),
        !previous.text.hasPrefix("-o"), !previous.text.hasPrefix("--out"), isMissing(path),
        let problem = deletionProblem(word, path), problem.confidence == .high
      else { continue }
      return problem
    }
    return nil
  }
}
