import SwiftIndex
import Testing

@Suite struct ModuleMapTests {
  private static let manifests = [
    PackageManifest(
      file: "Package.swift",
      bytes: Array(
        """
        let package = Package(
          name: "Shop",
          targets: [
            .target(name: "Core"),
            .target(name: "Store", path: "Sources/Backend/Store"),
            .target(name: "StoreModels", path: "./Sources/Backend/Store/Models/"),
            .testTarget(name: "StoreTests", path: "Tests/Backend/StoreTests"),
          ])
        """.utf8)),
    PackageManifest(
      file: "Tools/Package.swift",
      bytes: Array(#"let package = Package(targets: [.target(name: "Tool", path: "Code")])"#.utf8)),
  ]

  @Test(
    arguments: [
      ("Sources/Core/Row.swift", "Core"), ("Sources/Backend/Store/Row.swift", "Store"),
      ("Sources/Backend/Store/Models/Row.swift", "StoreModels"),
      ("Sources/Backend/StoreFront/Row.swift", "Backend"),
      ("Tests/Backend/StoreTests/RowTests.swift", "StoreTests"),
      ("Tests/CoreTests/RowTests.swift", "CoreTests"), ("Tools/Code/main.swift", "Tool"),
      ("Tools/Sources/Other/a.swift", "Other"), ("Code/main.swift", nil), ("Sources/a.swift", nil),
    ] as [(String, String?)])
  func `a file belongs to the deepest target around it`(path: String, module: String?) {
    #expect(ModuleMap(Self.manifests).module(ofFile: path) == module)
  }
}
