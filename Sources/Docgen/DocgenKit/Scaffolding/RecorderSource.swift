import Diagnostics
import SwiftIndex

/// The program that `docgen new recorder` writes: a decorator for each injected protocol of a module,
/// and the list of scenarios.
struct RecorderSource {
  /// The module that is recorded.
  let module: String
  private let code: CodeModel
  private let types: [TypeDeclaration]
  /// The protocols that types of the module hold.
  let protocols: [TypeDeclaration]

  init(module: String, code: CodeModel) {
    (self.module, self.code) = (module, code)
    let types = code.types.filter { $0.module == module }
    self.types = types
    let held = Set(types.flatMap(Self.heldTypes))
    protocols = types.filter { type in
      type.kind == .protocol && held.contains(type.name) && Self.canWrap(type)
    }
  }

  /// The names of the types that a type stores or gets in an initializer.
  private static func heldTypes(_ type: TypeDeclaration) -> [String] {
    let stored = type.storedProperties.compactMap { $0.property?.type }
    let passed = type.initializers.flatMap { $0.signature?.parameters ?? [] }.compactMap(\.type)
    let generic = type.genericParameters.compactMap(\.constraint)
    return (stored + passed + generic).flatMap(\.mentioned)
  }

  /// Whether an existential of a protocol can be called without further knowledge of its type.
  private static func canWrap(_ type: TypeDeclaration) -> Bool {
    let requirements = type.protocolRequirements
    return requirements.contains(where: \.isMethod)
      && requirements.allSatisfy { member in
        (member.isMethod || member.property != nil) && !member.isStatic && !member.isOperator
          && !(member.signature?.isTyped ?? false)
      }
  }

  // MARK: - Text

  var text: String {
    ([imports] + protocols.map(decorator) + [scenarios]).joined(separator: "\n\n") + "\n"
  }

  private var imports: String {
    let files = Set(protocols.map(\.location.file))
    let imports = files.flatMap { code.imports[$0] ?? [] }.map { "import \($0.name)" }
    let isOpen = protocols.allSatisfy { $0.access >= .package }
    let own = isOpen ? "import \(module)" : "@testable import \(module)"
    return Set(imports + [own, "import Traces"]).sorted { left, right in
      (left.split(separator: " ").last ?? "") < (right.split(separator: " ").last ?? "")
    }.joined(separator: "\n")
  }

  /// A type that records each call of a protocol, and forwards it.
  private func decorator(_ type: TypeDeclaration) -> String {
    let actor = type.attributes.filter { $0.name.hasSuffix("Actor") }.map { "@\($0.name)\n" }
      .joined()
    let isClass = type.inheritance.contains { ["AnyObject", "Actor"].contains($0.type.text) }
    let head = "\(actor)\(isClass ? "final class" : "struct") Recording\(type.name): \(type.name) {"
    var parts = ["  var wrapped: any \(type.name)"]
    if isClass {
      parts.append("  init(wrapped: any \(type.name)) { self.wrapped = wrapped }")
    }
    parts += type.protocolRequirements.map { member in
      member.isMethod ? method(member, of: type) : property(member)
    }
    return
      "/// Records the calls of `\(type.name)`.\n\(head)\n\(parts.joined(separator: "\n\n"))\n}"
  }

  private func property(_ member: Member) -> String {
    let type = member.property?.type?.text ?? "Any"
    guard case .requirement(let accessors)? = member.property?.storage,
      accessors.contains(where: { $0.name == "set" })
    else { return "  var \(member.name): \(type) { wrapped.\(member.name) }" }
    return """
        var \(member.name): \(type) {
          get { wrapped.\(member.name) }
          set { wrapped.\(member.name) = newValue }
        }
      """
  }

