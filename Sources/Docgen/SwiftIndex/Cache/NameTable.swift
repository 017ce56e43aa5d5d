package import Diagnostics

/// The names in each Swift file of a project: it finds the files that declare or use a name, so that
/// the declarations of all others need not be read.
///
///     digest "docgen-names" version stamp count
///     (key lines words names)…     of each file, with the numbers of its words and names
///     hashes…                      of each file its words, then its names
///
/// All numbers have eight bytes, the lowest first. The names of five million lines take 50 MB, and a
/// search of all of them takes a few milliseconds.
package struct NameTable: Sendable {
  private struct File {
    var key: ContentDigest
    var lineCount: Int
    /// The places of their first bytes.
    var words: Int
    var names: Int
    var end: Int
  }

  private static let magic = Array("docgen-names\u{1}".utf8)
  private let bytes: [UInt8]
  private let files: [File]

  /// Returns `nil` for bytes that are not a table of a program with this stamp.
  package init?(_ bytes: [UInt8], stamp: UInt64) {
    var reader = FixedReader(bytes)
    guard let first = reader.next(), let second = reader.next(),
      bytes.dropFirst(16).starts(with: Self.magic),
      ContentDigest(bytes, in: 16..<bytes.count) == ContentDigest(first: first, second: second)
    else { return nil }
    reader.skip(Self.magic.count)
    guard reader.next() == stamp, let count = reader.next(), count <= UInt64(bytes.count) / 40
    else { return nil }
    var files: [File] = []
    files.reserveCapacity(Int(count))
    var place = Self.magic.count + 32 + Int(count) * 40
    for _ in 0..<count {
      guard let first = reader.next(), let second = reader.next(), let lines = reader.next(),
        let words = reader.next(), let names = reader.next(),
        words <= UInt64(bytes.count), names <= UInt64(bytes.count), lines <= UInt64(Int.max)
      else { return nil }
      let next = place + Int(words) * 8
      files.append(
        File(
          key: ContentDigest(first: first, second: second), lineCount: Int(lines), words: place,
          names: next, end: next + Int(names) * 8))
      place = next + Int(names) * 8
      guard place <= bytes.count else { return nil }
    }
    guard place == bytes.count else { return nil }
    (self.bytes, self.files) = (bytes, files)
  }

  package var count: Int { files.count }

  /// The identity of a file when the table was written.
  package func key(at position: Int) -> ContentDigest { files[position].key }

  func lineCount(at position: Int) -> Int { files[position].lineCount }

  /// The positions of the files that have some of these words or of these names.
  func positions(
    words: some Collection<String> = [], names: some Collection<IndexedName> = []
  ) -> Set<Int> {
    var found: Set<Int> = []
    search(words: words.map { NameSet.number(of: $0.utf8) }, names: names.map(\.number)) {
      position, _ in
      found.insert(position)
      return true
    }
    return found
  }

  /// Whether a file at such a position has one of these words or of these names.
  func contains(
    words: some Collection<String> = [], names: some Collection<IndexedName> = [],
    where isCounting: (Int) -> Bool
  ) -> Bool {
    var isFound = false
    search(words: words.map { NameSet.number(of: $0.utf8) }, names: names.map(\.number)) {
      position, _ in
      isFound = isCounting(position)
      return !isFound
    }
    return isFound
  }

  /// The files with a declaration of one of the types, and with their extensions and aliases. Types are
  /// declared in a file or are `new`: the extensions of types of other modules have nothing to do with
  /// each other.
  func parts(of types: Set<String>, besides new: Set<String>) -> Set<Int> {
    let parts = types.map { [IndexedName.types($0), .extensions($0), .aliases($0)].map(\.number) }
    var found: [Int: [UInt64]] = [:]
    search(words: [], names: parts.joined()) { position, number in
      found[position, default: []].append(number)
      return true
    }
    let declared = found.values.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    let counting = zip(types, parts).filter { new.contains($0) || declared.contains($1[0]) }
      .reduce(into: Set<UInt64>()) { $0.formUnion($1.1) }
    return Set(found.filter { !counting.isDisjoint(with: $0.value) }.keys)
  }

  /// Calls `visit` for each hash of these words and names with the position of a file that has it, until
  /// it returns `false`.
  private func search(
    words: some Collection<UInt64>, names: some Collection<UInt64>,
    _ visit: (_ position: Int, _ number: UInt64) -> Bool
  ) {
    let (words, names) = (NumberFilter(words), NumberFilter(names))
    bytes.withUnsafeBytes { raw in
      func search(_ filter: NumberFilter, from start: Int, to end: Int, _ position: Int) -> Bool {
        filter.numbers.isEmpty
          || filter.bits.withUnsafeBufferPointer { bits in
            let mask = bits.count - 1
            for place in stride(from: start, to: end, by: 8) {
              let number = UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
              if bits[Int(number >> 6) & mask] & 1 << (number & 63) != 0,
                filter.numbers.contains(number), !visit(position, number)
              {
                return false
              }
            }
            return true
          }
      }
      for (position, file) in files.enumerated() {
        guard search(words, from: file.words, to: file.names, position),
          search(names, from: file.names, to: file.end, position)
        else { return }
      }
    }
  }

  /// The bytes of a table of these files.
  package static func bytes(
    of files: [FileDeclarations], keys: [ContentDigest], stamp: UInt64
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16) + magic
    func add(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let names = files.map(\.indexedNames)
    let numbers = zip(files, names).reduce(0) { $0 + $1.0.words.numbers.count + $1.1.count }
    bytes.reserveCapacity(bytes.count + 16 + files.count * 40 + numbers * 8)
    add(stamp)
    add(UInt64(files.count))
    for ((file, key), names) in zip(zip(files, keys), names) {
      add(key.first)
      add(key.second)
      add(UInt64(file.lineCount))
      add(UInt64(file.words.numbers.count))
      add(UInt64(names.count))
    }
    for (file, names) in zip(files, names) {
      file.words.numbers.forEach(add)
      names.forEach(add)
    }
    let digest = ContentDigest(bytes, in: 16..<bytes.count)
    for (place, number) in [(0, digest.first), (8, digest.second)] {
      withUnsafeBytes(of: number.littleEndian) {
        bytes.replaceSubrange(place..<(place + 8), with: $0)
      }
    }
    return bytes
  }
}

