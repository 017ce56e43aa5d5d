/// The visible part of a span: everything by which two flows can differ except their order.
///
/// A reduction compares spans by this text, so it is the same in Swift and in SQL:
///
///     participant TAB kind TAB name TAB peer TAB failed
///
/// `kind` is the number of OpenTelemetry's `SpanKind`, and `failed` is `!` or empty.
package struct SpanLabel: Hashable, Sendable {
  /// The number of fields of the text.
  static let fieldCount = 5

  /// The service, or the span's own `docgen.participant`.
  package var participant: String
  /// OpenTelemetry's `SpanKind`: 1 internal, 2 server, 3 client, 4 producer, 5 consumer; 0 unknown.
  package var kind: Int
  /// The normalized name of the span.
  package var name: String
  /// The other side of a call, from an attribute that the reduction lists; empty by default.
  package var peer: String
  /// Whether the status of the span is an error.
  package var isFailed: Bool

  /// Creates a label from fields that are normalized already.
  package init(
    participant: String, kind: Int, name: String, peer: String = "", isFailed: Bool = false
  ) {
    self.participant = participant
    self.kind = kind
    self.name = name
    self.peer = peer
    self.isFailed = isFailed
  }

  /// Reads the fields of a label's text; `nil` if they are not a label.
  init?(fields: some Collection<Substring>) {
    let fields = Array(fields)
    guard fields.count == Self.fieldCount, let kind = Int(fields[1]), (0...5).contains(kind) else {
      return nil
    }
    self.init(
      participant: String(fields[0]), kind: kind, name: String(fields[2]), peer: String(fields[3]),
      isFailed: fields[4] == "!")
  }

  /// The fields, separated by tabs.
  var text: String { "\(participant)\t\(kind)\t\(name)\t\(peer)\t\(isFailed ? "!" : "")" }
}
