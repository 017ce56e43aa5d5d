/// One DocC catalog: a folder `X.docc` with articles, tutorials, pictures and videos.
struct DocCCatalog: Hashable, Sendable {
  /// `Sources/House/Documentation.docc`
  let folder: String
  /// Articles, extension pages and tutorials by their link names: `Getting started.md` is
  /// `Getting-started`.
  let pages: [String: String]
  /// Everything else by the names that links may use, with and without the extension.
  let assets: Set<String>

  /// The catalog's own name: `Documentation` of `Sources/House/Documentation.docc`.
  var name: String { String(FileName.last(of: folder).dropLast(".docc".count)) }

  /// The name of the target folder around the catalog; `nil` at the root.
  ///
  ///     Sources/House/Documentation.docc  ->  House
  var target: String? {
    folder.split(separator: "/").dropLast().last.map(String.init)
  }

  /// The catalog that contains a file; `nil` if none does.
  ///
  ///     folder(of: "Sources/House/House.docc/Articles/Start.md")  ->  "Sources/House/House.docc"
  static func folder(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let place = parts.dropLast().firstIndex(where: { $0.hasSuffix(".docc") }) else {
      return nil
    }
    return parts[...place].joined(separator: "/")
  }

  /// The catalogs that a list of files has, sorted by their folders.
  static func all(in files: [String]) -> [DocCCatalog] {
    var byFolder: [String: [String]] = [:]
    for file in files where file.contains(".docc/") {
      if let folder = folder(of: file) { byFolder[folder, default: []].append(file) }
    }
    return byFolder.map { DocCCatalog(folder: $0, files: $1) }.sorted { $0.folder < $1.folder }
  }

  private init(folder: String, files: [String]) {
    self.folder = folder
    var pages: [String: String] = [:]
    var assets: Set<String> = []
    for file in files {
      let name = FileName.last(of: file)
      if let ending = [".md", ".tutorial"].first(where: { name.hasSuffix($0) }) {
        pages[Self.linkName(String(name.dropLast(ending.count)))] = file
      }
      assets.formUnion(Self.assetNames(name))
    }
    self.pages = pages
    self.assets = assets
  }

  /// `A page` -> `A-page`
  static func linkName(_ name: String) -> String {
    String(name.map { $0 == " " ? "-" : $0 })
  }

  /// `sky@2x~dark.png` -> `sky@2x~dark.png`, `sky.png`, `sky`
  private static func assetNames(_ file: String) -> [String] {
    let base = file.replacing("~dark", with: "").replacing(#/@[123]x/#, with: "")
    let dot = base.lastIndex(of: ".") ?? base.endIndex
    return [file, base, String(base[..<dot])]
  }

  /// Whether a picture, video or other file of that name is in the catalog.
  func hasAsset(_ source: String) -> Bool { assets.contains(FileName.last(of: source)) }
}
