import Mermaid

/// The parts of a diagram that Mermaid reads without entity codes: what they hold is written as it
/// is, or not at all.
///
/// These are the links and the configuration of participants, style classes, generic parameters,
/// calls with arguments, and names for which no class can stand: of interfaces, and of classes that
/// only notes and clicks know. Where they hold the signs of a comment or a directive, a word of C4, a
/// direction or a tag with quotes, which Mermaid takes before all else, no text of the language may
/// say what they say: another part that hid them from Mermaid is written otherwise.
enum BareParts {
  /// The diagram with a plain word for each such part that holds such signs; the diagram itself where
  /// there is none.
  static func replaced(in diagram: MermaidDiagram) -> MermaidDiagram {
    switch diagram {
    case .sequence(var diagram):
      diagram.statements = diagram.statements.map(replaced)
      return .sequence(diagram)
    case .classes(var diagram):
      diagram.statements = diagram.statements.map(replaced)
      return .classes(diagram)
    case .state(var diagram):
      diagram.statements = diagram.statements.map(replaced)
      return .state(diagram)
    case .flowchart, .other, .unrecognized:
      return diagram
    }
  }

  private static func replaced(in statement: StateStatement) -> StateStatement {
    switch statement {
    case .state(var state):
      state.cssClass = plain(state.cssClass)
      for index in state.regions.indices {
        state.regions[index].statements = state.regions[index].statements.map(replaced)
      }
      return .state(state)
    case .transition(var transition):
      transition.fromClass = plain(transition.fromClass)
      transition.toClass = plain(transition.toClass)
      return .transition(transition)
    default:
      return statement
    }
  }

  private static func replaced(in statement: SequenceStatement) -> SequenceStatement {
    switch statement {
    case .participant(var participant):
      if let written = participant.configuration?.source, holdsSigns(written) {
        participant.configuration = nil
      }
      return .participant(participant)
    case .link(var link) where holdsSigns(link.text.source):
      link.text = link.kind == .link ? "a @ b" : "{}"
      return .link(link)
    case .box(var box):
      box.statements = box.statements.map(replaced)
      return .box(box)
    case .block(var block):
      for index in block.branches.indices {
        block.branches[index].statements = block.branches[index].statements.map(replaced)
      }
      return .block(block)
    default:
      return statement
    }
  }

  private static func replaced(in statement: ClassStatement) -> ClassStatement {
    switch statement {
    case .declaration(var declaration):
      declaration.generic = plain(declaration.generic)
      declaration.cssClass = plain(declaration.cssClass)
      return .declaration(declaration)
    case .member(var member):
      member.generic = plain(member.generic)
      return .member(member)
    case .relation(var relation):
      relation.from = plain(relation.from)
      relation.to = plain(relation.to)
      return .relation(relation)
    case .interaction(var interaction):
      if case .callback(let function, let arguments?) = interaction.action,
        holdsSigns(function.source) || holdsSigns(arguments.source)
      {
        interaction.action = .callback(function: "plain", arguments: "plain")
      }
      if holdsSigns(interaction.target.text) { interaction.target = "plain" }
      return .interaction(interaction)
    case .note(var note):
      if let target = note.target, holdsSigns(target.text) { note.target = "plain" }
      return .note(note)
    case .namespace(var namespace):
      namespace.statements = namespace.statements.map(replaced)
      return .namespace(namespace)
    default:
      return statement
    }
  }

  private static func plain(_ side: ClassRelation.Side) -> ClassRelation.Side {
    var side = side
    side.generic = plain(side.generic)
    if side.end == .lollipop, holdsSigns(side.name.text) { side.name = "plain" }
    return side
  }

  private static func plain(_ styleClass: Name?) -> Name? {
    styleClass.map { holdsSigns($0.text) ? "plain" : $0 }
  }

  private static func plain(_ generic: Label?) -> Label? {
    generic.map { holdsSigns($0.source) ? "plain" : $0 }
  }

  private static func holdsSigns(_ text: String) -> Bool {
    let words = ["%%", "C4Container", "C4Component", "C4Dynamic", "C4Deployment"]
    return words.contains(where: text.contains) || text.lowercased().contains("direction")
      || (text.contains("<") && text.contains("=\""))
  }
}
