import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates

/// A package for a harbor, and the findings about a page of it.
enum Harbor {
  private static let source = """
    public struct Winch {
      public struct Speed {
        public static func limited(knots: Int, gust: Int = 0) -> Speed { Speed() }
        public static func free() -> Speed { Speed() }
      }
      public enum Load { case crate(Int), barrel(count: Int), chest(Chest) }
      public init(reach: Int) {}
      public func turn(at speed: Speed) {}
      public func lift(_ load: Load) {}
      public static func spare(reach: Int) -> Winch { Winch(reach: reach) }
      public static func rented(reach: Int) throws -> Winch { Winch(reach: reach) }
      public var drumWidth: Int { 1 }
      public func lowerAll(count: Int) {}
      public mutating func extend(by length: Int) {}
      @available(*, deprecated) public func hoistOld() {}
      public static func isWide(reach: Int) -> Bool { true }
      public var whenLifted: ((Int) -> Void)?
    }
    public struct Spool<Line> {
      public init(reach: Int) {}
      public static func isWide(reach: Int) -> Bool { true }
    }
    public enum Lock { case bolt(Int), seal }
    public struct Chest { public init(lock: Lock) {} }
    public actor Gate { public init?(width: Int = 1) {} }
    public struct Pier {}
    public protocol Sailing {
      associatedtype Crate
      func sail(to pier: Pier) -> Int?
      func load(_ crate: Crate) -> Crate
    }
    public struct Theme { public init(width: Int) {} }
    extension View { public func harborTheme(main: Theme) -> some View { self } }
    public protocol Crew {
      func haul(rope: Int) -> Bool
    }
    extension Crew { public func haul(rope: Int) -> String { "" } }
    public struct HarborGate: View {
      public let tideLevel: Int
      #if os(macOS)
        @State private var isHovered = false
      #endif
    }
    extension View { public func harborWave() {} }
    public final class Stored: NSManagedObject {}
    public struct Crane<Load: Sailing> where Load: Sendable { public var boomLength: Int { 1 } }
    public protocol Docking: Sailing {
      associatedtype Berth = Pier
      func dockAll(_ ships: Int)
    }

    """

  private static let manifest = """
    let package = Package(
      name: "Harbor",
      dependencies: [.package(url: "https://github.com/apple/swift-log.git", from: "1.0.0")],
      targets: [.target(name: "Harbor")])
    """

  static func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(), files: [String] = ["Harbor"]
  ) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let texts = ["Mintfile": "harbor/Crane@1.2.0\n", "Package.swift": Self.manifest]
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { ["docs/a.md"] + texts.keys }, read: { texts[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: files.map {
        SourceInput(
          path: "Sources/Harbor/\($0).swift", module: "Harbor", $0 == "Harbor" ? Self.source : "")
      })
    let manifest = PackageManifest(file: "Package.swift", bytes: Array(Self.manifest.utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], manifests: [manifest]),
      templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
