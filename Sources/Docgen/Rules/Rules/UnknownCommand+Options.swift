import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Subcommands and long options of the project's own programs, as ArgumentParser declares them, or as
/// words in the sources of other programs.
///
///     harbor ship send --weight 3     `harbor ship send` has no option `--weight`
///
/// A table or list of options below the heading `` `harbor ship send` `` is compared as well.
extension UnknownCommand {
  static func optionFindings(on page: CheckedPage) -> [Diagnostic] {
    let code = page.project.code
    guard let context = page.context, context.repository != nil else { return [] }
    guard code.mentions("ParsableCommand") || code.mentions("AsyncParsableCommand") else {
      return plainOptionFindings(on: page, context)
    }
    let commands = OwnCommands(page: page, tree: context.commands(of: page.project))
    func finding(_ problem: OwnCommands.Problem, isHistorical: Bool) -> Diagnostic {
      Diagnostic(
        rule: problem.rule, severity: .error,
        confidence: isHistorical || problem.isHint
          || PageSubject.isHypothetical(page.page, atLine: problem.range.start.line)
          ? .low : problem.wasTrue ? .high : .medium,
        at: page.page.location(problem.range), problem.message, caretLabel: "documented",
        evidence: problem.wasTrue
          ? [Evidence(.help, "the sources declared it when the line was written")] : [])
    }
    let calls = ShellCommand.all(on: page).compactMap { command -> Diagnostic? in
      let isHistorical =
        command.span.map { page.subject.isHistorical(at: $0) }
        ?? command.fence.map { page.subject.isHistorical($0) } ?? false
      return commands.problem(with: command.ownWords).map {
        finding($0, isHistorical: isHistorical)
      }
    }
    let lists = page.enumerations.flatMap { list in
      (commands.problems(with: list)
        + [commands.problem(withCommandsIn: list), commands.problem(withSectionsOf: list)]
        .compactMap(\.self)).map {
          finding($0, isHistorical: page.subject.isHistorical(atLine: list.range.start.line))
        }
    }
    return notingRepetitions(calls + lists)
  }

  /// One finding for each message, with the lines of the others.
  private static func notingRepetitions(_ findings: [Diagnostic]) -> [Diagnostic] {
    var first: [String: Int] = [:]
    return findings.reduce(into: []) { result, finding in
      if let index = first[finding.summary] {
        result[index].note(another: finding.location.range?.start.line ?? 0)
      } else {
        first[finding.summary] = result.count
        result.append(finding)
      }
    }
  }
}

extension UnknownCommand {
  /// Options with a space after their dashes, which the page also writes without one.
  ///
  ///     `-- fast on`     the page has `--fast`
  static func spacedOptions(on page: CheckedPage) -> [Diagnostic] {
    var findings: [String: Diagnostic] = [:]
    for span in page.writtenCodeSpans where span.text.hasPrefix("-- ") {
      let option = "--" + span.text.dropFirst(3).prefix { $0.isLetter || $0 == "-" }
      if findings[option] != nil {
        findings[option]?.note(another: span.range.start.line)
        continue
      }
      guard option.count > 3,
        String(decoding: page.page.source.bytes, as: UTF8.self).contains(option)
      else { continue }
      findings[option] = Diagnostic(
        rule: id, severity: severity, confidence: .medium,
        at: page.page.location(span.contentRange),
        "the option is written `\(option)`, without a space", caretLabel: "documented")
    }
    return findings.values.sorted { $0.location < $1.location }
  }
}

