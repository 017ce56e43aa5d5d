package import Diagnostics

/// The steps of a body, as far as syntax shows and diagrams need them: switches, calls, creations
/// and assignments, in source order.
package struct BodyOutline: Hashable, Sendable {
  package var steps: [Step] = []

  package indirect enum Step: Hashable, Sendable {
    case `switch`(SwitchOutline)
    case assignment(Assignment)
    case call(Call)
    /// A call on another value: `store.save(event)`.
    case send(Send)
    /// A local name and the source of its type: `let client: HTTPClient`.
    case local(String, LocalSource)
    /// A local name that shadows a property, from here to the end of the scope or the mark.
    case shadowing(String)
    case shadowingEnd(String)
    /// A function within the body.
    case function(String, BodyOutline)
    /// The value of `async let`, which is computed while the following steps run.
    case concurrent(BodyOutline)
    /// `if`, `guard` and `? :`: at most one of the bodies runs, and one if they cover everything.
    case choice([Branch], isExhaustive: Bool)
    /// A body that runs any number of times; the condition is that of `while` or `for x in y`.
    case loop(condition: String?, BodyOutline)
    /// `do` with its `catch` clauses, each under its pattern.
    case attempt(BodyOutline, handlers: [Branch])
    /// The body of `defer`, which runs at the end of the scope.
    case deferred(BodyOutline)
    /// A closure; it may run later, or never, unless the function that gets it runs it at once.
    case closure(BodyOutline, isImmediate: Bool)
    /// `await`: other code may run meanwhile.
    case suspension
    /// `try`: the steps after it may not run.
    case attempted
    /// The body of a branch of `#if`.
    case branch(CompilationCondition, BodyOutline)
    /// `return .idle`: the values that the body may return here.
    case result([Value])
    /// The error that the next exit throws, as written.
    case thrown(String)
    /// The steps after it in its body do not run.
    case exit(Exit)
    /// Continues with the body of the next case.
    case `fallthrough`
  }

  /// A body with its condition.
  package struct Branch: Hashable, Sendable {
    /// For `else`, the negation of all other conditions.
    package var condition: String
    package var body: BodyOutline
  }

  /// The scope that an exit leaves.
  package enum Exit: Int, Hashable, Sendable {
    /// `return`, `fatalError()`.
    case body
    /// `throw`
    case throwing
    /// `break`: a loop or `switch`.
    case statement
    /// `continue`
    case round
  }

  /// `state = .rateLimited(retryAfter: 3)`.
  package struct Assignment: Hashable, Sendable {
    /// `state`, `self.state`, `machine.state`; one for each element of a tuple.
    package var target: String
    /// The values that it may become; several for a conditional expression.
    package var values: [Value]
    package var location: SourceLocation
  }

  /// A value that is assigned or passed.
  package struct Value: Hashable, Sendable {
    package indirect enum Form: Hashable, Sendable {
      /// `.idle`, `.rateLimited(…)`, `State.idle`: the last name.
      case member(String)
      /// `next`, `self.next`: a local name, a parameter or a property.
      case name(String)
      /// `next(after: event)`: what a method of the same type returns.
      case call(Call)
      /// `[.sendBatch, .recordSuccess]`, in results and arguments: the values that each element may
      /// have.
      case list([[Value]])
      /// `effects + [.requestSync]`: lists one after another.
      case joined([Value])
      case other
    }

    package var form: Form
    package var text: String
    package var location: SourceLocation
  }

  /// `applyIdle(event)`, `self.fail(error)`, `SyncEngine(store: store)`, `Store.make()`.
  ///
  /// Calls on values other than `self` and types are left out.
  package struct Call: Hashable, Sendable {
    /// The part before the name: `self`, `Store`; `nil` for a bare name.
    package var base: String?
    package var name: String
    package var arguments: [Argument]
    package var location: SourceLocation
  }

  package struct Argument: Hashable, Sendable {
    package var label: String?
    package var value: Value
  }

  /// `store.save(event)`, `self.client?.get()`, `a.b.c { … }`.
  package struct Send: Hashable, Sendable {
    /// The value's path without `?` and `!`: `self.client`. `nil` for another expression.
    package var base: String?
    package var name: String
    /// `_` for an argument without a label; without trailing closures.
    package var labels: [String]
    /// The names of `inout` arguments: `["self.state"]` for `log.append(&self.state)`.
    package var passed: [String] = []
    package var location: SourceLocation
  }

  /// The source of a local name's type.
  package enum LocalSource: Hashable, Sendable {
    /// `let client: HTTPClient`, `let client = HTTPClient()`: the name of the type.
    case type(String)
    /// `let client = session.client`
    case path(String)
    /// `for client in pool.clients`
    case element(String)
    /// `let client = try await pool.next()`: the result of the call before it.
    case result
  }
}

/// A `switch`, or an `if` and `guard` in the same form: `if case .idle = state`, `if state == .idle`.
package struct SwitchOutline: Hashable, Sendable {
  /// The texts of the subjects: `["state", "event"]` for `switch (state, event)`.
  package var subjects: [String]
  package var cases: [CaseOutline]
  /// The text of the condition of `if` and `guard`; `nil` for a `switch`.
  package var condition: String?
}

