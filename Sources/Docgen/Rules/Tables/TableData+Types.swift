import Diagnostics
import Markdown
import Models
import SwiftIndex
import Templates

extension TableData {
  static func add(_ types: [TypeDeclaration], to data: inout TemplateDictionary) {
    data["types"] = .list(
      types.map { type in
        [
          "name": .code(type.qualifiedName), "kind": .string(type.kind.rawValue),
          "module": .code(type.module ?? ""),
          "documentation": .markdown(type.documentation?.summary ?? ""),
          "cases": .list(type.cases.map { enumCase($0, of: type) }),
          "properties": .list(type.properties.filter { $0.access > .fileprivate }.map(member)),
        ]
      })
  }

  private static func enumCase(_ member: Member, of type: TypeDeclaration) -> TemplateValue {
    let values = (member.enumCase?.associatedValues ?? []).enumerated().map { index, value in
      [
        "label": .code(value.label ?? String(index)), "type": .code(value.type.text),
        "isLabelled": .boolean(value.label != nil),
      ] as TemplateValue
    }
    return [
      "name": .code(member.name), "path": .code(member.qualifiedName),
      "declaration": .code(member.headline), "values": .list(values),
      "documentation": .markdown(member.documentation?.summary ?? ""),
    ]
  }
}

extension RegionRequest {
  /// The types that `types`, `modules` and `conforms` select, in the order of the names, then of
  /// the sources; only those that other files may use.
  func types() throws(RegionProblem) -> [TypeDeclaration] {
    let types = try chosenTypes().filter { $0.access > .fileprivate }
    guard let name = marker["conforms"] else { return types }
    let conforming = types.filter { project.code.conforms($0, to: name) }
    if !conforming.isEmpty { return conforming }
    throw finding(
      RegionSources.id, at: "conforms",
      "none of \(types.count.counted("type")) conforms to `\(name)`")
  }

  private func chosenTypes() throws(RegionProblem) -> [TypeDeclaration] {
    if marker["types"] == nil, marker["modules"] == nil {
      return project.code.types.filter { $0.kind != .typealias }
    }
    var selection = TypeSelection(types: marker.list("types"))
    selection.modules = marker.list("modules")
    selection.access = .private
    var drawing = try classDrawing()
    drawing.selection = selection
    do throws(KeyProblem) {
      // Throws an error for a name that matches nothing.
      _ = try drawing.model(of: project.code)
    } catch {
      throw finding(error)
    }
    return ChosenType.all(selection, in: project.code).map(\.declaration)
  }
}

extension CodeModel {
  /// Whether a type is declared to conform to a protocol, or inherits from one that does.
  func conforms(_ type: TypeDeclaration, to name: String) -> Bool {
    var queue = [type]
    var seen: Set<String> = []
    while let current = queue.popLast() {
      guard seen.insert(current.qualifiedName).inserted else { continue }
      for inherited in current.inheritance where !inherited.isSuppressed {
        if inherited.name == name || inherited.name.hasSuffix(".\(name)") { return true }
        queue += self.type(named: inherited.name, inside: current.qualifiedName).all
      }
    }
    return false
  }
}
