import Foundation

/// An invented repository of many packages whose documents agree with its code, for tests and
/// benchmarks of large repositories.
///
/// Everything follows from the sizes: the same sizes give the same bytes on every machine. One
/// document describes one feature, a group of Swift files with a state machine, a service, a store
/// and other types.
///
///     Packages/Taro/Package.swift
///     Packages/Taro/Sources/Taro/Belora/BeloraMachine.swift …
///     docs/Taro/Belora.md
package struct GeneratedRepository: Sendable {
  /// The sizes that the project promises figures for.
  package static let full = GeneratedRepository(
    files: 50_000, lines: 5_000_000, documents: 2_000, diagrams: 5_000)

  package let files: Int
  package let lines: Int
  package let documents: Int
  package let diagrams: Int

  /// At least five files for each document, and at least one document.
  package init(files: Int, lines: Int, documents: Int, diagrams: Int) {
    precondition(documents > 0 && files >= documents * 5)
    self.files = files
    self.lines = lines
    self.documents = documents
    self.diagrams = diagrams
  }

  /// The full sizes divided by a number.
  package static func fraction(_ divisor: Int) -> GeneratedRepository {
    GeneratedRepository(
      files: full.files / divisor, lines: full.lines / divisor,
      documents: full.documents / divisor, diagrams: full.diagrams / divisor)
  }

  package static let featuresOfPackage = 40

  /// The features, one for each document.
  package var features: some Collection<Feature> { (0..<documents).lazy.map(feature) }

  package func feature(_ number: Int) -> Feature {
    Feature(
      number: number,
      files: Self.share(number, of: files, among: documents).count,
      linesOfFile: lines / files,
      diagrams: Self.share(number, of: diagrams, among: documents))
  }

  /// The numbers below `count` that the part with a number has.
  private static func share(_ number: Int, of count: Int, among parts: Int) -> Range<Int> {
    (number * count / parts)..<((number + 1) * count / parts)
  }

  /// Calls `body` with each file of the repository.
  package func forEachFile(_ body: (_ path: String, _ text: String) throws -> Void) rethrows {
    try body(
      ".docgen.json",
      #"{"documents": ["docs/**/*.md"], "sources": ["Packages/*/Sources/**/*.swift"]}"# + "\n")
    for feature in features {
      if feature.number % Self.featuresOfPackage == 0 {
        try body("Packages/\(feature.packageName)/Package.swift", feature.manifest)
      }
      for file in feature.sources { try body(file.path, file.text) }
      try body(feature.documentPath, feature.document)
    }
  }

  /// Writes the files below a folder and commits them.
  package func write(to folder: String) throws {
    var known: Set<String> = []
    try forEachFile { path, text in
      let parent = (folder + "/" + path).split(separator: "/").dropLast().joined(separator: "/")
      if known.insert(parent).inserted {
        try FileManager.default.createDirectory(
          atPath: "/" + parent, withIntermediateDirectories: true)
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + path))
    }
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/bin/sh")
    git.arguments = [
      "-c",
      """
      cd "$0" && git init -q -b main && git add -A && git -c user.name=a \
      -c user.email=a@example.com -c gc.auto=0 commit -qm 'Generate the repository'
      """, folder,
    ]
    try git.run()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
