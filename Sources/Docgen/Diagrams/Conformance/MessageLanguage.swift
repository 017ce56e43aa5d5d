package import Diagnostics
package import Mermaid

/// A sequence diagram as the language of its messages: a regular expression with shuffle.
///
///     loop 2 times · A->>B: x() · end · opt late · A->>B: y() · end   is   x{2} y?
///
/// `break` leaves the fragment around it: the complete loop, a branch, or the diagram. `critical`
/// is its body and then at most one of its options. `rect` is only a color. Notes, frames and
/// activations are not part of the language.
///
/// The tree is the common ground of the checks with traces and with code: `DiagramNet` turns it
/// into a net. `sites` gives each branch a number, which remains in the net and in alignments, so
/// that a taken branch can be reported at its line.
package struct MessageLanguage: Sendable {
  indirect enum Node: Sendable {
    case message(Int)
    case sequence([Node])
    case choice([Node])
    case loop(Node, LoopBounds, site: Int)
    /// Leaves the fragment around it, or is skipped.
    case breaking(Node)
    /// Every order in which each part keeps its own.
    case parallel([Node])
    /// A branch that a run may take, numbered to record which ones were taken.
    case way(Int, Node)
    /// A fragment that a `break` within it leaves.
    case fragment(Node)
  }

  package private(set) var messages: [DocumentedActivity] = []
  /// Every branch of every block, outer ones before inner ones.
  package private(set) var sites: [BranchSite] = []
  /// The displayed names of the diagram, in the order of first appearance.
  package let participants: [String]
  /// Always a fragment: a `break` outside of all blocks ends the diagram.
  private(set) var root = Node.sequence([])

  package init(_ diagram: SequenceDiagram) {
    let names = ParticipantNames(diagram)
    participants = names.all
    var reading = Reading(names: names)
    root = .fragment(reading.sequence(diagram.statements, within: nil))
    messages = reading.messages
    sites = reading.sites
  }

  /// The language that allows parallel parts in their order and in the opposite one.
  ///
  /// Used for the comparison with code, whose automaton handles concurrency itself. All
  /// interleavings of `par` would multiply the states.
  var withoutParallelParts: MessageLanguage {
    var language = self
    language.root = root.sequential
    return language
  }
}

/// A branch of a block, as a place that runs may enter.
///
///     alt cached · else not cached    two sites, with index 0 and 1
///     loop 3 times                    one site, with bounds 3…3
package struct BranchSite: Hashable, Sendable {
  package var kind: SequenceBlock.Kind
  /// 0 for the part after the opening word.
  package var index: Int
  package var title: String
  /// The line that begins it; `nil` if the diagram was built by code.
  package var range: SourceRange?
  /// The branch around it.
  package var parent: Int?
  /// Its messages, including those of inner branches.
  package var messages: Range<Int>
  /// The number of rounds of a titled loop; other loops are unbounded.
  package var bounds: LoopBounds

  /// Whether a run may skip it.
  ///
  /// An optional branch that no trace takes is unproven. The branches of `par` and `rect` and the
  /// body of `critical` always run.
  package var isOptional: Bool {
    switch kind {
    case .loop, .opt, .alt, .breaking: true
    case .critical: index > 0
    case .par, .parOver, .rect: false
    }
  }

  /// `opt three in a row`, `else rate limited`
  package var label: String {
    let word = index > 0 ? kind.separator ?? kind.rawValue : kind.rawValue
    return title.isEmpty ? word : "\(word) \(title)"
  }
}

/// The state of reading the statements.
private struct Reading {
  let names: ParticipantNames
  var messages: [DocumentedActivity] = []
  var sites: [BranchSite] = []

  mutating func sequence(
    _ statements: [SequenceStatement], within site: Int?
  ) -> MessageLanguage.Node {
    var parts: [MessageLanguage.Node] = []
    for statement in statements {
      switch statement {
      case .message(let message):
        parts.append(.message(messages.count))
        messages.append(DocumentedActivity(message, names))
      case .block(let block): parts.append(self.block(block, within: site))
      case .participant, .box, .destroy, .activate, .deactivate, .note, .autonumber, .link,
        .metadata, .comment, .inert:
        continue
      }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func block(
    _ block: SequenceBlock, within site: Int?
  ) -> MessageLanguage.Node {
    let first = sites.count
    let branches = block.branches.indices.map { way(block, $0, within: site) }
    switch block.kind {
    case .loop: return .loop(.sequence(branches), sites[first].bounds, site: first)
    case .opt: return .choice([.fragment(.sequence(branches)), .sequence([])])
    case .alt:
      let parts = branches.map { MessageLanguage.Node.fragment($0) }
      return .choice(parts.count < 2 ? parts + [.sequence([])] : parts)
    case .par, .parOver:
      if branches.count == 1 { return .fragment(branches[0]) }
      return .parallel(branches.map { .fragment($0) })
    case .critical:
      let options = branches.dropFirst().map { MessageLanguage.Node.fragment($0) }
      let body = MessageLanguage.Node.sequence(Array(branches.prefix(1)))
      return .fragment(.sequence([body, .choice([.sequence([])] + options)]))
    case .breaking: return .breaking(.sequence(branches))
    case .rect: return .sequence(branches)
    }
  }

  private mutating func way(
    _ block: SequenceBlock, _ index: Int, within parent: Int?
  ) -> MessageLanguage.Node {
    let branch = block.branches[index]
    let number = sites.count
    sites.append(
      BranchSite(
        kind: block.kind, index: index, title: branch.label.text,
        range: branch.label.range ?? branch.range, parent: parent,
        messages: messages.count..<messages.count,
        bounds: block.kind == .loop ? LoopBounds(title: branch.label.text) : .any))
    let body = sequence(branch.statements, within: number)
    sites[number].messages = sites[number].messages.lowerBound..<messages.count
    return .way(number, body)
  }
}

extension MessageLanguage.Node {
  fileprivate var sequential: Self {
    switch self {
    case .message: self
    case .sequence(let parts): .sequence(parts.map(\.sequential))
    case .choice(let parts): .choice(parts.map(\.sequential))
    case .loop(let body, let bounds, let site): .loop(body.sequential, bounds, site: site)
    case .breaking(let body): .breaking(body.sequential)
    case .way(let site, let body): .way(site, body.sequential)
    case .fragment(let body): .fragment(body.sequential)
    case .parallel(let parts):
      .choice([
        .sequence(parts.map(\.sequential)), .sequence(parts.reversed().map(\.sequential)),
      ])
    }
  }
}
