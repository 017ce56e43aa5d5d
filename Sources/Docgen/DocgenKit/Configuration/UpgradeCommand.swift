/// The command that upgrades a docgen, by the place where it is installed.
package enum UpgradeCommand {
  /// `/opt/homebrew/Cellar/docgen/0.2.0/bin/docgen` -> `brew upgrade docgen`
  ///
  /// - Parameters:
  ///   - program: The path of the running program; `nil` if it is unknown.
  ///   - version: The version that the project needs.
  /// - Returns: A command for a shell; `OWNER` and `ARCH` stand for the owner and the processor.
  package static func text(for program: String?, to version: String) -> String {
    let version = released(version)
    let folders = program?.split(separator: "/").dropLast().map(String.init) ?? []
    if folders.contains("Cellar") { return "brew upgrade docgen" }
    if folders.contains(".mint") {
      return "mint install OWNER/docgen@v\(version)"
    }
    if folders == ["usr", "lib", "docgen", "bin"] || folders == ["usr", "bin"] {
      return "sudo apt-get install ./docgen_\(version)_ARCH.deb"
    }
    if folders.contains(".build") {
      return "git fetch --tags && git checkout v\(version) && swift build --product docgen"
    }
    if folders.contains(where: { $0.hasPrefix("docgen-") }) {
      return "tar -xzf docgen-\(version)-linux-ARCH.tar.gz"
    }
    return "git fetch --tags && git checkout v\(version) && make install"
  }

  /// Releases have three numbers: `1.2` -> `1.2.0`
  private static func released(_ version: String) -> String {
    let missing = max(0, 3 - version.split(separator: ".").count)
    return version + String(repeating: ".0", count: missing)
  }
}
