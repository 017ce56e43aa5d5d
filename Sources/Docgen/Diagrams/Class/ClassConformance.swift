import Diagnostics
package import Mermaid
package import Models
package import SwiftIndex

/// Compares a hand-drawn class diagram with the sources: everything that is drawn must exist, and
/// only optional elements may be left out.
///
/// The check has two directions. From the diagram to the code, each class, annotation, generic
/// parameter, member and relation makes a claim, and a false claim is a deviation in every
/// strictness. Only without a marker may a line of a class be prose, which makes no claim. From the
/// code to the diagram, omissions are deviations only as far as `strictness` demands completeness.
///
/// A claim that syntax cannot decide counts as right: an inferred type, an unknown Sendable
/// conformance. The check works on syntax alone, without a compiler, so a false alarm would be
/// worse than a missed error.
package struct ClassConformance {
  let code: CodeModel
  let strictness: ClassStrictness
  /// The selection of a complete diagram.
  let selection: TypeSelection

  /// `selection` matters only for a complete diagram: it limits the types and members that must
  /// appear.
  package init(
    code: CodeModel, strictness: ClassStrictness = .listed,
    selection: TypeSelection = TypeSelection()
  ) {
    self.code = code
    self.strictness = strictness
    self.selection = selection
  }

  /// The order is that of the diagram, class by class; then the relations, and last the missing
  /// types. The result is an empty array if the diagram agrees with the sources.
  package func deviations(of diagram: ClassDiagram) -> [ClassDeviation] {
    let drawing = ParsedClasses(diagram)
    var found: [ClassDeviation] = []
    var types: [KnownClass] = []
    let drawsExtensions = drawing.classes.contains(where: \.isExtension)
    let extensions = drawsExtensions ? TypeModel.extensions(in: code) : []
    var sendability = SendabilityReader(code)
    let named = exactlyNamed(drawing.classes)
    let folders = Set(named.keys.flatMap(\.file.folders))
    for drawn in drawing.classes {
      if let chosen = type(drawn, extensions, named: named, in: folders) {
        types.append(KnownClass(drawn, chosen))
        found += classDeviations(drawn, chosen, sendability: &sendability)
      } else {
        var nearest: String?
        if case .unknown(let near) = code.type(named: drawn.name) { nearest = near }
        found.append(
          ClassDeviation(
            kind: .unknownType(nearest: nearest), type: drawn.name, range: drawn.range))
      }
    }
    for type in types {
      found += type.claims.compactMap { deviation(of: $0, in: type) }
      if strictness == .unmarked {
        found += type.claims.flatMap { unknownTypes(in: $0, of: type) }
      }
      if !strictness.isPartial, let missing = missingMembers(of: type) { found.append(missing) }
    }
    found += relationDeviations(drawing, types)
    if strictness == .complete { found += missingTypes(types) }
    return found
  }

  /// The names of the drawn classes, each once.
  package static func typeNames(in diagram: ClassDiagram) -> [String] {
    ParsedClasses(diagram).classes.map(\.name)
  }

  // MARK: - Types

  /// The locations of types that only one class means, with that class: no other class may mean
  /// them by a short name.
  private func exactlyNamed(_ classes: [ParsedClass]) -> [SourceLocation: String] {
    var named: [SourceLocation: String] = [:]
    for drawn in classes {
      let found = code.types(named: drawn.name)
      if found.count == 1 { named[found[0].nameLocation] = drawn.name }
    }
    return named
  }

  /// The type that a class means by its name, or else by its label. Of several, the one that no
  /// other class means and that differs in the fewest members.
  ///
  ///     class Store           the only type `Store` of the sources
  ///     class S["Store"]      no type `S`, so the label is used
  ///     namespace Sync        prefers types of the module `Sync`
  ///
  /// Differences in members decide between types of one name, because a test double usually lacks
  /// members of the original. The number of shared folders decides a tie.
  private func type(
    _ drawn: ParsedClass, _ extensions: [ChosenType], named: [SourceLocation: String],
    in folders: Set<Substring>
  ) -> ChosenType? {
    if drawn.isExtension,
      let found = extensions.first(where: { $0.name == drawn.name })
    {
      return found
    }
    for name in [drawn.name, drawn.label].compactMap(\.self) {
      let all = code.types(named: name)
      let own = all.filter { $0.module == drawn.module }
      let inModule = own.isEmpty ? all : own
      let free = inModule.filter { named[$0.nameLocation, default: drawn.name] == drawn.name }
      let choices = (free.isEmpty ? inModule : free)
        .map { ChosenType(declaration: $0, name: drawn.name) }
      func differences(_ chosen: ChosenType) -> Int {
        let known = KnownClass(drawn, chosen)
        return known.claims.count { deviation(of: $0, in: known) != nil }
      }
      if choices.count == 1 { return choices[0] }
      // Of a type and its test double or example, the one next to the other classes is drawn.
      func distance(_ chosen: ChosenType) -> Int {
        -chosen.declaration.location.file.folders.count(where: folders.contains)
      }
      let best = choices.map { ($0, differences($0), distance($0)) }
        .min { ($0.1, $0.2) < ($1.1, $1.2) }
      if let best { return best.0 }
    }
    return nil
  }

  private func classDeviations(
    _ drawn: ParsedClass, _ chosen: ChosenType, sendability: inout SendabilityReader
  ) -> [ClassDeviation] {
    let type = chosen.declaration
    func deviation(_ drawnWords: String, _ declared: String, at range: SourceRange?)
      -> ClassDeviation
    {
      ClassDeviation(
        kind: .otherClass(drawn: drawnWords, declared: declared), type: drawn.name,
        range: range ?? drawn.range, declaredAt: type.nameLocation)
    }
    var found: [ClassDeviation] = []
    for (word, range) in drawn.stereotypes {
      guard let claim = AnnotationClaim(word) else { continue }
      let isSendable = claim.isAboutSending ? sendability.isSendable(type) : nil
      if let declared = claim.contradiction(in: chosen, isSendable: isSendable) {
        found.append(deviation("<<\(word)>>", declared, at: range))
      }
    }
    let declared = type.genericParameters.map(\.name)
    if let generic = drawn.generic {
      let names = generic.text.split(separator: ",").map {
        String($0.prefix { $0 != ":" }).filter { !$0.isWhitespace }
      }
      if names != declared {
        let expected = declared.isEmpty ? "no generic parameters" : declared.joined(separator: ", ")
        found.append(deviation("<\(generic.text)>", expected, at: generic.range))
      }
    }
    return found
  }

  /// In a complete diagram: types of the sources that the diagram lacks.
  ///
  /// Without a selection, the scope is the modules of the drawn types: a diagram of one module need
  /// not draw the types of the others.
  private func missingTypes(_ types: [KnownClass]) -> [ClassDeviation] {
    var scope = selection
    if scope.types.isEmpty, scope.modules.isEmpty, scope.files.isEmpty, scope.centers.isEmpty {
      scope.modules = Set(types.compactMap(\.chosen.declaration.module)).sorted()
    }
    let drawn = Set(types.map(\.chosen.declaration.nameLocation))
    return ChosenType.all(scope, in: code).filter {
      !drawn.contains($0.declaration.nameLocation)
    }.map { missing in
      ClassDeviation(
        kind: .missingType(declared: missing.declaration.headline), type: missing.name,
        declaredAt: missing.declaration.nameLocation)
    }
  }
}

extension String {
  /// The folders of a path, each with those around it: `Sources/` and `Sources/App/`.
  fileprivate var folders: [Substring] {
    indices.filter { self[$0] == "/" }.map { self[...$0] }
  }
}

extension ParsedClass {
  /// Whether it shows the members that a module adds to a type of another one.
  fileprivate var isExtension: Bool { stereotypes.contains { $0.word == "extension" } }
}

/// A class of a diagram that exists in the sources.
struct KnownClass {
  let drawn: ParsedClass
  let chosen: ChosenType
  /// What its members claim, in their order.
  let claims: [MemberCheck]
  /// Whether a member is drawn with `async`.
  let marksAsync: Bool

  init(_ drawn: ParsedClass, _ chosen: ChosenType) {
    (self.drawn, self.chosen) = (drawn, chosen)
    claims = drawn.members.map(MemberCheck.init)
    marksAsync = claims.contains(where: \.modifiers.isAsync)
  }

  var declaration: TypeDeclaration { chosen.declaration }
}
