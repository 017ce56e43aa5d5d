package import Diagnostics

/// The valid arguments of a marker of one KIND.
///
///     ArgumentCheck(keys: ["machine", "scenarios"], flags: ["partial"])
///       .check(marker, in: "docs/sync.md")
package struct ArgumentCheck: Sendable {
  /// Keys that take a value.
  package let keys: [String]
  /// Keys without a value.
  package let flags: [String]

  package init(keys: [String], flags: [String] = []) {
    self.keys = keys
    self.flags = flags
  }

  /// The problems with a marker's arguments, in the order of the text.
  ///
  /// The message names the nearest known key for a misspelled one, with a fix.
  package func check(_ marker: Marker, in file: String) -> [Diagnostic] {
    marker.arguments.compactMap { check($0, of: marker, in: file) }
  }

  private func check(
    _ argument: Marker.Argument, of marker: Marker, in file: String
  ) -> Diagnostic? {
    let name = argument.name.text
    let location = SourceLocation(file: file, range: argument.name.range)
    let (isKey, isFlag) = (keys.contains(name), flags.contains(name))
    if argument.value == nil, isKey, !isFlag {
      return Diagnostic(
        rule: .malformedMarker, at: location, "`\(name)` needs a value",
        evidence: [Evidence(.help, "write `\(name)=…`")])
    }
    if argument.value != nil, isFlag, !isKey {
      return Diagnostic(
        rule: .malformedMarker, at: location, "`\(name)` takes no value",
        evidence: [Evidence(.help, "write `\(name)` alone")])
    }
    guard !isKey, !isFlag else { return nil }
    let nearest = NearMiss.best(for: name, among: keys + flags)
    return Diagnostic(
      rule: .unknownArgument, at: location,
      "`\(marker.subject?.text ?? marker.directive.rawValue)` knows no `\(name)`",
      caretLabel: nearest.map { "did you mean `\($0)`?" }, evidence: [help],
      fixIts: nearest.map { known in
        [
          FixIt(
            range: argument.name.range, replacement: known, title: "replace with `\(known)`")
        ]
      } ?? [])
  }

  private var help: Evidence {
    let known = keys.map { "\($0)=" } + flags
    return Evidence(
      .help, known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))")
  }
}
