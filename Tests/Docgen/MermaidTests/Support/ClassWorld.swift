/// A random class diagram with distinct statements, as a base for single changes.
struct ClassWorld {
  enum Edit: String, CaseIterable {
    case addClass, removeClass, relabelClass, renameClass, changeGeneric, moveClass
    case moveToNewNamespace, wrapClasses, relabelNamespace, moveNamespace, wrapNamespace
    case addMember, removeMember, changeType, changeVisibility, changeModifier, addMethod
    case changeParameters, addAnnotation, removeAnnotation, addRelation, removeRelation
    case relabelRelation, redirectRelation, changeLine, changeEnd, cardinality, lollipop
    case addNamespace, removeNamespace
    case addNote, removeNote, relabelNote, redirectNote, direction, link, addLink, callback, title

    var change: String {
      switch self {
      case .addClass: "added class"
      case .removeClass: "removed class"
      case .relabelClass, .renameClass: "relabelled class"
      case .changeGeneric: "changed class"
      case .moveClass, .moveToNewNamespace: "moved class"
      case .wrapClasses, .wrapNamespace, .addNamespace: "added namespace"
      case .removeNamespace: "removed namespace"
      case .moveNamespace: "moved namespace"
      case .relabelNamespace: "relabelled namespace"
      case .addMember, .addMethod: "added member"
      case .removeMember: "removed member"
      case .changeType, .changeVisibility, .changeModifier, .changeParameters: "changed member"
      case .addAnnotation: "added annotation"
      case .removeAnnotation: "removed annotation"
      case .addRelation: "added relation"
      case .removeRelation: "removed relation"
      case .relabelRelation: "relabelled relation"
      case .redirectRelation: "redirected relation"
      case .changeLine, .changeEnd, .cardinality, .lollipop: "changed relation"
      case .addNote: "added note"
      case .removeNote: "removed note"
      case .relabelNote: "relabelled note"
      case .redirectNote: "redirected note"
      case .direction: "changed direction"
      case .link: "changed link"
      case .addLink, .callback: "added link"
      case .title: "changed title"
      }
    }
  }

  private var random: DiagramGenerator
  /// Each statement with its lines.
  private let statements: [[String]]

  init(seed: UInt64) {
    random = DiagramGenerator(seed: seed &+ 2_600)
    var statements: [[String]] = (0..<random.number(3..<7)).map { number in
      [
        "class C\(number) {", "  +x\(number): Int", "  -f\(number)(a: Int) Bool",
        "  #g\(number)()", "}",
      ]
    }
    statements += [
      ["class L[\"Shown\"]"], ["class G~T~"], ["class Lone"], ["class P <<protocol>>"],
      ["namespace Inner {", "  class N1", "  class N2", "}"],
      ["namespace Next {", "  class N3", "}"],
      ["C0 --> C1 : uses"], ["C1 \"1\" *-- \"many\" C2 : holds"], ["C2 <|-- L"], ["Api ()-- C0"],
      ["note for C0 \"a note\""], ["note \"a loose note\""], ["link C1 \"https://a.b\" \"tip\""],
      ["accTitle: a title"],
    ]
    self.statements = statements
  }

  private static func text(_ statements: [[String]]) -> String {
    "classDiagram\n" + statements.flatMap { $0 }.map { "  \($0)\n" }.joined()
  }

