extension BodyOutline {
  /// Functions that run their closure for each element.
  static let loopFunctions: Set<String> = ["forEach", "map", "compactMap", "flatMap", "filter"]

  /// The outline without calls on other values that get nothing `inout`, and without blocks that
  /// become empty: the steps that can change a state.
  var withoutSends: BodyOutline {
    BodyOutline(steps: steps.compactMap(\.withoutSends))
  }
}

extension BodyOutline.Step {
  fileprivate var withoutSends: Self? {
    switch self {
    case .send(let send): return send.passed.isEmpty ? nil : self
    case .local, .thrown: return nil
    case .assignment, .call, .shadowing, .shadowingEnd, .result, .suspension, .attempted, .exit,
      .fallthrough:
      return self
    case .concurrent(let body): return body.kept { .concurrent($0) }
    case .function(let name, let body): return body.kept { .function(name, $0) }
    case .loop(let condition, let body): return body.kept { .loop(condition: condition, $0) }
    case .deferred(let body): return body.kept { .deferred($0) }
    case .branch(let condition, let body): return body.kept { .branch(condition, $0) }
    case .closure(let body, let isImmediate):
      return body.kept { .closure($0, isImmediate: isImmediate) }
    case .choice(let branches, let isExhaustive):
      let inner = branches.withoutSends
      return inner.isSilent ? nil : .choice(inner, isExhaustive: isExhaustive)
    case .attempt(let body, let handlers):
      let (inner, others) = (body.withoutSends, handlers.withoutSends)
      return inner.steps.isEmpty && others.isSilent ? nil : .attempt(inner, handlers: others)
    case .switch(var outline):
      for index in outline.cases.indices {
        outline.cases[index].body = outline.cases[index].body.withoutSends
      }
      return .switch(outline)
    }
  }
}

extension BodyOutline {
  /// A block around the rest of the body; `nil` if nothing is left.
  fileprivate func kept(_ step: (BodyOutline) -> Step) -> Step? {
    let inner = withoutSends
    return inner.steps.isEmpty ? nil : step(inner)
  }
}

extension [BodyOutline.Branch] {
  fileprivate var withoutSends: Self {
    map { BodyOutline.Branch(condition: $0.condition, body: $0.body.withoutSends) }
  }

  fileprivate var isSilent: Bool { allSatisfy { $0.body.steps.isEmpty } }
}
