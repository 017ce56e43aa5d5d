/// The first line of a trace: it says what the file is and who takes part.
public struct TraceHeader: Hashable, Sendable {
  /// The format's version that this code writes; it reads this one only.
  public static let currentVersion = 1

  /// Version of the format.
  public var version: Int
  /// The scenario's name, `rate-limit-trips-breaker`; unique within a set of traces.
  public var scenario: String
  /// The scenario in one sentence.
  public var title: String
  /// The moment of time 0, in RFC 3339 form.
  public var epoch: String
  /// Who takes part, in the order in which a diagram shows them.
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

/// One that sends or receives messages.
public struct TraceParticipant: Hashable, Sendable {
  /// How diagrams draw it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A part of the program.
    case participant
    /// A person, or something outside that acts.
    case actor
    /// Something that keeps data.
    case database
  }

  /// The name used in records, `SyncEngine`.
  public var name: String
  /// How diagrams draw it.
  public var kind: Kind

  /// Creates a participant.
  public init(_ name: String, kind: Kind = .participant) {
    self.name = name
    self.kind = kind
  }
}

/// A whole trace: header, declared machines, records.
public struct Trace: Hashable, Sendable {
  /// What the file is.
  public var header: TraceHeader
  /// The state machines of the engine, as exploring them found them.
  public var machines: [DeclaredMachine]
  /// What happened, in order.
  public var records: [TraceRecord]
  /// Records that the recorder had no room for.
  public var dropped: Int
  /// The Swift files that it came from, by path; empty if they are unknown.
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