extension SwitchOutline {
  /// The condition of a case, in words.
  func condition(of clause: CaseOutline) -> String {
    if let condition { return clause.isDefault ? condition.negatedCondition : condition }
    let subject = subjects.joined(separator: ", ")
    if clause.isDefault { return "default of \(subject)" }
    let texts = clause.patterns.map { $0.elements.map(\.text).joined(separator: ", ") }
    return "\(subject) is \(texts.joined(separator: " or "))"
  }
}

extension String {
  /// `!(a)` for `a`, and `a` for `!(a)`.
  var negatedCondition: String {
    hasPrefix("!(") && hasSuffix(")") ? String(dropFirst(2).dropLast()) : "!(\(self))"
  }
}

extension String {
  private static let opposites = [
    " < ": " >= ", " >= ": " < ", " > ": " <= ", " <= ": " > ", " == ": " != ", " != ": " == ",
  ]

  /// A condition as a label: `attempts >= limit` for `!(attempts < Self.limit)`, `not isOnline` for
  /// `!(isOnline)`.
  package var conditionTitle: String {
    let positive = negatedCondition
    guard hasPrefix("!("), positive != self else { return unqualified }
    if !positive.contains(where: \.isWhitespace) { return "not \(positive.unqualified)" }
    let operators = Self.opposites.filter { positive.contains($0.key) }
    guard operators.count == 1, let (comparison, opposite) = operators.first,
      positive.components(of: comparison) == 2,
      ![" && ", " || ", " ? ", ", "].contains(where: { positive.contains($0) })
    else { return unqualified }
    return positive.replacing(comparison, with: opposite).unqualified
  }

  private func components(of separator: String) -> Int { split(separator: separator).count }

  private var unqualified: String { replacing(/\b[Ss]elf\./, with: "") }
}

/// One `case` or `default` of a switch.
package struct CaseOutline: Hashable, Sendable {
  /// Each pattern after `case`; empty for `default`.
  package var patterns: [PatternOutline]
  package var isDefault: Bool
  package var conditions: [CompilationCondition]
  package var body: BodyOutline
  /// Of `case … :` or `default:`.
  package var location: SourceLocation
}

/// One pattern of a case, an element for each subject of the switch.
package struct PatternOutline: Hashable, Sendable {
  package var elements: [Element]
  /// The text after `where`; for `if case` the other conditions.
  package var guardText: String?
  package var location: SourceLocation

  package struct Element: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      /// `.syncing(let done)`, `State.idle`: the case's name.
      case name(String)
      /// `_` and `let event`.
      case wildcard
      /// A literal, a range, another expression.
      case other
    }

    package var form: Form
    package var text: String
    /// Names bound within: `["done"]`.
    package var bindings: [String]
    package var location: SourceLocation
  }
}

extension BodyOutline {
  /// Every nested call, including those under conditions and in cases.
  package var calls: [Call] {
    var found: [Call] = []
    forEachStep { if case .call(let call) = $0 { found.append(call) } }
    return found
  }

  /// Every nested assignment.
  package var assignments: [Assignment] {
    var found: [Assignment] = []
    forEachStep { if case .assignment(let assignment) = $0 { found.append(assignment) } }
    return found
  }

  /// Calls that create a value by syntax: the name begins with a capital, or is `init`.
  package var creations: [Creation] {
    calls.compactMap { call in
      if call.name == "init", let base = call.base {
        return Creation(typeName: base, location: call.location)
      }
      guard let first = call.name.first, first.isUppercase else { return nil }
      return Creation(
        typeName: (call.base.map { $0 + "." } ?? "") + call.name, location: call.location)
    }
  }

  /// Every call on another value.
  package var sends: [Send] {
    var found: [Send] = []
    forEachStep { if case .send(let send) = $0 { found.append(send) } }
    return found
  }

  private func forEachStep(_ visit: (Step) -> Void) {
    for step in steps {
      visit(step)
      switch step {
      case .loop(_, let body), .branch(_, let body), .deferred(let body), .closure(let body, _),
        .concurrent(let body), .function(_, let body):
        body.forEachStep(visit)
      case .choice(let branches, _): for branch in branches { branch.body.forEachStep(visit) }
      case .attempt(let body, let handlers):
        for body in [body] + handlers.map(\.body) { body.forEachStep(visit) }
      case .switch(let outline): for clause in outline.cases { clause.body.forEachStep(visit) }
      case .assignment, .call, .send, .local, .shadowing, .shadowingEnd, .result, .suspension,
        .attempted, .thrown,
        .exit, .fallthrough:
        break
      }
    }
  }
}

/// `Name(…)` or `Name.init(…)` in a body.
package struct Creation: Hashable, Sendable {
  /// As written: `SyncEngine`, `Outer.Inner`, `Self`, `.init` is left out.
  package var typeName: String
  package var location: SourceLocation
}
