import CommandLineTool
import DocgenKit
import Foundation
import Testing

/// Completions in real shells, and the manual page in real roff.
@Suite struct ShellTests {
  private let project: SmallProject

  init() throws { project = try SmallProject() }

  private func run(_ words: String...) throws -> Outcome {
    try Tool.run(URL(fileURLWithPath: "/usr/bin/env"), words, in: project.folder)
  }

  private func saveCompletions(for shell: String) throws {
    try project.write(try project.docgen("completions", shell).output, to: "completions")
  }

  /// The words of a command line, the last one incomplete, and the expected suggestions.
  private static let cases: [(words: [String], offered: [String])] = [
    (["expl"], ["explain"]),
    (["fix", "--fo"], ["--force", "--format"]),
    (
      ["check", "--format", ""],
      ["text", "short", "json", "sarif", "github", "junit", "markdown", "html", "svg"]
    ),
    (["check", "-f", "js"], ["json"]),
    (["-q", "check", "--form"], ["--format"]),
    (["trace", "su"], ["summary"]),
    (["trace", "export", "--qu"], ["--quiet"]),
    (["check", "--config", "list", "--fo"], ["--format"]),
    (["explain", "stale-v"], ["stale-value"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
  ]

  @Test func `bash completes commands, options and values`() throws {
    try saveCompletions(for: "bash")
    for (words, offered) in Self.cases {
      let script = """
        source ./completions; COMP_WORDS=(docgen "$@"); COMP_CWORD=$#; _docgen
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let outcome = try Tool.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["bash", "-c", script, "bash"] + words,
        in: project.folder)
      let found = outcome.output.split(separator: "\n").map(String.init)
      #expect(found.sorted() == offered.sorted(), "\(words): \(outcome)")
    }
  }

  @Test func `bash completes a value after an equals sign, and nothing after two dashes`() throws {
    try saveCompletions(for: "bash")
    let script = """
      source ./completions
      COMP_WORDS=(docgen check --format = sa); COMP_CWORD=4; _docgen; echo "${COMPREPLY[@]}"
      COMPREPLY=(); COMP_WORDS=(docgen check -- --f); COMP_CWORD=3; _docgen; echo "${#COMPREPLY[@]}"
      """
    #expect(try run("bash", "-c", script).output == "sarif\n0\n")
  }

  @Test func `fish completes commands, options and values`() throws {
    try saveCompletions(for: "fish")
    for (words, offered) in Self.cases {
      let line = (["docgen"] + words).joined(separator: " ")
      let outcome = try run(
        "fish", "--no-config", "-c", "source completions; complete -C '\(line)'")
      let found = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      for word in offered { #expect(found.contains(word), "\(words): \(outcome)") }
      if words.last?.isEmpty == false {
        #expect(found.sorted() == offered.sorted(), "\(words): \(outcome)")
      }
    }
  }

  @Test func `zsh completes commands, options and values`() throws {
    try saveCompletions(for: "zsh")
    // Drives a shell on its own terminal: types a line, presses Tab, and saves the result.
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D'
      zpty -w shell 'source ./completions; save() { print -r -- "$BUFFER" >>lines; BUFFER= }'
      zpty -w shell 'zle -N save; bindkey "^X" save; print ready >>lines'
      while ! [ -s lines ]; do sleep 0.02; done
      for line in "$@"; do
        zpty -w -n shell "$line"$'\\t\\x18'
        integer count=$((count + 1))
        while [ $(wc -l <lines) -le $count ]; do sleep 0.02; done
      done
      zpty -d shell
      cat lines
      """
    let lines = Self.cases.filter { $0.offered.count == 1 }
    let typed = lines.map { (["docgen"] + $0.words).joined(separator: " ") }
    let outcome = try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "60", "zsh", "-f", "-c", script, "zsh"]
        + typed, in: project.folder)
    let found = outcome.output.split(separator: "\n").dropFirst().map { line in
      line.split(whereSeparator: { $0 == " " || $0 == "=" }).last.map(String.init) ?? ""
    }
    #expect(found == lines.map { $0.offered[0] }, "\(outcome)")
  }

  @Test func `roff accepts the manual page without warnings`() throws {
    try project.write(try project.docgen("man").output, to: "docgen.1")
    let outcome = try run("groff", "-man", "-Tutf8", "-ww", "-z", "docgen.1")
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
    let page = try run("groff", "-man", "-Tascii", "-P-cbou", "docgen.1").output
    #expect(page.contains("docgen trace summary [OPTIONS] FILE..."), "\(page.prefix(2_000))")
  }

  @Test func `no two options of a command share a name or a letter`() {
    func look(_ command: CommandDescription, _ inherited: [OptionDescription]) {
      let options = inherited + command.options
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
      for inner in command.commands { look(inner, options) }
    }
    look(
      Program.description,
      [OptionDescription("help", short: "h", ""), OptionDescription("version", "")])
  }
}