/// Hashes to search for.
struct NumberFilter {
  let numbers: Set<UInt64>
  /// A bit for each value of the lowest bits, since most numbers are not searched for.
  private(set) var bits: [UInt64]

  init(_ numbers: some Collection<UInt64>) {
    self.numbers = Set(numbers)
    // Few of the bits are set, even for many numbers.
    bits = [UInt64](repeating: 0, count: numbers.count > 1_024 ? 16_384 : 1_024)
    for number in numbers { bits[Int(number >> 6) & (bits.count - 1)] |= 1 << (number & 63) }
  }

  func mayContain(_ number: UInt64) -> Bool {
    bits[Int(number >> 6) & (bits.count - 1)] & 1 << (number & 63) != 0
  }
}

/// A name that a search for files may ask for.
package enum IndexedName: Hashable, Sendable {
  /// Types, without those around them.
  case types(String)
  /// Aliases of a type.
  case aliases(String)
  /// Extensions of a type.
  case extensions(String)
  case members(String)
  /// Functions, variables and macros outside any type.
  case globals(String)
  /// Imports of a module.
  case imports(String)
  /// Imports whose declarations are handed on.
  case reexports

  package var name: String {
    switch self {
    case .types(let name), .aliases(let name), .extensions(let name), .members(let name),
      .globals(let name), .imports(let name):
      name
    case .reexports: ""
    }
  }

  /// No identifier has a space.
  fileprivate var text: String {
    switch self {
    case .types(let name): "type " + name
    case .aliases(let name): "alias " + name
    case .extensions(let name): "extension " + name
    case .members(let name): name
    case .globals(let name): "global " + name
    case .imports(let name): "import " + name
    case .reexports: "import @_exported"
    }
  }

  var number: UInt64 { NameSet.number(of: text.utf8) }
}

extension FileDeclarations {
  /// The hashes of everything that a search for the file may ask for.
  fileprivate var indexedNames: Set<UInt64> {
    var names: Set<IndexedName> = []
    for type in types {
      names.insert(.types(type.name))
      if let aliased = type.aliasedName { names.insert(.aliases(aliased)) }
      for member in type.members { names.insert(.members(member.name)) }
    }
    for declaration in extensions {
      names.insert(.extensions(declaration.name.lastPart))
      for member in declaration.members { names.insert(.members(member.name)) }
    }
    for member in globals { names.insert(.globals(member.name)) }
    for imported in imports {
      names.insert(.imports(String(imported.name.prefix { $0 != "." })))
      if imported.hasAttribute("_exported") { names.insert(.reexports) }
    }
    return Set(names.map(\.number))
  }
}

extension TypeDeclaration {
  /// The last part of the name of the type that an alias stands for.
  var aliasedName: String? { aliased?.dottedName.map(\.lastPart) }
}

extension String {
  /// Without the types around it: `Outer.Inner` -> `Inner`.
  var lastPart: String {
    lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}

extension FileDeclarations {
  /// The names of the types that the file declares, extends or nests others in, without those around
  /// them.
  var typeNames: Set<String> {
    let names = types.map(\.qualifiedName) + extensions.map(\.name)
    return names.reduce(into: []) { found, name in
      // Most types are in no other one.
      if name.utf8.contains(UInt8(ascii: ".")) {
        found.formUnion(name.split(separator: ".").map(String.init))
      } else {
        found.insert(name)
      }
    }
  }
}
