/// The varying data of one recorded event, in 32 bytes.
struct TraceEvent {
  var time: Int64
  var descriptor: UInt32
  /// The span that it opens or closes; 0 for none.
  var span: UInt32
  /// The enclosing span; 0 for none.
  var parent: UInt32
  private var reserved: (UInt32, UInt32, UInt32) = (0, 0, 0)

  init(time: Int64, descriptor: UInt32, span: UInt32, parent: UInt32) {
    self.time = time
    self.descriptor = descriptor
    self.span = span
    self.parent = parent
  }
}

/// The data that a recorder's lock protects.
struct TraceStorage {
  private(set) var dropped = 0
  private var events: TraceRing
  private var table = TraceTable()
  private var lastSpan: UInt32 = 0
  private var lastTime = Int64.min

  init(capacity: Int, overflow: TraceRecorder.Overflow) {
    events = TraceRing(capacity: capacity, overflow: overflow)
  }

  /// The number of stored events.
  var count: Int { events.count }

  mutating func append(
    _ descriptor: borrowing TraceDescriptor, time: Int64, parent: UInt32, opensSpan: Bool
  ) -> TraceSpan {
    if opensSpan { lastSpan &+= 1 }
    let span = opensSpan ? lastSpan : 0
    append(
      TraceEvent(time: time, descriptor: table.index(of: descriptor), span: span, parent: parent))
    return TraceSpan(span)
  }

  mutating func append(
    _ descriptor: borrowing TraceDescriptor, time: Int64, closing span: TraceSpan
  ) {
    append(
      TraceEvent(
        time: time, descriptor: table.index(of: descriptor), span: span.number, parent: 0))
  }

  /// The stored events with their descriptors; removes the events if `removing` is true.
  mutating func take(removing: Bool) -> TraceBatch {
    let batch = TraceBatch(events: events.inOrder, descriptors: table.descriptors)
    if removing { events.removeAll() }
    return batch
  }

  /// Keeps times in ascending order: of two threads, the one that read the clock first may append
  /// last.
  private mutating func append(_ event: TraceEvent) {
    lastTime = max(lastTime, event.time)
    var event = event
    event.time = lastTime
    if !events.append(event) { dropped += 1 }
  }
}

/// A bounded buffer of events, allocated completely at the beginning.
private struct TraceRing {
  private var events: [TraceEvent] = []
  /// The index of the oldest event, once the ring is full and wraps around.
  private var oldest = 0
  private let capacity: Int
  private let overflow: TraceRecorder.Overflow

  init(capacity: Int, overflow: TraceRecorder.Overflow) {
    self.capacity = max(1, capacity)
    self.overflow = overflow
    events.reserveCapacity(self.capacity)
  }

  var count: Int { events.count }

  /// Adds an event; returns `false` if that dropped an event.
  mutating func append(_ event: TraceEvent) -> Bool {
    if events.count < capacity {
      events.append(event)
      return true
    }
    if overflow == .dropsOldest {
      events[oldest] = event
      oldest = oldest + 1 == capacity ? 0 : oldest + 1
    }
    return false
  }

  var inOrder: [TraceEvent] { Array(events[oldest...] + events[..<oldest]) }

  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    oldest = 0
  }
}

/// Events taken from a recorder, with their descriptors.
struct TraceBatch: Sendable {
  var events: [TraceEvent]
  let descriptors: [TraceDescriptor]

  /// The records of the events, numbered from `first`.
  func records(from first: Int) -> [TraceRecord] {
    events.enumerated().map { index, event in
      descriptors[Int(event.descriptor)].record(of: event, sequence: first + index)
    }
  }

  /// The batch without the ends of spans that began before it, and without parents from that time.
  func withoutOrphans() -> TraceBatch {
    var opened: Set<UInt32> = []
    var kept = self
    kept.events = events.compactMap { event in
      var event = event
      let descriptor = descriptors[Int(event.descriptor)]
      if !opened.contains(event.parent) { event.parent = 0 }
      if descriptor.closesSpan { return opened.contains(event.span) ? event : nil }
      if event.span != 0 { opened.insert(event.span) }
      return event
    }
    return kept
  }
}
