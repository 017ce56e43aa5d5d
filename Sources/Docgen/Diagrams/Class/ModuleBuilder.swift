package import Mermaid
package import Models

/// Draws modules and their imports as a class diagram.
package enum ModuleBuilder {
  /// The modules and their imports; `showsAll` includes arrows that follow from others.
  ///
  /// Without `showsAll`, an import is omitted if a path through other modules implies it (the
  /// transitive reduction of the graph): a diagram of all imports of a layered program is
  /// unreadable.
  package static func diagram(
    of model: ModuleModel, direction: Direction? = nil, showsAll: Bool = false
  ) -> ClassDiagram {
    var statements: [ClassStatement] = []
    if let direction { statements.append(.direction(DirectionStatement(direction))) }
    statements += model.modules.map { .declaration(ClassDeclaration(Name($0))) }
    let dependencies = showsAll ? model.dependencies : model.essential
    statements += dependencies.map { dependency in
      .relation(
        ClassRelation(
          from: .init(Name(dependency.from)), to: .init(Name(dependency.to), .dependency),
          line: .dotted))
    }
    return ClassDiagram(header: .classDiagram(hidesEmptyBoxes: true), statements: statements)
  }
}
