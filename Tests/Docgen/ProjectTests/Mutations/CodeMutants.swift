import SwiftParser
import SwiftSyntax

/// A Swift file with one change in its machine.
struct CodeMutant {
  enum Kind: String, CaseIterable {
    case pattern, target, guardCondition = "guard", effect, call, constant
  }

  var kind: Kind
  /// The old and the new code.
  var change: String
  var text: String
}

extension CodeMutant {
  /// One mutant for each pattern of a `case`, assigned or returned case, guard, called method and
  /// integer of a file.
  static func all(of source: String) -> [CodeMutant] {
    let collector = MutantCollector(viewMode: .sourceAccurate)
    collector.walk(Parser.parse(source: source))
    let utf8 = Array(source.utf8)
    return collector.places.compactMap { place in
      let others = collector.names[place.group] ?? []
      guard let replacement = place.replacement ?? others.first(where: { $0 != place.text }) else {
        return nil
      }
      var bytes = utf8
      bytes.replaceSubrange(
        place.start..<place.start + place.text.utf8.count, with: replacement.utf8)
      return CodeMutant(
        kind: place.kind, change: "\(place.text) -> \(replacement)",
        text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Variants of the file with changes that have no meaning.
  static func cosmetic(of source: String) -> [(name: String, text: String)] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      ("a comment on each line", lines.map { $0 + "  // a comment" }.joined(separator: "\n")),
      ("indentation", lines.map { "    " + $0 }.joined(separator: "\n")),
      ("blank lines", lines.joined(separator: "\n\n")),
      ("line endings", lines.joined(separator: "\r\n")),
      ("a comment of several lines", "/* A\n /* nested */\n comment */\n" + source),
      ("a new type", source + "\nstruct Newcomer {\n  let age = 1\n}\n"),
      ("lines broken after commas", source.replacing(", ", with: ",\n    ")),
    ]
  }
}

private final class MutantCollector: SyntaxVisitor {
  struct Place {
    var kind: CodeMutant.Kind
    var start: Int
    var text: String
    /// If `nil`, another name of the same group replaces the text.
    var replacement: String?
    var group: String
  }

  private(set) var places: [Place] = []
  private(set) var names: [String: [String]] = [:]

  private func add(
    _ kind: CodeMutant.Kind, _ node: some SyntaxProtocol, replacement: String? = nil,
    group: String = ""
  ) {
    let text = node.trimmedDescription
    places.append(
      Place(
        kind: kind, start: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: text,
        replacement: replacement, group: group))
    if replacement == nil, names[group]?.contains(text) != true {
      names[group, default: []].append(text)
    }
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.base == nil, let parent = node.parent else { return .visitChildren }
    let called = parent.is(FunctionCallExprSyntax.self) ? parent : Syntax(node)
    var ancestor = called.parent
    var index = 0
    while let current = ancestor {
      if let element = current.as(LabeledExprSyntax.self) {
        let isFirst = element.position == element.parent?.position
        index = isFirst ? 0 : 1
      }
      if current.is(SwitchCaseItemSyntax.self) || current.is(MatchingPatternConditionSyntax.self) {
        add(.pattern, node.declName, group: "pattern \(index)")
        return .visitChildren
      }
      if current.is(ArrayElementSyntax.self) {
        add(.effect, node.declName, group: "effect")
        return .visitChildren
      }
      if let sequence = current.as(SequenceExprSyntax.self) {
        if sequence.elements.contains(where: { $0.is(AssignmentExprSyntax.self) }) {
          add(.target, node.declName, group: "target")
        }
        return .visitChildren
      }
      if current.is(ReturnStmtSyntax.self) {
        add(.target, node.declName, group: "target")
        return .visitChildren
      }
      if current.is(CodeBlockItemSyntax.self) { return .visitChildren }
      ancestor = current.parent
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    add(.guardCondition, node.condition, replacement: "!(\(node.condition.trimmedDescription))")
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition {
      add(.guardCondition, condition, replacement: "!(\(condition.trimmedDescription))")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      add(.call, name, replacement: name.baseName.text + "Again")
    }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(.constant, node, replacement: node.literal.text + "1")
    return .visitChildren
  }
}
