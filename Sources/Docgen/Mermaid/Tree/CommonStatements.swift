package import Diagnostics

/// The parts of a diagram before its statements.
package struct DiagramHeader: Hashable, Sendable {
  /// The first word as written: `stateDiagram-v2`.
  package var keyword: Name
  /// The YAML between the `---` lines, without them.
  package var frontMatter: Label?
  /// `%%{…}%%`, without the percent characters; directives may appear anywhere in the text.
  package var directives: [Label]

  package init(keyword: Name, frontMatter: Label? = nil, directives: [Label] = []) {
    self.keyword = keyword
    self.frontMatter = frontMatter
    self.directives = directives
  }
}

/// A title or an accessibility text: `accTitle: How it syncs`.
package struct Metadata: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case title, accessibleTitle, accessibleDescription
  }

  package var kind: Kind
  package var text: Label
  @Location package var range: SourceRange?

  package init(_ kind: Kind, _ text: Label, range: SourceRange? = nil) {
    self.kind = kind
    self.text = text
    self.range = range
  }
}

/// A `%%` or `#` comment, without these characters.
package struct Comment: Hashable, Sendable {
  package var text: String
  /// After a statement on the same line.
  @NonSemantic package var isTrailing: Bool
  @Location package var range: SourceRange?

  package init(_ text: String, isTrailing: Bool = false, range: SourceRange? = nil) {
    self.text = text
    self.isTrailing = isTrailing
    self.range = range
  }
}

/// A text that Mermaid accepts and that has no effect, such as `state Foo` alone.
package struct IgnoredStatement: Hashable, Sendable {
  package var text: String
  @Location package var range: SourceRange?

  package init(_ text: String, range: SourceRange? = nil) {
    self.text = text
    self.range = range
  }
}

/// The direction of a diagram's flow.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  case topToBottom = "TB"
  case bottomToTop = "BT"
  case rightToLeft = "RL"
  case leftToRight = "LR"

  /// Whether a text begins like `LR`: after a line that ends with `direction`, it is a direction.
  static func startsValue(_ text: String) -> Bool {
    let start = text.prefix(2).uppercased()
    return allCases.contains { $0.rawValue == start }
  }

  /// Whether a text ends with `direction`, which makes a direction of the word on the next line.
  static func endsWord(_ text: String) -> Bool { text.lowercased().ends(withSigns: "direction") }
}

/// `direction LR`
package struct DirectionStatement: Hashable, Sendable {
  package var direction: Direction
  @Location package var range: SourceRange?

  package init(_ direction: Direction, range: SourceRange? = nil) {
    self.direction = direction
    self.range = range
  }
}

/// The look of elements: `classDef hot fill:#f00`, `class A,B hot`, `style A fill:#f00`.
package struct StyleStatement: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `classDef name,name styles`
    case definition
    /// `class id,id name` in a state diagram, `cssClass "id,id" name` in a class diagram.
    case assignment
    /// `style id styles`
    case direct
  }

  package var kind: Kind
  /// The names that are defined, or the elements that are styled.
  package var targets: [Name]
  /// The styles, or the class name of an assignment.
  package var value: Label
  @Location package var range: SourceRange?

  package init(_ kind: Kind, targets: [Name], value: Label, range: SourceRange? = nil) {
    self.kind = kind
    self.targets = targets
    self.value = value
    self.range = range
  }
}
