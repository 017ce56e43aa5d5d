/// The arguments of a call that creates a value: labels, some of which may be left out.
///
///     struct Point { var x: Int; var y = 0 }  ->  Point(x:y:) or Point(x:)
package struct InitializerForm: Hashable, Sendable {
  package var labels: [String]
  /// Positions of arguments with a default, and of those that may follow the parentheses.
  var optional: Set<Int> = []
  /// Positions of parameters that take any number of values.
  var variadic: Set<Int> = []

  init(labels: [String] = [], optional: Set<Int> = []) {
    (self.labels, self.optional) = (labels, optional)
  }

  package init(_ signature: Signature) {
    labels = signature.labels
    for (index, parameter) in signature.parameters.enumerated()
    where parameter.defaultValue != nil || parameter.isVariadic
      || parameter.type?.isFunction == true || parameter.type?.isPack == true
    {
      optional.insert(index)
      if parameter.isVariadic || parameter.type?.isPack == true { variadic.insert(index) }
    }
  }

  /// The values of an enum's case.
  package init(_ enumCase: EnumCase) {
    labels = enumCase.associatedValues.map { $0.label ?? "_" }
    optional = Set(
      enumCase.associatedValues.indices.filter {
        enumCase.associatedValues[$0].defaultValue != nil
      })
  }

  /// The labels of every call.
  package var requiredLabels: [String] {
    labels.indices.filter { !optional.contains($0) }.map { labels[$0] }
  }

  /// Whether a call may have these labels, or have them before a closure that replaces one or more
  /// of the last parameters.
  package func accepts(_ written: [String], beforeClosure: Bool) -> Bool {
    guard beforeClosure else { return accepts(written) }
    return labels.indices.contains { end in
      var form = self
      form.labels.removeSubrange(end...)
      return form.accepts(written)
    }
  }

  /// Whether a call may have these labels.
  ///
  /// The set of possible positions is followed through the parameters, like the states of a small
  /// automaton: a parameter with a default may be skipped, a variadic one may take several
  /// unlabeled arguments. Cost: parameters × arguments.
  package func accepts(_ written: [String]) -> Bool {
    // The possible numbers of written labels that are matched so far.
    var used: Set<Int> = [0]
    for (index, label) in labels.enumerated() {
      let matched = used.filter { $0 < written.count && written[$0] == label }.map { $0 + 1 }
      used = (optional.contains(index) ? used : []).union(matched)
      guard variadic.contains(index) else { continue }
      // Further values have no label.
      for start in matched {
        used.formUnion(start...(start + written[start...].prefix { $0 == "_" }.count))
      }
    }
    return used.contains(written.count)
  }
}

extension InitializerForm {
  /// The position of the parameter that takes each argument of a call with these labels.
  ///
  /// `nil` if the call is not accepted, or if an unlabeled value may belong to several parameters.
  /// A closure after the parentheses is the last argument.
  package func positions(of written: [String], beforeClosure: Bool = false) -> [Int]? {
    if beforeClosure, !labels.isEmpty {
      var form = self
      form.labels.removeLast()
      if let found = form.positions(of: written) { return found }
    }
    let plain = labels.indices.filter { labels[$0] == "_" && !variadic.contains($0) }
    guard
      plain.dropLast().allSatisfy({ !optional.contains($0) })
        || plain.count == written.count(where: { $0 == "_" })
    else { return nil }
    var found: [Int] = []
    for (index, label) in labels.enumerated() where found.count < written.count {
      if written[found.count] == label {
        let more = written[(found.count + 1)...].prefix { $0 == "_" }.count
        found += Array(repeating: index, count: variadic.contains(index) ? 1 + more : 1)
      } else if !optional.contains(index) {
        return nil
      }
    }
    return found.count == written.count ? found : nil
  }
}

extension CodeModel {
  /// The ways to create values of a type: declared, inherited, and synthesized by the compiler.
  /// Returns `nil` if the sources do not show all of them.
  ///
  /// `nil` prevents findings about the type: a macro, a property wrapper of the project or a
  /// superclass of another module may add an initializer.
  package func initializerForms(of type: TypeDeclaration) -> [InitializerForm]? {
    guard type.kind != .protocol, type.kind != .typealias,
      !type.attributes.contains(where: \.isMacro)
    else { return nil }
    var forms = (type.initializers + type.synthesized.filter(\.isInitializer))
      .compactMap { $0.signature.map(InitializerForm.init) }
    if type.kind == .struct {
      guard let memberwise = memberwiseForms(of: type) else { return nil }
      forms += memberwise
    } else if type.kind != .enum, type.initializers.isEmpty {
      forms.append(InitializerForm())
    }
    let receiver = Receiver(type, [])
    for place in lineage(of: receiver) {
      let ancestor = place.type
      if ancestor != type {
        guard !ancestor.attributes.contains(where: \.isMacro) else { return nil }
        forms += ancestor.initializers
          .filter {
            ancestor.kind != .protocol
              || $0.isFromExtension && applies($0, of: place, to: receiver)
          }
          .compactMap { $0.signature.map(InitializerForm.init) }
      }
      for inheritance in ancestor.inheritance where !inheritance.isSuppressed {
        guard let more = foreignForms(inheritance.name, of: ancestor) else { return nil }
        forms += more
      }
    }
    return forms
  }

