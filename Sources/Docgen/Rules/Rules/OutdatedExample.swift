package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A Swift block that uses or quotes the project's own API differently from the code.
///
///     HTTPClient.Configuration(followRedirects: false)   no such initializer
///     let page = client.get(url: u)                      `get(url:)` is `async`
///     saveAll(into: folder)                              the function takes `(to:)`
///     protocol Store { func save(id: Int) }              the code has `save(_:)`
///
/// Names that the page's blocks declare themselves, and types of other modules, are ignored.
package enum OutdatedExample: Rule {
  package static let id = RuleID("outdated-example")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A Swift block uses or quotes a symbol differently from the code."
  package static let explanation = Explanation.document(
    "Readers copy examples. Calls and members of the project's types must exist, with these "
      + "labels, `try`, `await` and as many generic arguments; a signature without a body must agree "
      + "with its declaration, and an implementation with its requirement. "
      + "Types of other packages, and names that the page declares itself, are ignored, and so is code "
      + "after a comment such as `// WRONG`.",
    """
    ```swift
    DoorMachine.slamShut()
    ```
    """,
    remedy: "Write the example like the current code; `…` or `...` stands for omitted arguments.")

  /// Uses, quoted signatures and missing names are collected for each block, with the variables of
  /// all blocks of its section. One mistake is one finding: later lines with the same message
  /// become notes.
  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard page.context?.repository != nil else { return [] }
    let code = page.project.code
    // A name that is also in inline code is reported there.
    let written = Set(page.writtenCodeSpans.map(\.text))
    var seen: [String: Int] = [:]
    var candidates: [SymbolCandidate] = []
    var otherLines: [Int: [Int]] = [:]
    var extended: Set<Int> = []
    let readings = page.examples.map(\.reading)
    let quotations = QuotedSignatures(page)
    let conformances = ExampleConformances(page)
    let pageTypes = PageTypes(page)
    let forms = ExampleFormProblems(page)
    let arguments = ArgumentProblems(page)
    let internals = readings.count { $0.usesInternals(code) }
    let isInternal = internals > 0 && internals * 2 >= readings.count
    for (example, receivers) in ExampleReceivers.all(on: page, written: written) {
      let reading = example.reading
      var found =
        uses(in: reading, receivers, example.fence, arguments, on: page)
        + reading.uses.compactMap { use in
          guard let name = CodeName(use.text) ?? CodeName(ofType: use.text),
            let problem = pageTypes.problem(with: name)
              ?? ThrowingPlatformCalls.labelProblem(with: use, in: code)
              ?? ThrowingPlatformCalls.problem(with: use, in: code)
          else { return nil }
          return SymbolCandidate(
            name, problem, text: use.text,
            at: SourcePosition(line: use.line, column: use.column), in: example.fence, on: page)
        } + quotations.candidates(in: example) + conformances.candidates(in: example)
        + ExampleSwitches(page, receivers).candidates(in: example) + forms.candidates(in: example)
      found += example.missingSettings(on: page) + example.delegatesWithoutBase(on: page)
      let reported = Set(found.map(\.range.start.line))
      found += missingNames(in: reading, example, page, isInternal: isInternal).filter {
        !reported.contains($0.range.start.line)
      }
      let wrong = example.counterExamplePlaces(on: page)
      // `session?.name?.count` is one mistake, and two uses.
      var places: Set<String> = []
      for candidate in found
      where !wrong.contains(candidate.range.start.line)
        && places.insert("\(candidate.range.start.line) \(candidate.problem.message)").inserted
        && (candidate.problem.kind == .signature || !written.contains(candidate.text))
      {
        // A missing name is one mistake, whatever is done with it.
        let use = candidate.problem.kind == .name ? "\(candidate.isOwn)" : candidate.text
        if let first = seen[use + candidate.problem.message] {
          otherLines[first, default: []].append(candidate.range.start.line)
        } else {
          seen[use + candidate.problem.message] = candidates.count
          if page.importsUnknownModule(example.fence) { extended.insert(candidates.count) }
          candidates.append(candidate)
        }
      }
    }
    guard !candidates.isEmpty else { return [] }
    let judge = SymbolJudge(page, [], names: [])
    let spans = Dictionary(grouping: page.writtenCodeSpans, by: \.text)
    return candidates.indices.compactMap { index in
      let candidate = candidates[index]
      guard var verdict = judge.verdict(on: candidate),
        candidate.problem.kind != .name
          || verdict.confidence > .low && (candidate.isOwn || verdict.isProven)
      else { return nil }
      // The page may describe abandoned code of the project, or a module that docgen does not know
      // may extend a type.
      if page.blockNames.declared.contains(candidate.text)
        || extended.contains(index) && candidate.problem.isOfMember
      {
        verdict.confidence = min(verdict.confidence, .medium)
      }
      var finding = UnknownSymbol.finding(candidate, verdict, id: id, on: page)
      for line in otherLines[index] ?? [] { finding.note(another: line) }
      let word = candidate.problem.word
      if !code.mentions(word), !page.blockNames.declared.contains(word) {
        for span in spans[word] ?? [] {
          finding.note(another: span.range.start.line)
        }
      }
      return finding
    }
  }

  /// Names that the sources do not mention. Only a removal after the block was written counts,
  /// except for a name that the body of a type of the project uses as a member. A name in a section
  /// about a dependency counts if it is a member that the project once declared.
  private static func missingNames(
    in reading: ExampleReading, _ example: Example, _ page: CheckedPage, isInternal: Bool
  ) -> [SymbolCandidate] {
    let (code, fence) = (page.project.code, example.fence)
    if fence.literal.contains("{{") { return [] }
    let isAboutDependency = page.isAboutDependency(fence)
    // A name of a module that is handed on is missing from the sources, too.
    let isKnown = page.context?.index.reexports(code) != true
    if !isKnown, page.isAboutOther(fence) { return [] }
    // A test may have helpers of its own.
    let isTest = ["@Test", "#expect", "XCTAssert"].contains { fence.literal.contains($0) }
    let isInternal = !isTest && (isInternal || reading.usesInternals(code))
    let written = Dictionary(grouping: example.types, by: \.name)
    return reading.names.compactMap { found in
      if written[found.text]?.contains(where: \.hasBody) == true { return nil }
      let isMisspelled =
        !found.isFree && !page.importsUnknownModule(fence)
        && code.misspelling(found.text, of: page.blockNames.used) != nil
      let isOwn =
        found.user.map { code.owns($0, with: written[$0]) } ?? false || isInternal && found.isUsed
        || isMisspelled || found.argument.map { code.takesOwnType($0) } ?? false
      guard CodeName.isCamelCase(found.text) || isMisspelled, isOwn || !found.isFree,
        let name = CodeName(found.text) ?? CodeName(ofType: found.text),
        let problem = SymbolProblem(name, in: code), problem.kind == .name,
        !isAboutDependency
          || found.isUsed && page.context?.repository?.removal(of: .name(found.text)) != nil
      else { return nil }
      return SymbolCandidate(
        name, problem, text: found.text,
        at: SourcePosition(line: found.line, column: found.column), in: fence, on: page,
        isOwn: isOwn && isKnown)
    }
  }

  private static func candidates(
    _ use: ExampleUse, _ problem: SymbolProblem, in fence: Fence, on page: CheckedPage
  ) -> [SymbolCandidate] {
    guard let name = CodeName(use.text + "()") ?? CodeName(use.text) else { return [] }
    return [
      SymbolCandidate(
        name, problem, text: use.text, at: SourcePosition(line: use.line, column: use.column),
        in: fence, on: page)
    ]
  }

  /// Calls and members of the project's types.
  private static func uses(
    in reading: ExampleReading, _ receivers: ExampleReceivers, _ fence: Fence,
    _ arguments: ArgumentProblems, on page: CheckedPage
  ) -> [SymbolCandidate] {
    let code = page.project.code
    return reading.uses.flatMap { use -> [SymbolCandidate] in
      switch receivers.optionality(of: use) {
      case .known: return []
      case .unwrapped(let member):
        return candidates(use, .lackingUnwrapping(member), in: fence, on: page)
      case .unknown: break
      }
      if let member = receivers.presentValue(boundBy: use) {
        return candidates(use, .neverNil(member), in: fence, on: page)
      }
      let foreign = receivers.standardType(of: use)
        .flatMap { SymbolProblem.foreignMember(use, of: $0, in: code) }
      if let problem = foreign ?? .calledProperty(use, in: code) {
        return candidates(use, problem, in: fence, on: page)
      }
      guard let text = receivers.resolve(use),
        var name = CodeName(text) ?? CodeName(ofType: text),
        !page.blockNames.declared.contains(name.parts[0])
          || page.isAboutOwn(name.parts[0], copies: arguments.pageTypes)
            && code.sharesLabel(name)
      else { return [] }
      name.hasTrailingClosure = use.hasTrailingClosure
      if use.base != .none, let problem = SymbolProblem.surplusValues(of: name, in: code) {
        let place = use.arguments.last { $0.label != nil }
        return [
          SymbolCandidate(
            name, problem, text: use.text,
            at: SourcePosition(line: place?.line ?? use.line, column: place?.column ?? use.column),
            in: fence, on: page)
        ]
      }
      let isOwned = name.parts[0].first?.isUppercase == true
      guard isOwned ? code.isOwn(name) : CodeName.isCamelCase(name.last) else {
        // The project may extend a type of a platform.
        guard use.base == .type, PlatformNames.hasType(name.parts[0]),
          let problem = SymbolProblem.lackingEffects(of: use, name, code)
            ?? .removedExtension(name, on: page)
        else { return [] }
        return [
          SymbolCandidate(
            name, problem, text: text, at: SourcePosition(line: use.line, column: use.column),
            in: fence, on: page)
        ]
      }
      if use.base == .none {
        guard code.hasOnlyFreeFunctions(named: name.last), !page.importsUnknownModule(fence) else {
          return []
        }
      } else if !isOwned, code.members(named: name.last).allSatisfy(\.isStatic) {
        // A value has no static members.
        return []
      }
      // The result of a function may be a test double: `given(store).load()`.
      let hasEffects =
        use.base != .result && (isOwned || !PlatformNames.contains(name.last))
      let problem =
        SymbolProblem(name, in: code).flatMap { code.isOtherType(name, $0) ? nil : $0 }
        ?? (hasEffects
          ? .lackingEffects(of: use, name, code) ?? .crossing(
            use, name: name, hasOrigin: receivers.hasOrigin(use), in: code)
            ?? .superfluousTry(of: use, name, code)
            ?? (receivers.isOfConstant(use) ? .changing(use, name, in: code) : nil) : nil)
      guard let problem else {
        if use.base == .result { return [] }
        return arguments.problems(of: use, name).map { argument, problem in
          SymbolCandidate(
            name, problem, text: text,
            at: SourcePosition(line: argument.line, column: argument.column), in: fence, on: page)
        }
      }
      guard problem.isCertain, problem.kind == .signature || !receivers.isTypedByText(use),
        isOwned || problem.kind == .labels(isOwned: false) || problem.kind == .signature
      else { return [] }
      // A label on a line of its own is easier to find than its call.
      let label = use.arguments.first { argument in
        argument.line > use.line
          && argument.label.map { problem.message.contains("no label `\($0):`") } == true
      }
      return [
        SymbolCandidate(
          name, problem, text: text,
          at: SourcePosition(
            line: label?.line ?? use.line, column: label?.column ?? use.column),
          in: fence, on: page,
          isOwn: !page.importsUnknownModule(fence)
            && code.misspelling(problem.word, of: page.blockNames.used) != nil)
      ]
    }
  }
}

