import SwiftIndex

extension TypeModel.MemberEntry {
  /// Returns `nil` for a member that diagrams do not show.
  init?(_ member: Member, of type: TypeDeclaration, _ signatures: TypeSelection.Signatures) {
    var parameters: [String]?
    var result = ""
    let isWhole = signatures == .types
    switch member.kind {
    case .property(let property):
      result = (isWhole ? property.effects : "") + (property.type?.text ?? "")
    case .method(let signature), .subscript(let signature, _), .initializer(let signature):
      parameters = signature.parameters.map { $0.drawn(withType: isWhole) }
      result = (isWhole ? signature.effects : "") + (signature.result?.text ?? "")
    case .enumCase(let enumCase) where !enumCase.associatedValues.isEmpty:
      parameters = enumCase.associatedValues.map { value in
        guard let label = value.label else { return value.type.text }
        return isWhole ? "\(label): \(value.type.text)" : label
      }
    case .enumCase: break
    case .deinitializer, .associatedType, .macro: return nil
    }
    if signatures == .names {
      (parameters, result) = (parameters.map { _ in [] }, "")
    }
    let visibility: Visibility =
      switch member.access {
      case .private, .fileprivate: .hidden
      case .internal: type.kind == .protocol ? .open : .module
      case .package, .public, .open: .open
      }
    while result.last == " " { result.removeLast() }
    self.init(
      name: member.name, parameters: parameters, type: result, isStatic: member.isStatic,
      visibility: visibility, location: member.nameLocation)
  }
}

extension Parameter {
  /// The name that callers use, or the parameter's internal name.
  fileprivate func drawn(withType: Bool) -> String {
    let label = label ?? name
    guard withType, let type else { return label ?? type?.text ?? "_" }
    return (label.map { "\($0): " } ?? "") + type.text + (isVariadic ? "…" : "")
  }
}

extension Signature {
  /// `async throws ` with a space after it.
  fileprivate var effects: String { (isAsync ? "async " : "") + throwing.keyword }
}

extension Property {
  /// The effects of its getter.
  fileprivate var effects: String {
    let accessors: [Accessor] =
      switch storage {
      case .stored: []
      case .computed(let accessors), .requirement(let accessors): accessors
      }
    guard let getter = accessors.first(where: { $0.name == "get" }) else { return "" }
    return (getter.isAsync ? "async " : "") + getter.throwing.keyword
  }
}

extension Throwing {
  fileprivate var keyword: String {
    switch self {
    case .never: ""
    case .any: "throws "
    case .rethrows: "rethrows "
    case .typed(let type): "throws(\(type.text)) "
    }
  }
}
