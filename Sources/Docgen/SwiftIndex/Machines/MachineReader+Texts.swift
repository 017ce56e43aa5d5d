/// Literals with constants: `"more than \(Int(Breaker.longestPause)) s"`.
extension MachineReader {
  /// The text of a string literal; `nil` if it depends on other values than constants.
  func text(of literal: String, _ flow: MachineFlow, depth: Int = 0) -> String? {
    guard literal.count > 1, literal.first == "\"", literal.last == "\"",
      !literal.hasPrefix("\"\"\"")
    else { return nil }
    var text = ""
    var rest = literal.dropFirst().dropLast()
    while let next = rest.popFirst() {
      switch next {
      case "\"": return nil
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        if "\"\\".contains(escaped) {
          text.append(escaped)
          continue
        }
        guard escaped == "(" else { return nil }
        var depthOfBraces = 1
        let inner = rest.prefix { character in
          depthOfBraces += character == "(" ? 1 : character == ")" ? -1 : 0
          return depthOfBraces > 0
        }
        rest = rest[inner.endIndex...].dropFirst()
        guard let value = constant(String(inner), flow, depth: depth + 1) else { return nil }
        text += value.text
      default: text.append(next)
      }
    }
    return text
  }

  /// The value of a literal, a constant, a local name for one, or a method of the own type that
  /// returns one.
  func constant(_ text: String, _ flow: MachineFlow, depth: Int = 0) -> Literal? {
    guard depth < 8 else { return nil }
    if text.first == "\"" { return self.text(of: text, flow, depth: depth).map { .string($0) } }
    if let number = Int(text) { return .integer(number) }
    if case .values(let values)? = flow.role(of: text) {
      return values.count == 1 ? constant(values[0].text, flow, depth: depth + 1) : nil
    }
    guard let question = Question(text[...]) else { return nil }
    if !question.isCall {
      let names = ["\(scope.qualifiedName).\(text.withoutSelf)", text]
      let found = names.lazy.map { self.code.constants(named: $0) }.first { !$0.isEmpty } ?? []
      return found.count == 1 && found[0].isLet ? found[0].literal : nil
    }
    if question.base == nil, question.name == "Int", question.arguments.count == 1 {
      switch constant(question.arguments[0].value.text, flow, depth: depth + 1) {
      case .integer(let number): return .integer(number)
      case .double(let number):
        return Int(exactly: number.rounded(.towardZero)).map { .integer($0) }
      case .boolean, .string, nil: return nil
      }
    }
    guard let (reader, results) = results(of: question, flow), reader.withoutResult.isEmpty
    else { return nil }
    let values = Set(results.map { reader.constant($0.value.text, $0.flow, depth: depth + 1) })
    return values.count == 1 ? values.first ?? nil : nil
  }
}

extension Literal {
  /// The value in a text.
  fileprivate var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .string(let value): value
    }
  }
}
