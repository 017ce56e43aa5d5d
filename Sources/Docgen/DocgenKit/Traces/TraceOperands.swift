import CommandLineTool
import Models

extension ParsedArguments {
  /// The files that the operands name: a file; a pattern for files; or the traces of scenarios in the
  /// nearest project, by name or pattern. An operand without a match is returned unchanged, for the
  /// error message.
  ///
  /// Files are tried first, then patterns, then scenarios of the project: a file always hides a
  /// scenario of the same name.
  var traceFiles: [String] {
    operands.flatMap { operand -> [String] in
      if operand == "-" || FileSystem.kind(of: operand) != nil { return [operand] }
      let files = operand.contains(where: { "*?{".contains($0) }) ? Self.files(operand) : []
      let found = files.isEmpty ? Self.scenarios(operand) : files
      return found.isEmpty ? [operand] : found
    }
  }

  private static func files(_ pattern: String) -> [String] {
    let isAbsolute = pattern.hasPrefix("/")
    let found = try? FileFinder.files(
      matching: [isAbsolute ? String(pattern.dropFirst()) : pattern], in: isAbsolute ? "/" : ".")
    return (found ?? []).map { isAbsolute ? "/" + $0 : $0 }
  }

  private static func scenarios(_ name: String) -> [String] {
    guard !name.contains("/"), let root = Root.find(from: ".").root,
      let files = try? FileFinder.files(
        matching: root.configuration.traces, excluding: [], in: root.folder)
    else { return [] }
    let pattern = NamePattern(name)
    let isHere = root.folder == FileSystem.absolute(".")
    return files.filter { file in
      let name = file.split(separator: "/").last ?? ""
      return pattern.matches(String(name.split(separator: ".").first ?? ""))
    }.map { isHere ? $0 : root.folder + "/" + $0 }
  }
}