  /// The memberwise initializer, which has labels of the stored properties.
  private func memberwiseForms(of type: TypeDeclaration) -> [InitializerForm]? {
    memberwiseSignatures(of: type)?.map { signature in
      InitializerForm(
        labels: signature.labels,
        optional: Set(
          signature.parameters.indices.filter { signature.parameters[$0].defaultValue != nil }))
    }
  }

  /// The memberwise initializer of a struct that declares none in its own braces.
  ///
  /// An empty array if an initializer in the type's own braces replaces the memberwise one; `nil`
  /// if a wrapper or a compilation condition makes its labels uncertain.
  package func memberwiseSignatures(of type: TypeDeclaration) -> [Signature]? {
    if type.initializers.contains(where: { !$0.isFromExtension }) { return [] }
    var signature = Signature()
    for member in type.members {
      guard let property = member.property, property.isStored, !member.isStatic else { continue }
      let wrappers = member.attributes.filter(\.isMacro).map(\.name)
      let isOwn =
        property.initialValue != nil || wrappers.contains(where: Self.ownWrappers.contains)
      // A condition around a property that has a value anyway makes no label necessary.
      guard member.conditions.isEmpty || isOwn, !property.isLazy,
        wrappers.allSatisfy({ Self.passedWrappers.contains($0) || Self.ownWrappers.contains($0) })
      else { return nil }
      if property.isLet, property.initialValue != nil { continue }
      let isOptional = isOwn || (!property.isLet && property.type?.isOptional == true)
      signature.parameters.append(
        Parameter(
          label: member.name, name: member.name, type: wrappers.isEmpty ? property.type : nil,
          defaultValue: property.initialValue ?? (isOptional ? "nil" : nil), isVariadic: false,
          attributes: [], location: member.nameLocation))
    }
    return [signature]
  }

  /// The initializers from a type of another module; `nil` if they are unknown.
  private func foreignForms(_ name: String, of type: TypeDeclaration) -> [InitializerForm]? {
    guard types(named: name, inside: type.qualifiedName, module: type.module).isEmpty else {
      return []
    }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    switch last {
    case "Codable", "Decodable": return [InitializerForm(labels: ["from"])]
    case "RawRepresentable": return [InitializerForm(labels: ["rawValue"])]
    case _ where Self.withoutInitializers.contains(last): return []
    // A raw type.
    case _ where type.kind == .enum: return [InitializerForm(labels: ["rawValue"])]
    // A class with designated initializers does not inherit any.
    case _ where type.kind == .class || type.kind == .actor:
      let isDesignated = type.initializers.contains { !$0.modifiers.contains("convenience") }
      return isDesignated ? [] : nil
    default: return nil
    }
  }

  /// Wrappers of SwiftUI and Combine whose value the caller passes, or may pass.
  private static let passedWrappers: Set = ["Binding", "Bindable", "ObservedObject", "Published"]
  private static let ownWrappers: Set = [
    "State", "StateObject", "Environment", "EnvironmentObject", "AppStorage", "SceneStorage",
    "FocusState", "GestureState", "AccessibilityFocusState", "Namespace", "ScaledMetric",
    "FetchRequest", "Query",
  ]

  /// Protocols of the standard library that add no initializer.
  private static let withoutInitializers: Set<String> = [
    "Sendable", "Hashable", "Equatable", "Comparable", "Error", "LocalizedError", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CaseIterable", "AnyObject", "Actor",
    "Encodable", "Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype", "Sequence",
    "IteratorProtocol", "AsyncSequence", "AsyncIteratorProtocol", "CodingKey", "Executor",
    "ObservableObject", "View", "ViewModifier", "DynamicProperty", "PreviewProvider",
  ]
}

extension TypeReference {
  /// `() -> Void`, ignoring attributes and optionality.
  fileprivate var isFunction: Bool {
    switch structure {
    case .function: true
    case .attributed(_, let type), .optional(let type): type.isFunction
    default: false
    }
  }

  /// `repeat (each T).Type`, which takes any number of values.
  fileprivate var isPack: Bool { text.hasPrefix("repeat ") }

  fileprivate var isOptional: Bool {
    switch structure {
    case .optional, .implicitlyUnwrapped: true
    default: false
    }
  }
}
