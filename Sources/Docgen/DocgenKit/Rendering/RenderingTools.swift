import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The programs that draw: the real Mermaid, and a browser for pictures. docgen includes neither;
/// both are searched in their usual places.
struct RenderingTools: Sendable {
  /// The missing tool, and how to install it.
  struct Missing: Error, Hashable, Sendable {
    var message: String
    var help: String
  }

  let folder: String
  /// The path from the command line.
  var mermaid: String?
  var browser: String?
  /// The path from the configuration.
  var configured: String?
  /// Whether scripts of the repository may run in the browser of whoever opens the result.
  var trustsProject = false

  /// The text of Mermaid's script.
  func script() throws(Missing) -> String {
    for (source, path) in [
      ("--mermaid", mermaid), ("DOCGEN_MERMAID", Self.variable("DOCGEN_MERMAID")),
      ("`mermaid` in \(Configuration.fileName)", configured),
    ] {
      guard let path else { continue }
      if path == configured { try checkTrust(path) }
      guard let bytes = try? FileSystem.read(path) else {
        throw Missing(
          message: "Mermaid's script is missing at \(path), the path in \(source)",
          help: "name mermaid.min.js of an npm package `mermaid`")
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    for path in scripts where FileSystem.kind(of: path) == .file {
      try checkTrust(path)
      if let bytes = try? FileSystem.read(path) { return String(decoding: bytes, as: UTF8.self) }
    }
    throw Missing(
      message: "Mermaid itself draws the pictures, and it is not installed",
      help:
        "`npm install mermaid` here, or name its mermaid.min.js with --mermaid, DOCGEN_MERMAID or "
        + "`mermaid` in \(Configuration.fileName)")
  }

  /// A script of a repository could be anything.
  private func checkTrust(_ path: String) throws(Missing) {
    let isForeign = Confinement(folder).contains(FileSystem.absolute(path))
    guard isForeign, !trustsProject else { return }
    throw Missing(
      message: "\(path) is a script of the repository, and is not run",
      help: "If you trust it, add --trust-project, or name it with --mermaid or DOCGEN_MERMAID.")
  }

  /// The paths where npm and this program's installation put it; the nearest folder first.
  private var scripts: [String] {
    var paths: [String] = []
    var current = FileSystem.absolute(folder)[...]
    while true {
      paths.append(current + "/node_modules/mermaid/dist/mermaid.min.js")
      paths.append(current + "/.build/mermaid/mermaid.js")
      guard let slash = current.lastIndex(of: "/") else { break }
      current = current[..<slash]
    }
    paths += ["/usr/local/lib", "/usr/lib", "/opt/homebrew/lib"].map {
      $0 + "/node_modules/mermaid/dist/mermaid.min.js"
    }
    return paths + (Installation.share.map { [$0 + "/mermaid.min.js"] } ?? [])
  }

  /// The program of a browser that can draw without a window.
  func browserProgram() throws(Missing) -> String {
    if let named = browser ?? Self.variable("DOCGEN_BROWSER") {
      if let found = Self.program(named) { return found }
      throw Missing(
        message: "the browser `\(named)` does not exist", help: "name Chromium or Chrome")
    }
    let names = [
      "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
      "headless_shell", "microsoft-edge",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ]
    for name in names {
      if let found = Self.program(name) { return found }
    }
    throw Missing(
      message: "SVG and PNG are drawn by Chromium or Chrome, and neither is installed",
      help:
        "`apt-get install chromium` or `brew install --cask chromium`; or name one with --browser or "
        + "DOCGEN_BROWSER; --format html needs none")
  }

  /// The file that a shell would run for a name.
  private static func program(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    for folder in (variable("PATH") ?? "").split(separator: ":") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0, FileSystem.kind(of: path) == .file { return path }
    }
    return nil
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
