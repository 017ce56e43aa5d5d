import Diagnostics
import Models
import SwiftIndex

extension TableRecords {
  /// The rows that a table about a type may have.
  enum MemberRows: String, CaseIterable {
    case methods, properties, cases, members
  }

  /// The headings that authors use for the cases of an enum.
  static let caseHeadings = ["case", "state", "event", "status"]

  /// Members of a type that other files may use; for a protocol, its requirements.
  init(_ type: TypeDeclaration, _ rows: MemberRows, in code: CodeModel) {
    let all =
      type.kind == .protocol
      ? type.protocolRequirements : type.members.filter { $0.access > .fileprivate }
    let members = all.filter { member in
      switch rows {
      case .methods: member.isMethod && !member.isOperator
      case .properties: member.property != nil
      case .cases: member.enumCase != nil
      case .members: member.selectionKind != nil
      }
    }
    var headings = Self.memberHeadings
    let words = ["method", "property", "case", "constant", "member", "name", "function"]
    for word in words + (type.kind == .enum ? Self.caseHeadings : []) { headings[word] = "name" }
    self.init(
      records: members.map { TableRecord($0, in: code) }, keys: ["name"], headings: headings)
  }

  /// Constants that the rows themselves name, each by its path: `CircuitBreaker.threshold`.
  init(valuesNamed names: [String], in code: CodeModel) {
    let records = names.compactMap { name -> TableRecord? in
      switch code.symbols(named: name).first {
      case .member(let member), .global(let member):
        var record = TableRecord(member, in: code)
        record.facets["name"] = .text(name)
        return record
      case .type, nil: return nil
      }
    }
    var headings = Self.memberHeadings
    for word in ["constant", "name", "property", "symbol"] { headings[word] = "name" }
    self.init(records: records, keys: ["name"], headings: headings)
  }

  /// Types with their properties, such as kind and module.
  init(_ types: [TypeDeclaration], in code: CodeModel) {
    var sendability = SendabilityReader(code)
    let records = types.map { type in
      let file = type.location.file
      let short = file.split(separator: "/").last.map(String.init) ?? file
      var facets: [String: TableRecord.Facet] = [
        "name": .text([type.qualifiedName, type.name]), "kind": .text(type.kind.rawValue),
        "access": .text(type.access.rawValue), "file": .text([file, short]),
        "module": .text(type.module ?? ""),
        "inherits": .list(type.inheritance.filter { !$0.isSuppressed }.map(\.name)),
      ]
      facets["sendable"] = sendability.isSendable(type).map { .flag($0) }
      return TableRecord(
        facets: facets, title: type.qualifiedName, location: type.nameLocation)
    }
    var headings = [
      "kind": "kind", "access": "access", "file": "file", "where": "file", "module": "module",
      "sendable": "sendable", "inherits": "inherits", "conforms to": "inherits",
    ]
    for word in TypeDeclaration.Kind.allCases.map(\.rawValue) + ["type", "name"] {
      headings[word] = "name"
    }
    self.init(records: records, keys: ["name"], headings: headings)
  }

  /// Modules with their imports of each other.
  init(_ modules: ModuleModel) {
    let records = modules.modules.map { name in
      let own = modules.dependencies.filter { $0.from == name }
      return TableRecord(
        facets: ["name": .text(name), "imports": .list(own.map(\.to))], title: name,
        location: own.first?.location)
    }
    self.init(
      records: records, keys: ["name"],
      headings: ["module": "name", "name": "name", "imports": "imports", "needs": "imports"])
  }

  private static let memberHeadings: [String: String] = [
    "type": "type", "result": "type", "returns": "type", "value": "value", "default": "value",
    "raw value": "value", "parameters": "parameters", "labels": "parameters",
    "values": "parameters", "carries": "parameters", "signature": "declaration",
    "declaration": "declaration", "access": "access", "async": "async", "throws": "throws",
    "static": "static",
  ]
}

extension TableRecord {
  /// A member under all its names.
  fileprivate init(_ member: Member, in code: CodeModel) {
    let values =
      member.signature?.parameters.map {
        TableRecord.Value(label: $0.label ?? $0.name ?? "_", type: $0.type?.text ?? "")
      }
      ?? member.enumCase?.associatedValues.map {
        TableRecord.Value(label: $0.label, type: $0.type.text)
      } ?? []
    let names = [
      member.name, member.fullName, "\(member.name)()", ".\(member.name)", member.qualifiedName,
    ]
    var facets: [String: Facet] = [
      "name": member.enumCase == nil ? .text(names) : .caseName(names),
      "parameters": .values(values), "declaration": .text(member.headline),
      "access": .text(member.access.rawValue), "static": .flag(member.isStatic),
    ]
    if let signature = member.signature {
      facets["type"] = .text(signature.result?.text ?? "")
      facets["async"] = .flag(signature.isAsync)
      facets["throws"] = .flag(signature.throwing != .never)
    }
    if let type = member.property?.type { facets["type"] = .text(type.text) }
    if let constant = code.constant(member.qualifiedName).first {
      let value = constant.literal.map { CellText(ExpectedValue.text(of: $0)).text }
      facets["value"] = .text([value, constant.text].compactMap(\.self))
    }
    self.init(facets: facets, title: member.name, location: member.nameLocation)
  }
}
