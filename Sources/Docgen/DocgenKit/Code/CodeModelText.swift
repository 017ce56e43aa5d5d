import Diagnostics
import JSON
import SwiftIndex
import Traces

/// A code model as JSON; docs/reference/json.md describes it. Keys without a value are left out.
///
/// It is written directly and not through `Codable`, so that the order of keys is fixed and the
/// format is independent of the names of properties.
struct CodeModelText: JSONListWriting {
  var writer = JSONWriter()

  static func json(_ code: CodeModel) -> String {
    var text = CodeModelText()
    text.write(code)
    return String(decoding: text.writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ code: CodeModel) {
    writer.beginObject()
    writer.member("version", 1)
    writer.member("modules", code.moduleNames)
    list("types", code.types) { $0.write($1) }
    list("extensions", code.foreignExtensions) { $0.write($1) }
    list("globals", code.globals) { $0.write($1) }
    list("operators", code.operators) { text, declaration in
      text.info(declaration.info)
      text.optional("precedence", declaration.precedenceGroup)
    }
    list("precedenceGroups", code.precedenceGroups) { text, group in
      text.info(group.info)
      if !group.higherThan.isEmpty { text.writer.member("higherThan", group.higherThan) }
      if !group.lowerThan.isEmpty { text.writer.member("lowerThan", group.lowerThan) }
      text.optional("associativity", group.associativity)
      text.flag("assignment", group.isAssignment)
    }
    writer.key("imports")
    writer.beginObject()
    for (file, imports) in code.imports.sorted(by: { $0.key < $1.key }) {
      writer.member(file, imports.map(\.name))
    }
    writer.endObject()
    writer.endObject()
  }

  // MARK: - Declarations

  private mutating func write(_ type: TypeDeclaration) {
    writer.member("kind", type.kind.rawValue)
    info(type.info, name: type.qualifiedName)
    optional("module", type.module)
    generics(type.genericParameters, type.requirements)
    inheritance(type.inheritance)
    optional("aliased", type.aliased?.text)
    list("members", type.members) { $0.write($1) }
    list("synthesized", type.synthesized) { $0.write($1) }
  }

  private mutating func write(_ extended: ExtensionDeclaration) {
    info(extended.info)
    optional("module", extended.module)
    generics([], extended.requirements)
    inheritance(extended.inheritance)
    list("members", extended.members) { $0.write($1) }
  }

  private mutating func write(_ member: Member) {
    switch member.kind {
    case .property(let property):
      writer.member("kind", "property")
      write(property)
    case .method(let signature): write("method", signature)
    case .initializer(let signature):
      write("initializer", signature)
      optional("failability", signature.failability)
    case .macro(let signature): write("macro", signature)
    case .subscript(let signature, let accessors):
      write("subscript", signature)
      write(accessors)
    case .deinitializer: writer.member("kind", "deinitializer")
    case .enumCase(let value): write(value)
    case .associatedType(let type):
      writer.member("kind", "associatedType")
      inheritance(type.inheritance)
      generics([], type.requirements)
      optional("default", type.defaultType?.text)
    }
    info(member.info, name: member.name)
    flag("extension", member.isFromExtension)
    if !member.extensionConditions.isEmpty {
      writer.member("where", member.extensionConditions.map(\.text))
    }
  }

  private mutating func write(_ property: Property) {
    flag("constant", property.isLet)
    flag("stored", property.isStored)
    flag("lazy", property.isLazy)
    if property.ownership != .strong { writer.member("ownership", property.ownership.rawValue) }
    switch property.storage {
    case .stored: break
    case .computed(let accessors), .requirement(let accessors):
      write(accessors)
    }
    optional("type", property.type?.text)
    flag("inferred", property.isTypeInferred)
    optional("value", property.initialValue)
    optional("setter", property.setterAccess?.rawValue)
  }

  /// Their effect on `self` precedes their names; only a getter can be async or throw.
  private mutating func write(_ accessors: [Accessor]) {
    writer.member("accessors", accessors.map { ($0.modifier.map { $0 + " " } ?? "") + $0.name })
    flag("async", accessors.contains(where: \.isAsync))
    write(accessors.map(\.throwing).first { $0 != .never } ?? .never)
  }

  private mutating func write(_ throwing: Throwing) {
    switch throwing {
    case .never: break
    case .any: writer.member("throws", "any")
    case .typed(let type): writer.member("throws", type.text)
    case .rethrows: writer.member("throws", "rethrows")
    }
  }

  private mutating func write(_ value: EnumCase) {
    writer.member("kind", "case")
    flag("indirect", value.isIndirect)
    if !value.associatedValues.isEmpty {
      list("values", value.associatedValues) { text, value in
        text.optional("label", value.label)
        text.writer.member("type", value.type.text)
        text.optional("default", value.defaultValue)
      }
    }
    switch value.rawValue?.literal {
    case .integer(let number): writer.member("rawValue", number)
    case .string(let text): writer.member("rawValue", text)
    case .double(let number):
      writer.key("rawValue")
      writer.number(number)
    case .boolean, nil: break
    }
  }

  private mutating func write(_ kind: String, _ signature: Signature) {
    writer.member("kind", kind)
    generics(signature.genericParameters, signature.requirements)
    list("parameters", signature.parameters) { text, parameter in
      text.optional("label", parameter.label)
      text.optional("name", parameter.name)
      text.optional("type", parameter.type?.text)
      text.optional("default", parameter.defaultValue)
      text.flag("variadic", parameter.isVariadic)
    }
    flag("async", signature.isAsync)
    write(signature.throwing)
    optional("result", signature.result?.text)
  }

  // MARK: - Common members

  private mutating func info(_ info: DeclarationInfo, name: String? = nil) {
    writer.member("name", name ?? info.name)
    writer.member("declaration", info.headline)
    writer.member("access", info.access.rawValue)
    writer.member("at", "\(info.nameLocation)")
    if !info.modifiers.isEmpty { writer.member("modifiers", info.modifiers) }
    if !info.attributes.isEmpty {
      writer.member("attributes", info.attributes.map(\.text))
    }
    if !info.conditions.isEmpty { writer.member("conditions", info.conditions.map(\.description)) }
    optional("documentation", info.documentation?.text)
  }

  private mutating func generics(
    _ parameters: [GenericParameter], _ requirements: [GenericRequirement]
  ) {
    if !parameters.isEmpty {
      list("generics", parameters) { text, parameter in
        text.writer.member("name", parameter.name)
        if parameter.kind != .type { text.writer.member("kind", parameter.kind.rawValue) }
        text.optional("constraint", parameter.constraint?.text)
      }
    }
    if !requirements.isEmpty { writer.member("requirements", requirements.map(\.text)) }
  }

  private mutating func inheritance(_ all: [Inheritance]) {
    guard !all.isEmpty else { return }
    list("inherits", all) { text, inheritance in
      text.writer.member("type", inheritance.type.text)
      if !inheritance.attributes.isEmpty {
        text.writer.member("attributes", inheritance.attributes)
      }
      text.flag("inferred", inheritance.isInferred)
      text.flag("suppressed", inheritance.isSuppressed)
      text.flag("extension", inheritance.isFromExtension)
      if !inheritance.conditions.isEmpty {
        text.writer.member("where", inheritance.conditions.map(\.text))
      }
    }
  }

  // MARK: - JSON

  private mutating func optional(_ key: String, _ text: String?) {
    if let text { writer.member(key, text) }
  }

  private mutating func flag(_ key: String, _ isSet: Bool) {
    if isSet { writer.member(key, true) }
  }
}
