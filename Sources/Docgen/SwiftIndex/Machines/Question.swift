import Diagnostics

/// A property or a call in the text of a condition or value: `state.isFinal`,
/// `canMove(from: state, to: next)`, `Self.first(after: event)`.
struct Question {
  var base: String?
  var name: String
  var arguments: [BodyOutline.Argument] = []
  var isCall = false

  init(_ call: BodyOutline.Call) {
    (base, name, arguments, isCall) = (call.base, call.name, call.arguments, true)
  }

  /// `nil` for another expression.
  init?(_ text: Substring) {
    var path = text
    if text.last == ")", let open = text.firstIndex(of: "(") {
      path = text[..<open]
      isCall = true
      let fields = text[open...] == "()" ? [] : String(text).fields
      arguments = fields.map { label, value in
        BodyOutline.Argument(
          label: label.isEmpty ? nil : label,
          value: BodyOutline.Value(
            form: value.valueForm, text: value.withoutSelf, location: SourceLocation(file: "")))
      }
    }
    guard String(path).isPath else { return nil }
    let dot = path.lastIndex(of: ".")
    name = String(dot.map { path[path.index(after: $0)...] } ?? path)
    base = dot.map { String(path[..<$0]) }
  }

  /// The call, if this is one.
  func call(at location: SourceLocation) -> BodyOutline.Call? {
    if !isCall { return nil }
    return BodyOutline.Call(base: base, name: name, arguments: arguments, location: location)
  }
}

extension String {
  /// The form of an expression's text.
  var valueForm: BodyOutline.Value.Form {
    guard let caseName else { return isPath ? .name(self) : .other }
    let base = dropLast(caseName.count + 1)
    if base.isEmpty || String(base).lastNameIsUppercase { return .member(caseName) }
    return .name(withoutSelf)
  }

  /// Whether this is a name, or names with dots between.
  fileprivate var isPath: Bool {
    first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
  }
}