extension CodeModel {
  /// Whether a body of that name is the project's type: a block extends it, or declares it with only
  /// members of the project.
  fileprivate func owns(_ name: String, with written: [TypeDeclaration]?) -> Bool {
    let known = types(named: name)
    guard !known.isEmpty, isOwn(name) else { return false }
    return (written ?? []).flatMap(\.members).allSatisfy { member in
      known.contains { !$0.members(named: member.name).isEmpty }
    }
  }
}

extension TypeDeclaration {
  /// Whether it has code in it: the reader of a block writes such a type.
  fileprivate var hasBody: Bool { members.contains { $0.bodyRange != nil } }
}

extension ExampleReading {
  /// Whether a type of the project that other modules cannot use is one of the names: then the
  /// block is code of the project, not of its user.
  fileprivate func usesInternals(_ code: CodeModel) -> Bool {
    names.contains { name in
      let types = code.types(named: name.text)
      return !types.isEmpty && code.isOwn(name.text) && types.allSatisfy { $0.access < .public }
    }
  }
}

extension Example {
  /// The lines of the page that the author calls wrong.
  fileprivate func counterExamplePlaces(on page: CheckedPage) -> Set<Int> {
    let source = page.page.source
    return Set(
      counterExampleLines.map { fence.position(in: source, line: $0, column: 1).line })
  }
}

