// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of Foundation that the module Sync uses, as its documentation gives them. Nothing
// here does anything.

public struct Date: Hashable, Sendable {
  public init() {}
  public var timeIntervalSince1970: Double { 0 }
}

public struct Data: Hashable, RandomAccessCollection, Sendable {
  public init(_ bytes: some Sequence<UInt8>) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(position: Int) -> UInt8 { 0 }
}

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public init() {}
  open var outputFormatting: OutputFormatting = []
  open func encode(_ value: some Encodable) throws -> Data { Data([]) }
}

open class JSONDecoder {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
  }
}
