import SwiftIndex

/// Inline code that names a file: `Sources/Sync/SyncEngine.swift`, `Engine.swift:42`, `docs/`.
package struct FileName: Hashable, Sendable {
  /// Without a line and `./`.
  var path: String
  /// 1-based.
  var line: Int?
  /// The end of a range: 20 of `Engine.swift:10-20`.
  var lastLine: Int?

  /// Returns `nil` if the text has other characters than those of a path.
  init?(_ text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    if parts.count == 2, let range = Self.range(parts[1]) {
      (numbers, lastLine) = ([range.lowerBound], range.upperBound)
      parts.removeLast()
    }
    while parts.count > 1, let number = Int(parts[parts.count - 1]) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    guard parts.count == 1, numbers.count <= 2, let first = parts.first, !first.isEmpty else {
      return nil
    }
    path = first.hasPrefix("./") ? String(first.dropFirst(2)) : String(first)
    line = numbers.first
    guard path.utf8.allSatisfy(Self.isOfPath), path.contains("/") || Self.ending(of: path) != nil
    else { return nil }
  }

  /// `10-20`
  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(omittingEmptySubsequences: false) { "-–".contains($0) }.map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], 0 < first, first <= last else {
      return nil
    }
    return first...last
  }

  var name: String { Self.last(of: path) }

  /// `Sources/A.swift` -> `A.swift`
  package static func last(of path: String) -> String {
    path.fileName
  }

  /// The files of the sources with this name: a path names one, a name without folders all files
  /// with it.
  func files(in code: CodeModel) -> [String] {
    if code.lineCount(of: path) != nil { return [path] }
    return path.contains("/") ? [] : code.files(named: path)
  }

  /// Whether a text with dots is the name of a file instead of a name of the code.
  ///
  ///     Package.resolved · .env · .swiftlint.yml · com.example.app
  static func isFileName(_ text: String) -> Bool {
    ending(of: text) != nil || isReverseDomain(text)
  }

  /// `com.example.app` is an identifier, or a file of settings.
  private static func isReverseDomain(_ text: String) -> Bool {
    ["com.", "org.", "io.", "net.", "dev.", "app.", "de.", "group.", "iCloud."].contains {
      text.hasPrefix($0)
    }
  }

  /// The extension of a file's name if it is a common one.
  private static func ending(of text: String) -> String? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    var rest = text[text.index(after: dot)...]
    if let colon = rest.firstIndex(of: ":") { rest = rest[..<colon] }
    return endings.contains(String(rest)) ? String(rest) : nil
  }

  private static let endings: Set = [
    "a", "app", "appex", "bundle", "c", "cer", "cfg", "conf", "cpp", "css", "csv", "db", "docc",
    "docset", "dylib", "entitlements", "env", "erb", "framework", "gif", "gradle", "gz", "h",
    "html",
    "icns", "ini", "ipa", "ipynb", "java", "jpeg", "jpg", "js", "json", "jsonl", "jsx", "key", "kt",
    "kts", "lcov", "lock", "log", "m", "md", "mdx", "metal", "mjs", "mm", "mmd", "mobileprovision",
    "modulemap", "momd", "mustache", "p12", "p8", "pbxproj", "pdf", "pem", "pftrace", "pkg",
    "plist",
    "plugin", "png", "podspec", "profraw", "proto", "py", "rb", "resolved", "rs", "sarif", "sh",
    "so",
    "sql", "sqlite", "stencil", "storyboard", "strings", "stringsdict", "svg", "swift",
    "swiftdoc", "swiftinterface", "swiftmodule", "tar", "tbd", "toml", "trace", "ts", "tsv", "tsx",
    "txt", "wasm", "webp", "xcarchive", "xcassets", "xcconfig", "xcdatamodel", "xcdatamodeld",
    "xcframework", "xcodeproj", "xcprivacy", "xcresult", "xcscheme", "xcstrings", "xctest",
    "xctestplan", "xcworkspace", "xib", "xml", "yaml", "yml", "zip", "zsh",
  ]

  static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "/"), 0x80...:
      true
    default: false
    }
  }
}
