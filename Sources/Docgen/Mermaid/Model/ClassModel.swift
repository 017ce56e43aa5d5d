package import Diagnostics

/// The meaning of a class diagram, as in the real Mermaid's data base, with places in the source.
package struct ClassModel: Sendable {
  package struct Class: Sendable {
    package var id: String
    package var generic: Label?
    package var label: Label?
    package var annotations: [Label] = []
    /// Properties and methods in the order of the text.
    package var members: [ClassMember] = []
    /// The full name of the last namespace that contains it.
    package var namespace: String?
    package var cssClasses: [String] = []
    package var styles: [String] = []
    package var link: String?
    package var linkTarget: String?
    package var tooltip: Label?
    package var hasCallback = false
    package var range: SourceRange?
    package var declaration: SourceRange?
    /// Every place that names it.
    package var mentions: [SourceRange] = []

    package var shown: String { label?.text ?? id }
  }

  package struct Relation: Sendable {
    package var from: ClassRelation.Side
    package var to: ClassRelation.Side
    package var line: ClassRelation.Line
    package var label: Label?
    /// Whether the end is drawn as an interface of its own, not as a class.
    package var fromIsInterface = false
    package var toIsInterface = false
    package var range: SourceRange?
  }

  package struct Note: Sendable {
    package var text: Label
    package var target: String?
    package var namespace: String?
    package var range: SourceRange?
  }

  package struct Namespace: Sendable {
    package var id: String
    package var label: Label?
    package var parent: String?
    /// Written itself, not only as a prefix of a longer name.
    package var isExplicit: Bool
    package var classes: [String] = []
    package var range: SourceRange?
  }

  package struct Definition: Sendable {
    package var name: String
    package var styles: [String]
  }

  package var metadata = ModelMetadata()
  package var direction = Direction.topToBottom
  package var classes: [Class] = []
  package var relations: [Relation] = []
  package var notes: [Note] = []
  package var namespaces: [Namespace] = []
  package var classDefs: [Definition] = []
  /// Annotations of classes that do not exist at that point; Mermaid itself fails on them.
  var strayAnnotations: [ClassAnnotationStatement] = []

  package init(_ diagram: ClassDiagram) {
    var builder = ClassModelBuilder()
    self = builder.build(diagram)
  }

  init() {}
}
