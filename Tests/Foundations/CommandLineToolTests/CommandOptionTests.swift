import CommandLineTool
import Testing

/// Typed options that are read from command lines.
@Suite struct CommandOptionTests {
  private enum Format: String, CaseIterable, Sendable { case text, json }

  private static let quiet = CommandOption.flag("quiet", short: "q", "Print nothing")
  private static let file = CommandOption.text("file", value: "FILE", "The file")
  private static let path = CommandOption.texts("path", value: "PATH", "A path")
  private static let hidden = CommandOption.names("hide", "Names to omit")
  private static let groups = CommandOption.lists("group", "Names with a common name")
  private static let depth = CommandOption.number("depth", in: 1...9, "The depth")
  private static let scale = CommandOption.number("scale", in: 1...8, default: 2, "The scale")
  private static let format = CommandOption.choice(
    "format", value: "NAME", default: Format.text, "The format")
  private static let other = CommandOption.choice(
    "other", value: "NAME", of: Format.self, "Another format")

  private static let program = CommandDescription(
    "tool", "Does things",
    commands: [
      CommandDescription(
        "record", "Records", aliases: ["note"],
        options: [quiet, file, path, hidden, groups, depth, scale, format, other])
    ])

  private func parse(_ words: String...) throws -> ParsedArguments {
    guard case .run(let path, let arguments) = try Self.program.parse(words) else {
      throw UsageError("no command")
    }
    #expect(path == ["record"])
    return arguments
  }

  @Test func `missing options have their defaults`() throws {
    let arguments = try parse("record")
    #expect(!arguments[Self.quiet] && arguments[Self.file] == nil && arguments[Self.depth] == nil)
    #expect(arguments[Self.path].isEmpty && arguments[Self.hidden].isEmpty)
    #expect(arguments[Self.groups].isEmpty && arguments[Self.scale] == 2)
    #expect(arguments[Self.format] == .text && arguments[Self.other] == nil)
  }

  @Test func `values have the types of their options`() throws {
    let arguments = try parse(
      "record", "-q", "--file", "a", "--file=b", "--path", "c", "--path", "d", "--hide", "E, F,G",
      "--hide", "H", "--group", "X=Y,Z", "--depth", "3", "--scale", "8", "--format", "json",
      "--other", "text")
    #expect(arguments[Self.quiet] && arguments[Self.file] == "b")
    #expect(arguments[Self.path] == ["c", "d"] && arguments[Self.hidden] == ["E", "F", "G", "H"])
    #expect(arguments[Self.groups].map(\.name) == ["X"])
    #expect(arguments[Self.groups].map(\.members) == [["Y", "Z"]])
    #expect(arguments[Self.depth] == 3 && arguments[Self.scale] == 8)
    #expect(arguments[Self.format] == .json && arguments[Self.other] == .text)
  }

  @Test(arguments: [
    (["--depth", "0"], "option '--depth' takes a whole number from 1 to 9, not '0'"),
    (["--depth", "ten"], "option '--depth' takes a whole number from 1 to 9, not 'ten'"),
    (["--group", "X"], "option '--group' takes NAME=LIST, not 'X'"),
    (["--format", "xml"], "option '--format' takes text, json, not 'xml'"),
  ])
  func `a value of another type is rejected`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Self.program.parse(["record"] + words) }
    #expect(error?.message == message)
    #expect(error?.path == ["record"])
  }

  @Test func `an alias runs the command, and help does not list it`() throws {
    #expect(try parse("note", "--depth", "2")[Self.depth] == 2)
    #expect(!Self.program.help().contains("note"))
    let error = #expect(throws: UsageError.self) { try Self.program.parse(["note", "--deep"]) }
    #expect(error?.path == ["record"])
  }

  @Test func `help shows defaults`() {
    let help = Self.program.help(at: ["record"])
    #expect(help.contains("The scale (default: 2)"), "\(help)")
    #expect(help.contains("The format: text (default), json"), "\(help)")
  }
}
