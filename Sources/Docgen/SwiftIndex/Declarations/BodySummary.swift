/// The names that a body assigns, passes and calls: enough to decide whether its steps matter.
struct BodySummary: Hashable, Sendable {
  /// The assigned names, without `self`.
  var targets: Set<String>
  /// The names passed `inout`, without `self`.
  var passed: Set<String>
  /// The names of the called functions.
  var called: Set<String>

  init(targets: Set<String>, passed: Set<String>, called: Set<String>) {
    (self.targets, self.passed, self.called) = (targets, passed, called)
  }

  init(_ body: BodyOutline) {
    let calls = body.calls
    targets = Set(body.assignments.map(\.target.withoutSelf))
    passed = Set(calls.flatMap(\.arguments).compactMap(\.value.text.passedName))
    passed.formUnion(body.sends.flatMap(\.passed).map(\.withoutSelf))
    called = Set(calls.map(\.name))
  }
}

extension Member {
  /// The names that its body uses.
  var summary: BodySummary { storedBody.summary }
}