  private func method(_ member: Member, of type: TypeDeclaration) -> String {
    let parameters = member.signature?.parameters ?? []
    let names = parameters.enumerated().map { index, parameter in
      parameter.name ?? parameter.label ?? "value\(index)"
    }
    let arguments = zip(parameters, names).map { parameter, name in
      let value = parameter.isInOut ? "&\(name)" : name
      return parameter.label.map { "\($0): \(value)" } ?? value
    }
    let isThrowing = member.signature?.throwing != .never
    let effects = (isThrowing ? "try " : "") + (member.signature?.isAsync == true ? "await " : "")
    let labels = zip(parameters, names).map { "\"\($0.label ?? $1)\"" }.joined(separator: ", ")
    let list = labels.isEmpty ? "" : ", [\(labels)]"
    return """
        \(member.headline) {
          \(effects)TraceRecorder.current.call("\(type.name)", "\(member.name)"\(list)) {
            \(effects)wrapped.\(member.name)(\(arguments.joined(separator: ", ")))
          }
        }
      """
  }

  private var scenarios: String {
    let holder = types.first { type in
      [.class, .actor].contains(type.kind)
        && !Set(Self.heldTypes(type)).isDisjoint(with: protocols.map(\.name))
        && type.methods.contains { $0.access > .private }
    }
    let method = holder?.methods.first { $0.access > .private }
    let (type, name) = (holder?.name ?? "Type", method?.name ?? "method")
    let created = protocols.first.map { "Recording\($0.name)(wrapped: …)" } ?? "its decorators"
    return """
      await RecordedScenario.run([
        RecordedScenario("first", "What happens, in one sentence.") {
          // Create `\(type)` with `\(created)`, and let it work:
          // try await TraceRecorder.current.call("\(type)", "\(name)") { … }
        }
      ])
      """
  }

  // MARK: - Next steps

  /// The machines of the module with a method that takes an event, with that method's name.
  var machines: [(type: String, method: String)] {
    types.compactMap { type in
      guard type.kind == .struct,
        type.storedProperties.contains(where: { $0.name == "state" }),
        let method = type.methods.first(where: { member in
          member.isMutating && member.signature?.parameters.count == 1
            && member.signature?.parameters[0].type?.text.hasSuffix("Event") == true
        })
      else { return nil }
      let label = method.signature?.parameters[0].label.map { "\($0): " } ?? ""
      return (type.qualifiedName, "\(method.name)(\(label)event)")
    }
  }

  /// The remaining steps for the author.
  func steps(folder: String) -> String {
    let name = "\(module)Recorder"
    var text = """
      next, in Package.swift:
        .package(path: "../docgen")                 a checkout of docgen, or its URL
        .executableTarget(
          name: "\(name)",
          dependencies: ["\(module)", .product(name: "Traces", package: "docgen")]),
      in .docgen.json:
        "traces": [".build/traces/*.jsonl"],
        "record": "swift run \(name)"
      then write a scenario in \(folder)/main.swift, and run:
        docgen check --record

      """
    for machine in machines.prefix(1) {
      text += """
        transitions: link Traces in \(module), add
          extension \(machine.type): TracedMachine {
            public mutating func apply(_ event: Event) { \(machine.method) }
          }
        and apply events with TraceRecorder.current.transition(&machine, event)

        """
    }
    return text
  }
}

extension Parameter {
  fileprivate var isInOut: Bool {
    if case .attributed(let words, _)? = type?.structure { words.contains("inout") } else { false }
  }
}

extension Signature {
  /// Whether it throws errors of a single type, which a closure does not forward.
  fileprivate var isTyped: Bool {
    if case .typed = throwing { true } else { false }
  }
}

extension TypeReference {
  /// The names of the types in an optional, an existential or a composition.
  fileprivate var mentioned: [String] {
    switch structure {
    case .named(let name, _): [name]
    case .optional(let type), .implicitlyUnwrapped(let type), .existential(let type),
      .opaque(let type), .attributed(_, let type):
      type.mentioned
    case .composition(let types): types.flatMap(\.mentioned)
    default: []
    }
  }
}
