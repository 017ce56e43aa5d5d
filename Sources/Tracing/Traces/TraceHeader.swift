/// The first line of a trace: format, scenario and participants.
public struct TraceHeader: Hashable, Sendable {
  /// The only version of the format that this code writes and reads.
  public static let currentVersion = 1

  /// The version of the format.
  public var version: Int
  /// The scenario's name, `rate-limit-trips-breaker`; unique within a set of traces.
  public var scenario: String
  /// The scenario in one sentence.
  public var title: String
  /// The time in RFC 3339 form that corresponds to time 0.
  public var epoch: String
  /// The participants, in the order of a diagram.
  public var participants: [TraceParticipant]

  /// Creates a header.
  public init(
    version: Int = TraceHeader.currentVersion, scenario: String, title: String = "",
    epoch: String = "1970-01-01T00:00:00Z", participants: [TraceParticipant] = []
  ) {
    self.version = version
    self.scenario = scenario
    self.title = title
    self.epoch = epoch
    self.participants = participants
  }
}

/// A sender or receiver of messages.
public struct TraceParticipant: Hashable, Sendable {
  /// The shape of a participant in diagrams.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A part of the program.
    case participant
    /// A user or an external system that acts.
    case actor
    /// A store of data.
    case database
  }

  /// The name used in records, `SyncEngine`.
  public var name: String
  /// The shape in diagrams.
  public var kind: Kind

  /// Creates a participant.
  public init(_ name: String, kind: Kind = .participant) {
    self.name = name
    self.kind = kind
  }
}

/// A complete trace: header, declared machines, records.
public struct Trace: Hashable, Sendable {
  /// The first line.
  public var header: TraceHeader
  /// The program's state machines, found by exploring them.
  public var machines: [DeclaredMachine]
  /// The recorded events, in order.
  public var records: [TraceRecord]
  /// The number of records lost because the recorder was full.
  public var dropped: Int
  /// The Swift files that the trace came from, by path; empty if unknown.
  public var sources: [TraceSource]

  /// Creates a trace.
  public init(
    header: TraceHeader, machines: [DeclaredMachine] = [], records: [TraceRecord] = [],
    dropped: Int = 0, sources: [TraceSource] = []
  ) {
    self.header = header
    self.machines = machines
    self.records = records
    self.dropped = dropped
    self.sources = sources
  }
}