/// Options of programs that do not use ArgumentParser.
extension UnknownCommand {
  /// An option whose name occurs nowhere in the sources. If the sources had the word when the line
  /// was written, the option was removed.
  fileprivate static func plainOptionFindings(
    on page: CheckedPage, _ context: ProjectContext
  ) -> [Diagnostic] {
    let programs = Set(
      page.project.manifests.flatMap { manifest in
        manifest.ownProducts.map(\.name)
          + manifest.targets.filter { $0.kind == .executableTarget }.map(\.name)
      })
    let findings = ShellCommand.all(on: page).flatMap { command -> [Diagnostic] in
      let words = command.ownWords
      guard let name = words.first.map({ FileName.last(of: $0.text) }), programs.contains(name)
      else { return [] }
      let isHistorical =
        command.span.map { page.subject.isHistorical(at: $0) }
        ?? command.fence.map { page.subject.isHistorical($0) } ?? false
      let options = words.dropFirst().prefix { $0.text != "--" }.compactMap { word in
        word.text.prefixMatch(of: /--([a-z][A-Za-z0-9-]+)(?==|$)/).map { (word, $0.1) }
      }.filter { !OwnCommands.builtIn.contains(String($1)) }
      let unknown = options.filter { !context.mentions(option: String($1), page.project) }
      return unknown.map { word, option in
        let wasThere =
          context.repository?.hadWord(
            String(option), whenWritingLine: word.range.start.line, of: page.page.path) == true
        return Diagnostic(
          rule: id,
          // The command is the project's if it has another option that the sources know.
          confidence: isHistorical || !wasThere && unknown.count == options.count
            ? .low : wasThere ? .high : .medium,
          at: page.page.location(word.range), "`\(name)` has no option `--\(option)`",
          caretLabel: "documented",
          evidence: wasThere
            ? [Evidence(.help, "the sources had this word when the line was written")] : [])
      }
    }
    return notingRepetitions(findings)
  }
}

/// Looks up the commands of a page.
private struct OwnCommands {
  struct Problem {
    var range: SourceRange
    var message: String
    var rule = UnknownCommand.id
    var isHint = false
    /// Whether the sources declared it when the author wrote the line.
    var wasTrue = false
  }

  /// A command with its words and the options that it and the commands around it have.
  private struct Found {
    var command: CommandTree.Command
    var path: [String]
    var options: Set<String>
    var values: [String: CommandTree.OptionValues]
    var rest: ArraySlice<ShellCommand.Word>
    /// The word that is not one of the subcommands.
    var unknown: ShellCommand.Word?

    var text: String { path.joined(separator: " ") }
    var file: String { command.type.location.file }
  }

  let page: CheckedPage
  let tree: CommandTree

  func problem(with words: [ShellCommand.Word]) -> Problem? {
    guard let found = find(words) else { return nil }
    if let word = found.unknown {
      let type = word.text.camelCase
      return Problem(
        range: word.range, message: "`\(found.text)` has no subcommand `\(word.text)`",
        wasTrue: hadDeclaration(
          "(?:\"\(word.text)\"|(?i:\(type))(?:Command)?\\.self)", in: found.file, word))
    }
    guard found.command.subcommands.isEmpty else { return nil }
    let words = found.rest.prefix { $0.text != "--" }
    for (word, next) in zip(words, Array(words.dropFirst()) + [nil]) {
      guard let match = word.text.firstMatch(of: /^--([a-z][a-z0-9-]*)(?==|$)/) else { continue }
      let name = String(match.1)
      if let wrong = problem(withValueOf: name, of: found, word, next: next) { return wrong }
      if found.options.contains(name) || Self.builtIn.contains(name) { continue }
      return Problem(
        range: word.range, message: "`\(found.text)` has no option `--\(name)`",
        wasTrue: hadDeclaration(
          "(?:\"\(name)\"|var (?i:\(name.camelCase))\\b)", in: found.file, word))
    }
    return nil
  }

  /// A value that an option does not take: `--size=huge`, `--size huge`.
  private func problem(
    withValueOf name: String, of found: Found, _ word: ShellCommand.Word,
    next: ShellCommand.Word?
  ) -> Problem? {
    let parts = word.text.split(separator: "=", maxSplits: 1)
    guard let values = found.values[name], let place = parts.count > 1 ? word : next,
      case let value = parts.count > 1 ? String(parts[1]) : place.text,
      value.contains(/^[a-z][A-Za-z0-9_-]*$/), !values.words.contains(value)
    else { return nil }
    let known = values.words.prefix(6).map { "`\($0)`" }.joined(separator: ", ")
    return Problem(
      range: place.range, message: "`--\(name)` takes \(known), and not `\(value)`",
      wasTrue: hadDeclaration(
        "case\\b.*\\b\(value)\\b", in: values.type.location.file, place))
  }