extension CheckedPage {
  /// Whether a heading around a block names a package that the project depends on.
  fileprivate func isAboutDependency(_ fence: Fence) -> Bool {
    let packages = manifest?.dependencies.map { $0.name.lowercased() } ?? []
    return page.headings(around: fence.range).contains { heading in
      packages.contains { heading.text.lowercased().contains($0) }
    }
  }

  /// Whether a heading around a block names a symbol that the project never had.
  fileprivate func isAboutOther(_ fence: Fence) -> Bool {
    page.headings(around: fence.range).contains { heading in
      heading.text.split { !$0.isLetter && !$0.isNumber }.map(String.init).contains { word in
        CodeName.isCamelCase(word) && !project.code.mentions(word)
          && context?.repository?.removal(of: .name(word)) == nil
      }
    }
  }
}

extension CheckedPage {
  /// Whether a block imports a module that the project neither has nor imports.
  fileprivate func importsUnknownModule(_ fence: Fence) -> Bool {
    guard let index = context?.index else { return false }
    let code = project.code
    return foreignFences.answer(for: fence) {
      fence.literal.split(separator: "\n").contains { line in
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "import", let name = words.last.map(String.init) else {
          return false
        }
        return !index.ownModules(code).contains(name) && !index.imported(code).contains(name)
      }
    }
  }
}

