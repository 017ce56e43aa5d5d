import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// How examples use values of known types: parameters of closures, cases of a `switch`, optional
/// values. Each mistake in its harmless form, which is silent, and in its harmful one.
@Suite struct ValueUseTests {
  private static let source = """
    public enum Landing { case docked(at: Int), delayed, cancelled }
    public enum Cargo { case grain, timber, fish }
    public struct Manifest { public let captain: String? ; public let crates: [Int]; public func seal() {} }
    public final class Harbor {
      public static var manifest: Manifest? { nil }
      public static let office: Manifest! = nil
      public static func land(_ ship: String, completion: @escaping (Landing) -> Void) {}
      public static func inspect(then body: (Manifest, Int) -> Void) {}
      public static func search(found: (Manifest?) -> Void) {}
      public static func find(_ ship: String) -> Manifest? { nil }
      public func unload(_ change: (inout Manifest) -> Void) {}
      public var cargo: Cargo = .fish
    }
    extension Optional { public var orEmpty: String { "" } }

    """

  @Test(
    arguments: [
      ("Harbor.inspect { m, _ in m.seal() }", nil),
      ("Harbor.inspect { m, _ in m.open() }", "`Manifest` has no member `open`"),
      ("Harbor.inspect { m, count in count.open() }", nil),
      ("Harbor.inspect(then: { m, _ in m.open() })", "`Manifest` has no member `open`"),
      ("Harbor.inspect(then: { (m, _) in m.open() })", "`Manifest` has no member `open`"),
      ("let harbor = Harbor()\nharbor.unload { $0.open() }", "`Manifest` has no member `open`"),
      ("let harbor = Harbor()\nharbor.unload { $0.seal() }", nil),
      ("Harbor.inspect { m, _ in m.crates.forEach { $0.open() } }", nil),
      ("Harbor.inspect { m, _ in m.seal() }\nothers { m in m.open() }", nil),
    ] as [(String, String?)])
  func `a parameter of a closure has the type that the function gives it`(
    code: String, message: String?
  ) { expect(code, message) }

  @Test(
    arguments: [
      ("case .docked(let at): a\ncase .delayed, .cancelled: b", nil),
      ("case .docked: a\ncase .delayed: b\ndefault: c", nil),
      ("case .docked: a\ncase .delayed: b\n@unknown default: c", nil),
      ("case .docked: a\ncase .delayed: b\n// ...", nil),
      ("case let .docked(at): a\ncase .delayed: b", "`Landing` has another case: `cancelled`"),
      ("case .docked: a\ncase .late: b\ncase .cancelled: c", "`Landing` has no case `late`"),
      ("case .docked(at: 3): a\ncase _ where isDry: b", nil),
    ] as [(String, String?)])
  func `a switch has all cases`(cases: String, message: String?) {
    expect("Harbor.land(s) { result in\n  switch result {\n\(cases)\n  }\n}", message)
    expect("others(s) { result in\n  switch result {\n\(cases)\n  }\n}", nil)
  }

  @Test func `a switch of a property has all cases`() {
    expect("let h = Harbor()\nswitch h.cargo {\ncase .fish: a\ncase .grain: b\n}", "`timber`")
    expect("enum Cargo { case fish }\nswitch cargo {\ncase .fish: a\n}", nil)
  }

  @Test(
    arguments: [
      ("Harbor.manifest?.seal()", nil), ("Harbor.manifest!.seal()", nil),
      ("Harbor.office.seal()", nil), ("Harbor.manifest.map { $0 }", nil),
      ("Harbor.manifest.orEmpty", nil),
      ("Harbor.manifest.seal()", "`Harbor.manifest` is optional"),
      ("let m = Harbor.manifest\nm.seal()", "`Harbor.manifest` is optional"),
      ("let m = Harbor.manifest\nm?.seal()", nil),
      ("guard let m = Harbor.manifest else {}\nm.seal()", nil),
      ("let m = Harbor.manifest\nif let m { m.seal() }", nil),
      ("let m = Harbor.manifest ?? other\nm.seal()", nil),
      ("let m = Harbor.find(s)\nm.seal()", "`Harbor.find` is optional"),
      ("let m = Harbor.find(s)!\nm.seal()", nil),
      ("Harbor.search { m in m.seal() }", "is optional"),
      ("Harbor.search { m in m?.seal() }", nil),
      ("Harbor.office.captain.uppercased()", "`Manifest.captain` is optional"),
      ("Harbor.manifest?.captain.uppercased()", nil),
    ] as [(String, String?)])
  func `an optional value is unwrapped`(code: String, message: String?) { expect(code, message) }

  @Test(
    arguments: [
      ("if let m = Harbor.manifest { m.seal() }", nil),
      ("let h = Harbor()\nguard let c = h.cargo as? Fish else {}", nil),
      ("let h = Harbor()\nlet c = h.cargo", nil),
      ("let h = Harbor()\nif let c = h.cargo { show(c) }", "`Harbor.cargo` is never `nil`"),
    ] as [(String, String?)])
  func `only an optional value is bound by a condition`(code: String, message: String?) {
    expect(code, message)
  }

  private func expect(_ code: String, _ message: String?) {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n```swift\n\(code)\n```\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, isIgnored: { _ in false }, repository: KnownRepository())
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Coast/Harbor.swift", module: "Coast", Self.source)])
    let found = CheckedPage(
      page, project: ProjectModel(code: code, traces: []), templates: TemplateSource(texts: [:]),
      context: context
    ).findings().filter { $0.severity > .note }
    #expect(found.count == (message == nil ? 0 : 1), "\(code): \(found.map(\.summary))")
    if let message { #expect(found.first?.summary.contains(message) == true, "\(found)") }
  }
}
