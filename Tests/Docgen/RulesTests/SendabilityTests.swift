import Models
import SwiftIndex
import Testing

@Suite("Types that are Sendable by their stored types")
struct SendabilityTests {
  private let code = CodeModel(reading: [
    SourceInput(
      path: "1.swift",
      bytes: Array(
        """
        final class Image {}
        struct Folder { var files: [File]; var icon: Image }
        struct File { var parents: [Folder] }
        struct Tree { var branches: [Branch] }
        struct Branch { var trees: [Tree]; var length: Int }
        """.utf8))
  ])

  /// The answers must not depend on the type that is asked about first.
  @Test(arguments: [
    ["Folder", "File", "Tree", "Branch"], ["Branch", "Tree", "File", "Folder"],
  ])
  func `types that contain each other`(names: [String]) throws {
    var reader = SendabilityReader(code)
    for name in names {
      let type = try #require(code.type(named: name).only)
      #expect(reader.isSendable(type) == ["Tree", "Branch"].contains(name), "\(name)")
    }
  }
}