extension SymbolProblem {
  fileprivate var isOfMember: Bool {
    if case .member = kind { true } else { false }
  }
}

extension CodeModel {
  /// Whether the project declares a type of that name outside its examples and tests, and no platform
  /// has one.
  func isOwn(_ type: String) -> Bool {
    !PlatformNames.hasType(type)
      && types(named: type).allSatisfy { !ExamplePath.isExample($0.location.file) }
  }
}

extension CodeModel {
  /// Whether each initializer with a label takes a type of the project there: the argument is a case
  /// or static member of that type.
  fileprivate func takesOwnType(_ argument: ExampleName.Argument) -> Bool {
    let made = types(named: argument.type)
    guard made.count == 1, isOwn(argument.type) else { return false }
    let parameters = made[0].initializers.compactMap(\.signature).flatMap(\.parameters)
      .filter { $0.label == argument.label }
    return !parameters.isEmpty
      && parameters.allSatisfy { parameter in
        guard case .named(let name, _)? = parameter.type?.structure else { return false }
        let own = types(named: name, inside: made[0].qualifiedName)
        return own.count == 1 && own[0].kind != .protocol && own[0].kind != .typealias
          && isOwn(own[0].name)
      }
  }
}

extension CodeModel {
  /// Whether a name begins with a type of the project, or makes one that a platform has too with a
  /// label that only the project's initializers have.
  fileprivate func isOwn(_ name: CodeName) -> Bool {
    if isOwn(name.parts[0]) { return true }
    guard name.parts.count == 1, let labels = name.labels else { return false }
    let types = types(named: name.parts[0])
    let own = Set(types.flatMap(\.initializers).flatMap { $0.signature?.labels ?? [] })
    return types.allSatisfy { !ExamplePath.isExample($0.location.file) }
      && labels.contains { CodeName.isCamelCase($0) && own.contains($0) }
  }

  /// Whether a call that makes a type uses a label of its initializers: another module may have a type
  /// of that name. True for any other name.
  fileprivate func sharesLabel(_ name: CodeName) -> Bool {
    guard name.parts.count == 1, let labels = name.labels else { return true }
    let own = types(named: name.parts[0]).flatMap(\.initializers)
      .flatMap { $0.signature?.labels ?? [] }
    return labels.contains { $0.count > 3 && own.contains($0) }
  }

  /// Whether a call without a receiver means a function of the project: neither a type nor a platform
  /// has one of that name.
  fileprivate func hasOnlyFreeFunctions(named name: String) -> Bool {
    let functions = globals(named: name)
    return !functions.isEmpty && members(named: name).isEmpty && !PlatformNames.contains(name)
      && functions.allSatisfy { $0.signature != nil && !ExamplePath.isExample($0.location.file) }
  }
}
