import Diagnostics
import JSON
import SwiftIndex
import Traces

/// A code model as JSON; docs/reference/json.md describes it. Keys without a value are left out.
///
/// It is written directly and not through `Codable`, so that the order of keys is fixed and the
/// format is independent of the names of properties.
enum CodeModelText {
  private typealias Members = KeyValuePairs<String, JSON?>

  static func json(_ code: CodeModel) -> JSON {
    let imports = code.imports.sorted { $0.key < $1.key }.map {
      JSONObject.Member(key: $0.key, value: .texts($0.value.map(\.name)))
    }
    return [
      "version": 1, "modules": .texts(code.moduleNames), "types": .array(code.types.map(json)),
      "extensions": .array(code.foreignExtensions.map(json)),
      "globals": .array(code.globals.map(json)),
      "operators": .array(
        code.operators.map { join(info($0.info), ["precedence": text($0.precedenceGroup)]) }),
      "precedenceGroups": .array(
        code.precedenceGroups.map { group in
          join(
            info(group.info),
            [
              "higherThan": JSON.texts(group.higherThan).unlessEmpty,
              "lowerThan": JSON.texts(group.lowerThan).unlessEmpty,
              "associativity": text(group.associativity), "assignment": .flag(group.isAssignment),
            ])
        }), "imports": .object(JSONObject(imports)),
    ]
  }

  /// One object with the members of all; members without a value are left out.
  private static func join(_ parts: Members...) -> JSON {
    .object(JSONObject(parts.flatMap { JSONObject($0).members }))
  }

  private static func text(_ text: String?) -> JSON? { text.map { .text($0) } }

  // MARK: - Declarations

  private static func json(_ type: TypeDeclaration) -> JSON {
    join(
      ["kind": .text(type.kind.rawValue)], info(type.info, name: type.qualifiedName),
      ["module": text(type.module)], generics(type.genericParameters, type.requirements),
      inheritance(type.inheritance),
      [
        "aliased": text(type.aliased?.text), "members": .array(type.members.map(json)),
        "synthesized": .array(type.synthesized.map(json)),
      ])
  }

  private static func json(_ extended: ExtensionDeclaration) -> JSON {
    join(
      info(extended.info), ["module": text(extended.module)], generics([], extended.requirements),
      inheritance(extended.inheritance), ["members": .array(extended.members.map(json))])
  }

  private static func json(_ member: Member) -> JSON {
    var (form, second, third): (Members, Members, Members) = ([:], [:], [:])
    switch member.kind {
    case .property(let value): (form, second, third) = property(value)
    case .method(let value): (form, second, third) = signature("method", value)
    case .initializer(let value):
      (form, second, third) = signature(
        "initializer", value, ["failability": text(value.failability)])
    case .macro(let value): (form, second, third) = signature("macro", value)
    case .subscript(let value, let accessors):
      (form, second, third) = signature("subscript", value, json(accessors))
    case .deinitializer: form = ["kind": "deinitializer"]
    case .enumCase(let value): form = json(value)
    case .associatedType(let type):
      form = ["kind": "associatedType", "inherits": inherits(type.inheritance)]
      second = generics([], type.requirements)
      third = ["default": text(type.defaultType?.text)]
    }
    return join(
      form, second, third, info(member.info, name: member.name),
      [
        "extension": .flag(member.isFromExtension),
        "where": JSON.texts(member.extensionConditions.map(\.text)).unlessEmpty,
      ])
  }

  private static func property(_ property: Property) -> (Members, Members, Members) {
    let accessors: Members =
      switch property.storage {
      case .stored: [:]
      case .computed(let accessors), .requirement(let accessors): json(accessors)
      }
    return (
      [
        "kind": "property", "constant": .flag(property.isLet), "stored": .flag(property.isStored),
        "lazy": .flag(property.isLazy),
        "ownership": property.ownership == .strong ? nil : .text(property.ownership.rawValue),
      ], accessors,
      [
        "type": text(property.type?.text), "inferred": .flag(property.isTypeInferred),
        "value": text(property.initialValue), "setter": text(property.setterAccess?.rawValue),
      ]
    )
  }