  mutating func edited(_ edit: Edit) -> (old: String, new: String) {
    var all = random.shuffled(statements)
    let old = Self.text(all)
    let place = random.number(0..<all.count)
    func replace(_ part: String, _ with: String) {
      all = all.map { $0.map { $0.replacing(part, with: with) } }
    }
    switch edit {
    case .addClass: all.insert(["class Fresh"], at: place)
    case .removeClass: all.removeAll { $0 == ["class Lone"] }
    case .relabelClass: replace("\"Shown\"", "\"Shown otherwise\"")
    case .changeGeneric: replace("G~T~", "G~U~")
    case .moveClass:
      all.removeAll { $0 == ["class Lone"] }
      replace("  class N2", "  class N2\n    class Lone")
    case .renameClass: replace("C1", "Another")
    case .moveToNewNamespace:
      replace("  class N2", "")
      all.insert(["namespace Fresh {", "  class N2", "}"], at: place)
    case .wrapClasses:
      all.removeAll { $0 == ["class Lone"] }
      replace("class P <<protocol>>", "namespace Fresh {\nclass P <<protocol>>\nclass Lone\n}")
    case .moveNamespace, .wrapNamespace:
      guard let index = all.firstIndex(where: { $0[0] == "namespace Inner {" }) else { break }
      let inner = all.remove(at: index).joined(separator: "\n")
      if edit == .wrapNamespace { all.append(["namespace Fresh {", inner, "}"]) }
      if edit == .moveNamespace { replace("  class N3", "class N3\n\(inner)") }
    case .relabelNamespace: replace("namespace Inner", "namespace Outer")
    case .addMember: replace("  +x0: Int", "  +x0: Int\n  +fresh: Int")
    case .addMethod: replace("  +x0: Int", "  +x0: Int\n  +fresh()")
    case .removeMember: all = all.map { $0.filter { $0 != "  +x1: Int" } }
    case .changeType: replace("+x1: Int", "+x1: String")
    case .changeVisibility: replace("+x1: Int", "-x1: Int")
    case .changeModifier: replace("#g1()", "#g1()$")
    case .changeParameters: replace("f1(a: Int)", "f1(a: Int, b: Int)")
    case .addAnnotation: all.append(["<<actor>> Lone"])
    case .removeAnnotation: replace("class P <<protocol>>", "class P")
    case .addRelation: all.insert(["C0 <|.. C2"], at: place)
    case .removeRelation: all.removeAll { $0 == ["C0 --> C1 : uses"] }
    case .relabelRelation: replace(": uses", ": abuses")
    case .redirectRelation: replace("C0 --> C1 : uses", "C0 --> L : uses")
    case .changeLine: replace("C0 --> C1", "C0 ..> C1")
    case .changeEnd: replace("*--", "o--")
    case .cardinality: replace("\"many\"", "\"0..1\"")
    case .lollipop:
      replace("Api ()-- C0", "Api ()-- C1")
      return (
        old.replacing("Api ()-- C0", with: "Api ()-- C0 : a"),
        Self.text(all).replacing("Api ()-- C1", with: "Api ()..  C0 : a")
      )
    case .addNamespace:
      all.insert(
        [
          "namespace Fresh {", "  class F1", "  class F2 {", "    +x: Int", "  }",
          "  namespace Deep {", "    class F3", "  }", "  note \"fresh\"", "}",
        ], at: place)
    case .removeNamespace: all.removeAll { $0[0] == "namespace Inner {" }
    case .addNote: all.insert(["note for C1 \"another note\""], at: place)
    case .removeNote: all.removeAll { $0 == ["note \"a loose note\""] }
    case .relabelNote: replace("\"a note\"", "\"a changed note\"")
    case .redirectNote: replace("note for C0", "note for C2")
    case .direction: all.insert(["direction LR"], at: place)
    case .link: replace("https://a.b", "https://a.c")
    case .addLink: all.append(["click C2 href \"https://x.y\""])
    case .callback: all.append(["callback C2 \"f\""])
    case .title: replace("a title", "the title")
    }
    return (old, Self.text(all))
  }

  /// The same diagram written differently: another order, reversed relations, members after colons,
  /// other ids with the same labels, styles.
  mutating func disguised() -> (old: String, new: String) {
    var all = random.shuffled(statements)
    let old = Self.text(all)
    all = random.shuffled(all)
    for index in all.indices where all[index].count > 3 {
      all[index] = [all[index][0], "  \(all[index][2])", all[index][1]] + all[index].dropFirst(3)
    }
    let new = Self.text(all + [["style C0 fill:#f00"], ["class C1:::hot"]])
      .replacing("C2 <|-- L", with: "L2 --|> C2").replacing("class L[", with: "class L2[")
      .replacing("C1 \"1\" *-- \"many\" C2", with: "C2 \"many\" --* \"1\" C1")
      .replacing("    #g0()\n  }\n", with: "  }\n  C0 : #g0()\n")
    return (old, new)
  }
}
