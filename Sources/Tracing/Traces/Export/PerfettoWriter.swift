/// Writes Perfetto's native format: packets with track descriptors and track events.
///
/// Slices of one track must be nested or disjoint. A participant whose calls overlap therefore gets
/// several tracks of its name. A call is a slice of its callee and a slice of its caller; a flow
/// connects the two.
struct PerfettoWriter {
  private var trace = ProtobufWriter()
  private let timeline: TraceTimeline
  private var lanes: [Lane] = []
  private var lastTrack: UInt64 = 1
  private var events: [Event] = []

  /// A track of a participant, with the ends of its open slices.
  private struct Lane {
    var participant: String
    var track: UInt64
    var ends: [Int64] = []
  }

  /// A track event, with its rank among events of the same time.
  private struct Event {
    var time: Int64
    var order: Int
    var kind: EventKind
    var track: UInt64
    var name = ""
    var flow: (field: Int, id: UInt64)?
    var annotations: [(name: String, text: String)] = []
  }

  /// Values of `TrackEvent.Type`.
  private enum EventKind: UInt64 {
    case begin = 1
    case end = 2
    case instant = 3
    case state = 5
  }

  /// Numbers of the written fields.
  private enum Field {
    static let packet = 1
    static let (timestamp, sequence, trackEvent, trackDescriptor) = (8, 10, 11, 60)
    static let (uuid, trackName, parentUuid, stateTrack) = (1, 2, 5, 18)
    static let (kind, track, eventName, annotation) = (9, 11, 23, 4)
    static let (flow, endingFlow) = (47, 48)
    static let (annotationName, annotationText) = (10, 6)
  }

  private static let process: UInt64 = 1

  static func encode(_ timeline: TraceTimeline) -> [UInt8] {
    var writer = PerfettoWriter(timeline: timeline)
    writer.write()
    return writer.trace.bytes
  }

  private init(timeline: TraceTimeline) {
    self.timeline = timeline
  }

  private mutating func write() {
    descriptor(PerfettoWriter.process, timeline.trace.header.scenario)
    var about = Event(time: 0, order: -1, kind: .instant, track: PerfettoWriter.process)
    about.name = timeline.trace.header.title
    about.annotations = [(TraceExport.Key.frame, timeline.frame)]
    events = [about]
    for participant in timeline.participants { _ = addLane(participant) }
    for slice in timeline.slices { add(slice) }
    for moment in timeline.moments { add(moment) }
    addStates()
    events.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    for event in events { write(event) }
  }

  private mutating func add(_ slice: TraceTimeline.Slice) {
    let flow = UInt64(slice.span.number)
    if let caller = slice.caller {
      add(slice, on: lane(of: caller, slice), (Field.flow, flow), records: false)
    }
    add(
      slice, on: lane(of: slice.participant, slice),
      slice.caller == nil ? nil : (Field.endingFlow, flow), records: true)
  }

  private mutating func add(
    _ slice: TraceTimeline.Slice, on track: UInt64, _ flow: (Int, UInt64)?, records: Bool
  ) {
    let last = slice.last ?? timeline.lines.count
    var begin = Event(time: slice.start, order: slice.first, kind: .begin, track: track)
    begin.name = slice.name
    begin.flow = flow
    var end = Event(
      time: slice.end, order: slice.isSend ? slice.first : last, kind: .end, track: track)
    if !slice.outcome.isEmpty {
      end.annotations.append((slice.isFailed ? "error" : "value", slice.outcome))
    }
    if records {
      begin.annotations.append((TraceExport.Key.record, timeline.lines[slice.first]))
      if let last = slice.last {
        end.annotations.append((TraceExport.Key.record, timeline.lines[last]))
      }
    }
    events += [begin, end]
  }

  private mutating func add(_ moment: TraceTimeline.Moment) {
    let track =
      lanes.first { $0.participant == moment.participant }?.track ?? PerfettoWriter.process
    var event = Event(time: moment.time, order: moment.place, kind: .instant, track: track)
    event.name = moment.name
    event.annotations = [(TraceExport.Key.record, timeline.lines[moment.place])]
    events.append(event)
  }

  private mutating func addStates() {
    for machine in timeline.stateSpells {
      lastTrack += 1
      descriptor(lastTrack, machine.machine, isState: true)
      for spell in machine.spells {
        var event = Event(time: spell.start, order: -1, kind: .state, track: lastTrack)
        event.name = spell.state
        events.append(event)
      }
    }
  }

  /// The first track of a participant that has room for a slice.
  private mutating func lane(of participant: String, _ slice: TraceTimeline.Slice) -> UInt64 {
    for index in lanes.indices where lanes[index].participant == participant {
      while let end = lanes[index].ends.last, end <= slice.start { lanes[index].ends.removeLast() }
      if let end = lanes[index].ends.last, end < slice.end { continue }
      lanes[index].ends.append(slice.end)
      return lanes[index].track
    }
    let lane = addLane(participant)
    lanes[lane].ends = [slice.end]
    return lanes[lane].track
  }

  private mutating func addLane(_ participant: String) -> Int {
    lastTrack += 1
    lanes.append(Lane(participant: participant, track: lastTrack))
    descriptor(lastTrack, participant)
    return lanes.count - 1
  }

  // MARK: Packets

  private mutating func descriptor(_ track: UInt64, _ name: String, isState: Bool = false) {
    trace.message(Field.packet) { packet in
      packet.field(Field.sequence, 1)
      packet.message(Field.trackDescriptor) { descriptor in
        descriptor.field(Field.uuid, track)
        descriptor.field(Field.trackName, name)
        if track != PerfettoWriter.process {
          descriptor.field(Field.parentUuid, PerfettoWriter.process)
        }
        if isState { descriptor.message(Field.stateTrack) { _ in } }
      }
    }
  }

  private mutating func write(_ event: Event) {
    trace.message(Field.packet) { packet in
      packet.field(Field.timestamp, UInt64(max(0, event.time)))
      packet.field(Field.sequence, 1)
      packet.message(Field.trackEvent) { body in
        body.field(Field.kind, event.kind.rawValue)
        body.field(Field.track, event.track)
        if event.kind != .end { body.field(Field.eventName, event.name) }
        if let flow = event.flow { body.fixed(flow.field, flow.id) }
        for annotation in event.annotations {
          body.message(Field.annotation) { message in
            message.field(Field.annotationName, annotation.name)
            message.field(Field.annotationText, annotation.text)
          }
        }
      }
    }
  }
}
