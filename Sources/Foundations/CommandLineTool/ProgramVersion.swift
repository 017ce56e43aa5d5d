import BuildInformation

/// The version of this package, which all of its programs print for `--version`.
package enum ProgramVersion {
  /// `make dist`, the GitHub action and the manual name the same one.
  package static let number = "0.2.0"

  /// `docgen 0.2.0 (ad173475, Swift 6.3.1)`, without the parts that the build did not set.
  package static func description(of program: String) -> String {
    description(
      of: program, commit: String(cString: build_commit()),
      toolchain: String(cString: build_toolchain()))
  }

  package static func description(
    of program: String, commit: String, toolchain: String
  ) -> String {
    let parts = [commit, toolchain.isEmpty ? "" : "Swift \(toolchain)"].filter { !$0.isEmpty }
    let origin = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "\(program) \(number)\(origin)"
  }
}
