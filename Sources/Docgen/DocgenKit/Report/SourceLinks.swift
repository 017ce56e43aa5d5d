import CommandLineTool

/// The addresses that places in files are linked to: templates with `{path}`, `{line}` and
/// `{column}`.
struct SourceLinks: Sendable {
  var editor = ""
  var repository = ""

  static let editorOption = CommandOption.text(
    "editor-url", value: "URL", "Link places to an editor: vscode://file/{root}/{path}:{line}")
  static let repositoryOption = CommandOption.text(
    "source-url", value: "URL", "Link places to a web page: https://…/blob/main/{path}#L{line}")

  init() {}

  /// Reads the options of a command line; `{root}` becomes the project's folder.
  ///
  /// - Throws: `UsageError` for a template that a browser could run, or without `{path}`.
  init(_ arguments: ParsedArguments, root: String) throws(UsageError) {
    editor = try Self.template(arguments[Self.editorOption], "--editor-url", root: root)
    repository = try Self.template(arguments[Self.repositoryOption], "--source-url", root: root)
  }

  private static let forbidden: Set<String> = ["javascript", "data", "vbscript", "blob"]

  private static func template(
    _ text: String?, _ option: String, root: String
  ) throws(UsageError) -> String {
    guard let text else { return "" }
    let scheme = text.prefix { $0 != ":" }
    let isPlain =
      scheme.first?.isASCII == true && scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard scheme.count < text.count, isPlain, !forbidden.contains(scheme.lowercased()) else {
      throw UsageError("\(option) must begin with a scheme such as https: or vscode:")
    }
    guard text.contains("{path}") else {
      throw UsageError("\(option) needs {path}, the place of the file in the address")
    }
    let folder = root.hasPrefix("/") ? String(root.dropFirst()) : root
    return text.replacing("{root}", with: Self.encoded(folder))
  }

  /// A path with everything percent-encoded that has a meaning in an address.
  private static func encoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
      if isPlain || "0123456789-._~/".unicodeScalars.contains(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
