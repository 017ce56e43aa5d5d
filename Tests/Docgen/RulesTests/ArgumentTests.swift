import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Arguments in examples, compared with the types of the parameters.
@Suite struct ArgumentTests {
  private static let source = """
    public struct Tariff { public let zone: Int; public var note: String? }
    public struct Stamp: ExpressibleByStringLiteral { public init(stringLiteral: String) {} }
    public enum Speed { case slow, fast(hours: Int) }
    public class Carrier { public init(name: String) {} }
    public final class Courier: Carrier {}
    public typealias Weight = Int
    public enum Office {
      public typealias Fee = Tariff
      public struct Desk { public init(number: Int) throws {} }
    }
    public protocol Address {}
    public struct Parcel<Content> {
      public init(tariff: Tariff, stamp: Stamp) {}
      public init(content: Content) {}
      public func post(_ speed: Speed, by carrier: Carrier) {}
      public func weigh(_ weight: Weight, unit: String = "g") {}
      public func track(within limit: Double, times: [Int], then: @escaping () -> Void) {}
      public func label(_ text: String?, flag: Bool) {}
      public func deliver(to address: any Address, at: Address) {}
      public func mark(with tag: @autoclosure () -> String) {}
      public func insure(for value: Int) {}
      public func insure(for value: String) {}
      public func sortInto<T>(box: T, at: Tariff.Type) {}
    }

    """

  @Test(
    arguments: [
      ("Parcel(tariff: Tariff(zone: 1), stamp: \"red\")", nil),
      ("Parcel(tariff: 3, stamp: \"red\")", "takes `Tariff` as `tariff:`, not an integer"),
      ("Parcel(tariff: nil, stamp: \"red\")", "takes `Tariff` as `tariff:`, not `nil`"),
      ("Parcel(tariff: Courier(name: n), stamp: s)", "not a value of `Courier`"),
      ("let t: String = x\nParcel(tariff: t, stamp: s)", "not a value of `String`"),
      ("let t = find()\nParcel(tariff: t, stamp: s)", nil),
      ("Parcel(content: 3)", nil), ("Parcel(content: nil)", nil),
      ("Tariff(zone: \"EU\", note: nil)", "`Tariff.init` takes `Int` as `zone:`, not a string"),
      ("Tariff(zone: 1, note: \"x\")", nil), ("Tariff(zone: -1)", nil),
      ("Speed.fast(hours: \"2\")", "`Speed.fast` takes `Int` as `hours:`, not a string"),
      ("Carrier(name: \"a\\(b)\")", nil), ("Carrier(name: 1 + 2)", nil),
      ("Office.Fee(zone: 1)", nil), ("try Office.Desk(number: 1)", nil),
      ("Office.Fee(zone: \"EU\")", "`Tariff.init` takes `Int` as `zone:`, not a string"),
      ("Office.Fee(area: 1)", "`Tariff.init` takes `(zone:note:)`"),
      ("Office.Desk(number: 1)", "the call lacks `try`"),
      // The page has its own type of the name.
      ("struct Tariff { let a: Int }\nParcel(tariff: 3, stamp: s)", nil),
    ] as [(String, String?)])
  func `an argument of an initializer has the type of its parameter`(
    code: String, message: String?
  ) { expectFinding(in: code, message) }

  @Test(
    arguments: [
      ("p.post(.slow, by: Courier(name: n))", nil), ("p.post(.slow, by: Carrier(name: n))", nil),
      ("p.post(.quick, by: c)", "`Speed` has no case `quick`"),
      ("p.post(.fast, by: c)", "the case `Speed.fast` has values"),
      ("p.post(.slow, by: \"DHL\")", "takes `Carrier` as `by:`, not a string"),
      ("p.post(.slow, by: Tariff(zone: 1))", "not a value of `Tariff`"),
      ("p.weigh(3)", nil), ("p.weigh(3.5)", nil), ("p.weigh(3, unit: 4)", "not an integer"),
      ("p.track(within: 3, times: [1]) { }", nil),
      ("p.track(within: 3, times: 1) { }", "takes `[Int]` as `times:`, not an integer"),
      ("p.track(within: \"3\", times: [1], then: f)", "takes `Double` as `within:`"),
      ("p.track(within: 3, times: [], then: nil)", "as `then:`, not `nil`"),
      ("p.label(nil, flag: true)", nil), ("p.label(4, flag: true)", "takes `String?`, not"),
      ("p.label(\"a\", flag: 1)", "takes `Bool` as `flag:`, not an integer"),
      ("p.deliver(to: \"home\", at: \"home\")", nil),
      ("p.mark(with: \"a\")", nil), ("p.mark(with: 3)", "takes `@autoclosure () -> String`"),
      ("p.insure(for: 3)", nil), ("p.insure(for: \"all\")", nil),
      ("p.insure(for: true)", "not a Boolean"), ("p.sortInto(box: 3, at: Tariff.self)", nil),
      ("p.weigh(...)", nil), ("p.weigh(/* the weight */ \"3\")", nil),
    ] as [(String, String?)])
  func `an argument of a method has the type of its parameter`(code: String, message: String?) {
    expectFinding(in: "let p = Parcel(content: c)\n" + code, message)
  }

  private func expectFinding(in code: String, _ message: String?) {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n```swift\n\(code)\n```\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, isIgnored: { _ in false }, repository: KnownRepository())
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Post/Post.swift", module: "Post", Self.source)])
    let found = CheckedPage(
      page, project: ProjectModel(code: code, traces: []), templates: TemplateSource(texts: [:]),
      context: context
    ).findings()
    #expect(found.allSatisfy { $0.severity == .warning }, "\(found)")
    #expect(found.count == (message == nil ? 0 : 1), "\(found.map(\.summary))")
    if let message { #expect(found.first?.summary.contains(message) == true, "\(found)") }
  }
}
