import Markdown

/// The names that the code blocks of a page declare or use: an example may choose its names.
///
/// Words are compared, not syntax, because blocks are of many languages and often incomplete.
struct BlockNames: Sendable {
  let declared: Set<String>
  /// Declared names that are not variables.
  let callable: Set<String>
  let used: Set<String>

  /// A block of signatures without bodies declares nothing: it describes the project. So does a
  /// drawing.
  /// `includesDiagrams` adds the words of Mermaid blocks.
  init(_ fences: [Fence], _ examples: [Example], includesDiagrams: Bool = true) {
    var (declared, callable, used): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    let references = Set(examples.filter(\.isReference).map(\.fence.block))
    for fence in fences where !references.contains(fence.block) && !fence.isDrawing {
      if !includesDiagrams, fence.language.lowercased() == MermaidBlock.language { continue }
      var previous: Substring = ""
      for line in fence.literal.split(separator: "\n") {
        for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
          used.insert(String(word))
          // `actor.save()` calls a member of a value.
          if Self.keywords.contains(previous), fence.literal[previous.endIndex...].first != "." {
            declared.insert(String(word))
            if previous != "let", previous != "var" { callable.insert(String(word)) }
          }
          previous = word
        }
      }
    }
    (self.declared, self.callable, self.used) = (declared, callable, used)
  }

  private static let keywords: Set<Substring> = [
    "func", "var", "let", "class", "struct", "enum", "protocol", "actor", "typealias", "case",
    "macro", "associatedtype", "interface", "def", "fun", "type", "const", "table", "TABLE",
  ]
}

extension Fence {
  /// Whether it is a drawing of boxes or a tree, which shows the project, rather than an example.
  var isDrawing: Bool {
    ["", "text", "txt", "plaintext", "ascii", "tree"].contains(language.lowercased())
      && literal.unicodeScalars.contains { (0x2500...0x257F).contains($0.value) }
  }
}

/// Names that are placeholders for a name of the reader's choice.
enum Placeholder {
  ///     MyTarget · YourAPI · FooView · SomeModule
  static func isPlaceholder(_ name: String) -> Bool {
    if words.contains(name.lowercased()) { return true }
    return prefixes.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      return name.dropFirst(prefix.count).first.map { !$0.isLowercase } ?? true
    }
  }

  private static let prefixes = [
    "My", "Your", "Foo", "Bar", "Baz", "Some", "Example", "Dummy", "Sample", "Custom", "my", "your",
    "foo", "bar", "baz", "some", "example", "dummy", "sample", "get_foo", "getFoo",
  ]
  private static let words: Set<String> = [
    "foobar", "camelcase", "pascalcase", "snakecase", "lowercamelcase", "uppercamelcase", "xxx",
    "typename", "methodname", "propertyname", "functionname", "classname", "modulename",
  ]
}
