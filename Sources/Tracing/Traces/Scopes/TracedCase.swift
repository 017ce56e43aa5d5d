/// The name of an enum case and its associated values, by reflection.
///
///     .progress(done: 3, of: 5)  ->  progress, [done = 3, of = 5]
///
/// A type that conforms to `TraceNamed` provides the names of its cases itself. Reflection cannot
/// find the name of a case without values if the enum has its own description
/// (`CustomStringConvertible`); the description is used instead.
struct TracedCase {
  let name: String
  let values: [TraceValue]

  init<Value>(_ value: Value) {
    if let named = value as? any TraceNamed {
      (name, values) = (named.traceName, named.traceValues)
      return
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label
    else {
      let text = String(describing: value)
      name = String(text.prefix { $0 != "(" })
      values = []
      return
    }
    name = label
    let payload = Mirror(reflecting: child.value)
    // Reflection does not wrap a single unlabeled value in a tuple.
    let parts =
      payload.displayStyle == .tuple ? Array(payload.children) : [(label: nil, value: child.value)]
    values = parts.enumerated().map { index, part in
      let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      return TraceValue(label ?? String(index), TraceScalar(part.value))
    }
  }
}

extension TraceScalar {
  /// A number, a Boolean, or the description of any other value.
  fileprivate init(_ value: Any) {
    switch value {
    case let number as any BinaryInteger:
      self = Int(exactly: number).map(Self.integer) ?? .text("\(value)")
    case let number as any BinaryFloatingPoint: self = .number(Double(number))
    case let flag as Bool: self = .boolean(flag)
    default: self = .text(String(describing: value))
    }
  }
}

extension TraceRecorder {
  /// The result of a call in a diagram: its type, `nil`, or an empty text for `Void`.
  static func title<Result>(forResult result: Result) -> String {
    if result is Void { return "" }
    let mirror = Mirror(reflecting: result)
    if mirror.displayStyle == .optional {
      guard let child = mirror.children.first else { return "nil" }
      return shortName(of: type(of: child.value))
    }
    return shortName(of: type(of: result))
  }

  /// `[UInt8]` for `Array<UInt8>`, and `Event?` for `Optional<Event>`.
  private static func shortName(of type: Any.Type) -> String {
    let name = String(describing: type)
    func argument(of generic: String) -> Substring? {
      guard name.hasPrefix(generic + "<"), name.hasSuffix(">") else { return nil }
      return name.dropFirst(generic.count + 1).dropLast()
    }
    if let element = argument(of: "Array") { return "[\(element)]" }
    if let wrapped = argument(of: "Optional") { return "\(wrapped)?" }
    return name
  }

  /// An error in a diagram: `HTTPError.offline` for a case, otherwise the type.
  static func title(forError error: any Error) -> String {
    let type = String(describing: type(of: error))
    guard Mirror(reflecting: error).displayStyle == .enum else { return type }
    return "\(type).\(TracedCase(error).name)"
  }

  /// The names of the effects that a machine returns: the elements of a collection, or one case.
  static func effects<Output>(of output: Output) -> [String] {
    if output is Void { return [] }
    let mirror = Mirror(reflecting: output)
    switch mirror.displayStyle {
    case .collection, .set: return mirror.children.map { TracedCase($0.value).name }
    case .enum: return [TracedCase(output).name]
    case .optional: return mirror.children.map { TracedCase($0.value).name }
    default: return []
    }
  }
}
