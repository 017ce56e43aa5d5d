extension FileDeclarations {
  /// The parts of the file that at least one of these platforms compiles; all parts if the list is
  /// empty. Conditions that a platform's name and flags do not decide count as true.
  package func active(on platforms: [BuildPlatform]) -> FileDeclarations {
    if platforms.isEmpty { return self }
    var file = self
    file.imports.keep(on: platforms)
    file.globals.keepMembers(on: platforms)
    file.operators.keep(on: platforms)
    file.precedenceGroups.keep(on: platforms)
    file.types.keep(on: platforms)
    for index in file.types.indices {
      file.types[index].members.keepMembers(on: platforms)
      file.types[index].inheritance.removeAll {
        platforms.compiling($0.compilationConditions).isEmpty
      }
    }
    file.extensions.keep(on: platforms)
    for index in file.extensions.indices {
      file.extensions[index].members.keepMembers(on: platforms)
    }
    return file
  }
}

extension [BuildPlatform] {
  /// The platforms that may compile code under all of these conditions.
  fileprivate func compiling(_ conditions: [CompilationCondition]) -> [BuildPlatform] {
    conditions.isEmpty
      ? self : filter { platform in conditions.allSatisfy { $0.isActive(on: platform) != false } }
  }
}

extension Array where Element: Declared {
  fileprivate mutating func keep(on platforms: [BuildPlatform]) {
    removeAll { platforms.compiling($0.info.conditions).isEmpty }
    for index in indices where self[index].info.attributes.contains(where: \.isConditional) {
      let own = platforms.compiling(self[index].info.conditions)
      self[index].info.attributes.removeAll { own.compiling($0.conditions).isEmpty }
    }
  }
}

extension [Member] {
  fileprivate mutating func keepMembers(on platforms: [BuildPlatform]) {
    keep(on: platforms)
    for index in indices {
      // A body from the cache is unpacked when it is first used.
      self[index].storedBody = .active(
        self[index].storedBody, on: platforms.compiling(self[index].conditions))
    }
  }
}

extension BodyOutline {
  /// The parts of a body that at least one of these platforms compiles. A branch that all of them
  /// compile is part of the body like any other statement.
  func active(on platforms: [BuildPlatform]) -> BodyOutline {
    BodyOutline(
      steps: steps.flatMap { step -> [Step] in
        switch step {
        case .branch(let condition, let body):
          let own = platforms.compiling([condition])
          if own.isEmpty { return [] }
          let inner = body.active(on: own)
          let isCertain = platforms.allSatisfy { condition.isActive(on: $0) == true }
          return isCertain ? inner.steps : [.branch(condition, inner)]
        case .choice(var branches, let isExhaustive):
          for index in branches.indices {
            branches[index].body = branches[index].body.active(on: platforms)
          }
          return [.choice(branches, isExhaustive: isExhaustive)]
        case .loop(let condition, let body):
          return [.loop(condition: condition, body.active(on: platforms))]
        case .attempt(let body, var handlers):
          for index in handlers.indices {
            handlers[index].body = handlers[index].body.active(on: platforms)
          }
          return [.attempt(body.active(on: platforms), handlers: handlers)]
        case .concurrent(let body): return [.concurrent(body.active(on: platforms))]
        case .function(let name, let body): return [.function(name, body.active(on: platforms))]
        case .deferred(let body): return [.deferred(body.active(on: platforms))]
        case .closure(let body, let isImmediate):
          return [.closure(body.active(on: platforms), isImmediate: isImmediate)]
        case .switch(var outline):
          outline.cases = outline.cases.compactMap { $0.active(on: platforms) }
          return [.switch(outline)]
        case .assignment, .call, .send, .local, .shadowing, .shadowingEnd, .result, .suspension,
          .attempted, .thrown,
          .exit, .fallthrough:
          return [step]
        }
      })
  }
}

extension CaseOutline {
  fileprivate func active(on platforms: [BuildPlatform]) -> CaseOutline? {
    let own = platforms.compiling(conditions)
    if own.isEmpty { return nil }
    var clause = self
    clause.body = body.active(on: own)
    return clause
  }
}
