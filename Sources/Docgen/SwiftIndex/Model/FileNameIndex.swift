import Basics

/// Finds the paths that end in a file name, ignoring case.
///
/// Sorted numbers in place of a dictionary: a short check of a large project makes the index for a few
/// lookups.
package struct FileNameIndex: Sendable {
  private let paths: [String]
  /// Half of a hash of each name, above the position of its path; sorted.
  private let entries: [UInt64]

  /// - Precondition: There are fewer than 2^32 paths.
  package init(_ paths: [String]) {
    self.paths = paths
    entries = paths.enumerated().map { Self.hash($1.fileName) | UInt64($0) }.sorted()
  }

  /// The paths, in the order in which they were given.
  package func paths(endingIn name: String) -> [String] {
    let (hash, name) = (Self.hash(name), name.lowercased())
    let first = entries.partitioningIndex { $0 >= hash }
    return entries[first...].prefix { $0 & Self.half == hash }
      .map { paths[Int(truncatingIfNeeded: $0 & ~Self.half)] }
      .filter { $0.fileName.lowercased() == name }
  }

  private static let half: UInt64 = 0xFFFF_FFFF_0000_0000

  private static func hash(_ name: String) -> UInt64 {
    // Only beyond ASCII do letters of other cases differ in more than a bit.
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    let number =
      isASCII
      ? NameSet.number(of: name.utf8.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
      : NameSet.number(of: name.lowercased().utf8)
    return number & half
  }
}
