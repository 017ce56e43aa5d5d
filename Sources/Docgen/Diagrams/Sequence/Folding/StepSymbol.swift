/// A step of a flow, without its nested steps.
package enum StepSymbol: Hashable, Sendable {
  case message(DrawnMessage)
  /// A titled section of one participant.
  case phase(by: String, title: String)
  /// One round of a loop that the program named.
  case round(by: String, title: String)
  /// A remark, which is optional in diagrams.
  case note(over: String, text: String)
  /// A guard and its outcome: optional in diagrams, but it may separate two branches.
  case decision(by: String, condition: String, holds: Bool)
  /// Concurrent calls: their strands, preceded by the order of their turns.
  case concurrent
  /// One of several concurrent strands.
  case strand
  /// For each message of concurrent strands the number of its strand.
  case turns([Int32])

  /// Whether a diagram without it allows the same messages.
  var isSilent: Bool {
    switch self {
    case .message, .phase, .round, .concurrent, .strand: false
    case .note, .decision, .turns: true
    }
  }

  /// A hash that depends only on the content.
  ///
  /// Swift's `Hasher` is seeded in each process, and the order of folding must not depend on it.
  var digest: UInt64 {
    var digest = Digest()
    switch self {
    case .message(let message):
      digest.add("message \(message.kind)")
      for text in [message.from, message.to, message.label] { digest.add(text) }
    case .phase(let by, let title): for text in ["phase", by, title] { digest.add(text) }
    case .round(let by, let title): for text in ["round", by, title] { digest.add(text) }
    case .note(let over, let text): for text in ["note", over, text] { digest.add(text) }
    case .decision(let by, let condition, let holds):
      for text in ["decision \(holds)", by, condition] { digest.add(text) }
    case .concurrent: digest.add("concurrent")
    case .strand: digest.add("strand")
    case .turns(let turns):
      digest.add("turns")
      for turn in turns { digest.add(UInt64(UInt32(bitPattern: turn))) }
    }
    return digest.value
  }
}

/// An arrow.
package struct DrawnMessage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case call, send, answer, failure
  }

  package var from: String
  package var to: String
  package var label: String
  package var kind: Kind

  package init(from: String, to: String, label: String, kind: Kind) {
    self.from = from
    self.to = to
    self.label = label
    self.kind = kind
  }

  package var isReply: Bool { kind == .answer || kind == .failure }

  func isReply(to call: DrawnMessage) -> Bool {
    isReply && from == call.to && to == call.from
  }

  /// `createEventsBatch` for `createEventsBatch(events)`; an HTTP method and path unchanged.
  package var name: Substring {
    label.contains(" ") && !label.hasSuffix(")") ? label[...] : label.prefix { $0 != "(" }
  }
}

/// A hash that is the same in every process.
///
/// The loop of FNV-1a with an additional shift, on 64 bits. Each text ends with a value that no
/// byte has, so that `"ab" "c"` and `"a" "bc"` differ.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: UInt64(byte)) }
    add(byte: 0x100)
  }

  mutating func add(_ number: UInt64) {
    add(byte: number)
    add(byte: number >> 32)
  }

  private mutating func add(byte: UInt64) {
    value = (value ^ byte) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }
}