  /// Whether the file of a command matched a pattern when the author wrote a word.
  private func hadDeclaration(
    _ pattern: String, in file: String, _ word: ShellCommand.Word
  ) -> Bool {
    guard let regex = try? Regex(pattern),
      let old = page.context?.repository?.text(
        of: file, whenWritingLine: word.range.start.line,
        of: page.page.path)
    else { return false }
    return old.contains(regex)
  }

  /// A list or table of options in a section about one command.
  func problems(with list: Enumeration) -> [Problem] {
    let entries = list.entries.compactMap { entry in
      entry.names.first { $0.name.hasPrefix("--") }.map { (String($0.name.dropFirst(2)), entry) }
    }
    guard entries.count >= 2, entries.count == list.entries.count,
      let found = command(withOptionsIn: list), found.unknown == nil,
      found.command.subcommands.isEmpty
    else { return [] }
    let listed = Set(entries.map(\.0))
    let unknown = entries.filter {
      !found.options.contains($0.0) && !Self.builtIn.contains($0.0)
    }.map { name, entry in
      Problem(range: entry.range, message: "`\(found.text)` has no option `--\(name)`")
    }
    let missing = found.command.ownOptions.filter { !listed.contains($0.key) }
    guard !missing.isEmpty, missing.count < listed.count,
      // A sentence without a colon is about the command.
      list.lead?.endsWithColon != true || !list.isSelection
    else { return unknown }
    let lines = entries.map(\.1.range.start.line)
    let isNewer = missing.values.allSatisfy {
      page.context?.repository?.isWord($0, newerThan: lines, of: page.page.path) == true
    }
    let names = missing.keys.sorted().prefix(3).map { "`--\($0)`" }.joined(separator: ", ")
    return unknown + [
      Problem(
        range: list.range,
        message: "the \(list.form.rawValue) leaves out \(missing.count.counted("option")) of "
          + "`\(found.text)`: \(names)", rule: IncompleteList.id, isHint: !isNewer)
    ]
  }