  /// Their effect on `self` precedes their names; only a getter can be async or throw.
  private static func json(_ accessors: [Accessor]) -> Members {
    [
      "accessors": .texts(accessors.map { ($0.modifier.map { $0 + " " } ?? "") + $0.name }),
      "async": .flag(accessors.contains(where: \.isAsync)),
      "throws": json(accessors.map(\.throwing).first { $0 != .never } ?? .never),
    ]
  }

  private static func json(_ throwing: Throwing) -> JSON? {
    switch throwing {
    case .never: nil
    case .any: "any"
    case .typed(let type): .text(type.text)
    case .rethrows: "rethrows"
    }
  }

  private static func json(_ value: EnumCase) -> Members {
    let values = value.associatedValues.map { value -> JSON in
      [
        "label": text(value.label), "type": .text(value.type.text),
        "default": text(value.defaultValue),
      ]
    }
    let raw: JSON? =
      switch value.rawValue?.literal {
      case .integer(let number): .integer(number)
      case .string(let text): .text(text)
      case .double(let number): JSON(number)
      case .boolean, nil: nil
      }
    return [
      "kind": "case", "indirect": .flag(value.isIndirect),
      "values": JSON.array(values).unlessEmpty, "rawValue": raw,
    ]
  }

  private static func signature(
    _ kind: String, _ signature: Signature, _ rest: Members = [:]
  ) -> (Members, Members, Members) {
    let parameters = signature.parameters.map { parameter -> JSON in
      [
        "label": text(parameter.label), "name": text(parameter.name),
        "type": text(parameter.type?.text), "default": text(parameter.defaultValue),
        "variadic": .flag(parameter.isVariadic),
      ]
    }
    let (generics, requirements) = self.generics(
      signature.genericParameters, requirements: signature.requirements)
    return (
      [
        "kind": .text(kind), "generics": generics, "requirements": requirements,
        "parameters": .array(parameters), "async": .flag(signature.isAsync),
        "throws": json(signature.throwing), "result": text(signature.result?.text),
      ], rest, [:]
    )
  }

  // MARK: - Common members

  private static func info(_ info: DeclarationInfo, name: String? = nil) -> Members {
    [
      "name": .text(name ?? info.name), "declaration": .text(info.headline),
      "access": .text(info.access.rawValue), "at": .text("\(info.nameLocation)"),
      "modifiers": JSON.texts(info.modifiers).unlessEmpty,
      "attributes": JSON.texts(info.attributes.map(\.text)).unlessEmpty,
      "conditions": JSON.texts(info.conditions.map(\.description)).unlessEmpty,
      "documentation": text(info.documentation?.text),
    ]
  }

  private static func generics(
    _ parameters: [GenericParameter], _ requirements: [GenericRequirement]
  ) -> Members {
    let (generics, requirements) = generics(parameters, requirements: requirements)
    return ["generics": generics, "requirements": requirements]
  }

  private static func generics(
    _ parameters: [GenericParameter], requirements: [GenericRequirement]
  ) -> (generics: JSON?, requirements: JSON?) {
    let generics = parameters.map { parameter -> JSON in
      [
        "name": .text(parameter.name),
        "kind": parameter.kind == .type ? nil : .text(parameter.kind.rawValue),
        "constraint": text(parameter.constraint?.text),
      ]
    }
    return (
      JSON.array(generics).unlessEmpty, JSON.texts(requirements.map(\.text)).unlessEmpty
    )
  }

  private static func inheritance(_ all: [Inheritance]) -> Members { ["inherits": inherits(all)] }

  private static func inherits(_ all: [Inheritance]) -> JSON? {
    JSON.array(
      all.map { inheritance in
        [
          "type": .text(inheritance.type.text),
          "attributes": JSON.texts(inheritance.attributes).unlessEmpty,
          "inferred": .flag(inheritance.isInferred), "suppressed": .flag(inheritance.isSuppressed),
          "extension": .flag(inheritance.isFromExtension),
          "where": JSON.texts(inheritance.conditions.map(\.text)).unlessEmpty,
        ]
      }
    ).unlessEmpty
  }
}