  /// A list that names most subcommands of the program, and leaves some out.
  func problem(withCommandsIn list: Enumeration) -> Problem? {
    let words = list.entries.compactMap { $0.text.firstMatch(of: /^[*_ ]*`([a-z][a-z0-9-]*)/)?.1 }
    guard words.count >= 4, words.count == list.entries.count, !list.isSelection,
      let root = tree.only
    else { return nil }
    let subcommands = root.subcommands.compactMap(tree.command)
    let named = subcommands.filter { command in
      words.contains { command.names.contains(String($0)) }
    }
    let missing = subcommands.filter { command in
      !words.contains { command.names.contains(String($0)) }
    }
    guard subcommands.count == root.subcommands.count, named.count == words.count,
      !missing.isEmpty, missing.count * 2 <= named.count
    else { return nil }
    let lines = list.entries.map(\.range.start.line)
    let isNewer = missing.allSatisfy {
      page.context?.repository?.isWord($0.type.name, newerThan: lines, of: page.page.path)
        == true
    }
    let names = missing.compactMap { $0.names.min() }.sorted().prefix(3).map { "`\($0)`" }
    return Problem(
      range: list.range,
      message: "the \(list.form.rawValue) leaves out \(missing.count.counted("subcommand")) of "
        + "`\(root.names.min() ?? "")`: \(names.joined(separator: ", "))",
      rule: IncompleteList.id, isHint: !isNewer && !list.isComplete)
  }

  /// Headings that are subcommands of one command, and leave out newer ones.
  ///
  ///     ### `harbor ship send`  ·  ### `harbor ship list`      `harbor ship sink` has no section
  func problem(withSectionsOf list: Enumeration) -> Problem? {
    guard list.form == .headings, list.entries.count >= 3 else { return nil }
    let paths = list.entries.map { entry in
      entry.text.filter { $0 != "`" }.split(separator: " ")
        .prefix { !$0.hasPrefix("-") && !"<[".contains($0.prefix(1)) }.map(String.init)
    }
    let parents = Set(paths.map { $0.dropLast() })
    guard parents.count == 1, let parent = parents.first, !parent.isEmpty,
      let found = find(parent.map { ShellCommand.Word(text: $0, range: list.range) }),
      found.unknown == nil, found.rest.isEmpty
    else { return nil }
    let subcommands = found.command.subcommands.compactMap(tree.command)
    let names = Set(paths.compactMap(\.last))
    let missing = subcommands.filter { $0.names.isDisjoint(with: names) }
    let lines = list.entries.map(\.range.start.line)
    guard !missing.isEmpty, missing.count * 2 <= names.count,
      missing.count + names.count == found.command.subcommands.count,
      missing.allSatisfy({
        page.context?.repository?.isWord($0.type.name, newerThan: lines, of: page.page.path)
          == true
      })
    else { return nil }
    let shown = missing.compactMap { $0.names.min() }.sorted().prefix(3).map { "`\($0)`" }
    return Problem(
      range: list.range,
      message: "the headings leave out \(missing.count.counted("subcommand")) of "
        + "`\(found.text)`: \(shown.joined(separator: ", "))", rule: IncompleteList.id)
  }

  /// The words of a heading that is a command: ``### `harbor ship send` ``.
  private func words(of heading: Heading) -> [ShellCommand.Word] {
    let text = heading.text.filter { $0 != "`" }
    return text.split(separator: " ").map {
      ShellCommand.Word(text: String($0), range: heading.range)
    }
  }

  /// The command in the heading before a list, or the subcommand of the only program that the
  /// sentence before it names: "`send` has these options".
  private func command(withOptionsIn list: Enumeration) -> Found? {
    if let heading = list.headings.first, let found = find(words(of: heading)) { return found }
    let spans = page.writtenCodeSpans.filter { $0.block == list.lead?.block }
    guard spans.count == 1, list.lead?.sentence.contains("option") == true,
      let name = tree.only?.names.min()
    else { return nil }
    return find(
      ([name] + spans[0].text.split(separator: " ").map(String.init)).map {
        ShellCommand.Word(text: $0, range: spans[0].range)
      })
  }

  /// Follows the subcommands; `nil` if the program does not belong to the project, or if the
  /// sources cannot decide.
  private func find(_ words: [ShellCommand.Word]) -> Found? {
    guard let first = words.first?.text, let root = tree.root(named: FileName.last(of: first))
    else {
      return nil
    }
    var found = Found(
      command: root, path: [FileName.last(of: first)], options: root.options,
      values: root.values, rest: words.dropFirst())
    while let word = found.rest.first, !found.command.subcommands.isEmpty {
      // An option before a subcommand may have a value.
      guard word.text.contains(/^[a-z][a-z0-9-]*$/), word.text != "help" else { return nil }
      let subcommands = found.command.subcommands.compactMap(tree.command)
      guard let next = subcommands.first(where: { $0.names.contains(word.text) }) else {
        let isOpen =
          found.command.takesValues || subcommands.count < found.command.subcommands.count
        // `harbor requires more water`: a sentence of the output.
        let isSentence = found.rest.prefix { $0.text.contains(/^[A-Za-z.,]+$/) }.count > 3
        if isOpen || isSentence { return nil }
        found.unknown = word
        return found
      }
      found.command = next
      found.options.formUnion(next.options)
      found.values.merge(next.values) { $1 }
      found.path.append(word.text)
      found.rest = found.rest.dropFirst()
    }
    return found
  }

  static let builtIn: Set = [
    "help", "version", "help-hidden", "generate-completion-script", "experimental-dump-help",
  ]
}

extension Enumeration {
  /// Whether the heading directly before it claims to list all commands.
  fileprivate var isComplete: Bool {
    guard let heading = headings.first?.text.lowercased() else { return false }
    return ["commands", "subcommands", "all commands", "available commands"].contains(heading)
  }
}

extension ShellCommand {
  /// The words from the program on: `swift run harbor send` and `./harbor send` run `harbor`.
  fileprivate var ownWords: [Word] {
    guard words.count > 2, ["swift", "mint"].contains(name), words[1].text == "run" else {
      return words
    }
    return Array(words.dropFirst(2).drop { $0.text.hasPrefix("-") })
  }
}
