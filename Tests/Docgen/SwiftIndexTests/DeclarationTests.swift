import Diagnostics
import SwiftIndex
import Testing

@Suite("Declarations")
struct DeclarationTests {
  @Test func `every kind of type is read with its qualified name, in source order`() {
    let types = file(
      """
      struct A { class B { actor C {} } }
      enum D { case x }
      protocol E<F> { associatedtype F }
      typealias G = [A]
      """
    ).types
    #expect(
      types.map { "\($0.kind.rawValue) \($0.qualifiedName)" } == [
        "struct A", "class A.B", "actor A.B.C", "enum D", "protocol E", "typealias G",
      ])
    #expect(types.last?.aliased?.structure == .array(named("A")))
    #expect(types[4].genericParameters.map(\.name) == ["F"])
  }

  @Test func `generics, constraints and inheritance are kept as written and taken apart`() throws {
    let type = try #require(
      file(
        """
        final class Box<T: Hashable, each U, let n: Int>: Base<T>, @unchecked Sendable, ~Copyable,
          P & Q where T: Codable, T.ID == String {}
        """
      ).types.first)
    #expect(type.genericParameters.map(\.name) == ["T", "U", "n"])
    #expect(type.genericParameters.map(\.kind) == [.type, .pack, .value])
    #expect(type.genericParameters[0].constraint?.text == "Hashable")
    #expect(type.inheritance.map(\.name) == ["Base", "Sendable", "Copyable", "P & Q"])
    #expect(type.inheritance.map(\.isUnchecked) == [false, true, false, false])
    #expect(type.inheritance.map(\.isSuppressed) == [false, false, true, false])
    #expect(type.requirements.map(\.text) == ["T: Codable", "T.ID == String"])
    #expect(type.requirements.map(\.relation) == [.conforms, .equals])
    #expect(type.modifiers == ["final"])
  }

  @Test func `a method is read with labels, names, types, defaults, effects and isolation`() throws
  {
    let type = try #require(
      file(
        """
        actor A {
          @MainActor static func send(_ value: inout [Int], for name: String = "x", to: Int...)
            async throws(SyncError) -> Result? where Self: B { }
          nonisolated mutating func plain() rethrows {}
          nonisolated(unsafe) func other() throws {}
          @concurrent func run(_: @escaping @Sendable () async throws -> Void) async {}
          static func == (left: A, right: A) -> Bool { true }
        }
        """
      ).types.first)
    let send = try #require(type.method(named: "send").only)
    #expect(send.fullName == "send(_:for:to:)")
    #expect(send.isStatic)
    #expect(send.isolation == .globalActor("MainActor"))
    let signature = try #require(send.signature)
    #expect(signature.parameters.map(\.label) == [nil, "for", "to"])
    #expect(signature.parameters.map(\.name) == ["value", "name", "to"])
    #expect(signature.parameters.map(\.type?.text) == ["inout [Int]", "String", "Int"])
    #expect(signature.parameters.map(\.defaultValue) == [nil, "\"x\"", nil])
    #expect(signature.parameters.map(\.isVariadic) == [false, false, true])
    #expect(signature.isAsync)
    #expect(signature.throwing == .typed(named("SyncError")))
    #expect(signature.result?.structure == .optional(named("Result")))
    #expect(
      send.headline
        == "static func send(_ value: inout [Int], for name: String = \"x\", to: Int...) "
        + "async throws(SyncError) -> Result? where Self: B")
    #expect(type.method(named: "plain").only?.isolation == .nonisolated)
    #expect(type.method(named: "plain").only?.signature?.throwing == .rethrows)
    #expect(type.method(named: "other").only?.isolation == .nonisolatedDetail("unsafe"))
    #expect(type.method(named: "run(_:)").only?.isolation == .concurrent)
    #expect(type.method(named: "==").only?.isOperator == true)
    #expect(type.method(named: "sent") == .unknown(nearest: "send"))
  }

  @Test func `initialisers, subscripts, deinitialisers and associated types are members`() throws {
    let type = try #require(
      file(
        """
        protocol P {
          associatedtype Item: Hashable, Sendable = Int where Item: B
          init?(url: URL) throws
          subscript(index: Int, for key: String = "") -> Item { get set }
          var name: String { get async throws }
          func f()
        }
        """
      ).types.first)
    #expect(type.protocolRequirements.map(\.name) == ["Item", "init", "subscript", "name", "f"])
    guard case .associatedType(let item) = type.members[0].kind else {
      Issue.record("not an associated type")
      return
    }
    #expect(item.inheritance.map(\.name) == ["Hashable", "Sendable"])
    #expect(item.defaultType?.text == "Int")
    #expect(type.members[1].signature?.failability == "?")
    #expect(type.members[1].fullName == "init(url:)")
    #expect(type.members[2].fullName == "subscript(_:for:)")
    guard case .subscript(_, let accessors) = type.members[2].kind else {
      Issue.record("not a subscript")
      return
    }
    #expect(accessors.map(\.name) == ["get", "set"])
    guard case .requirement(let name)? = type.members[3].property?.storage else {
      Issue.record("not a requirement")
      return
    }
    #expect(name.map(\.name) == ["get"] && name[0].isAsync && name[0].throwing == .any)
  }

  @Test func `properties are distinguished: stored, computed, observed, lazy, weak`() throws {
    let type = try #require(
      file(
        """
        class A {
          let a = 5 * 60, b: Int
          private(set) var c: String { didSet {} }
          var d: Int { 3 }
          var e: Int { get { 3 } set {} }
          weak var f: A?
          unowned(unsafe) let g: A
          lazy var h = A()
          static let (i, j) = (1, 2)
          var k, l: Double
        }
        """
      ).types.first)
    let properties = type.properties
    #expect(properties.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"])
    #expect(type.storedProperties.map(\.name).joined() == "abcfghijkl")
    let a = try #require(properties[0].property)
    #expect(a.isLet && a.initialValue == "5 * 60" && a.value?.literal == .integer(300))
    #expect(a.type == nil)
    let c = try #require(properties[2].property)
    #expect(c.setterAccess == .private && c.observers.map(\.name) == ["didSet"])
    guard case .computed(let e)? = properties[4].property?.storage else {
      Issue.record("not computed")
      return
    }
    #expect(e.map(\.name) == ["get", "set"])
    #expect(properties[5].property?.ownership == .weak)
    #expect(properties[6].property?.ownership == .unowned)
    #expect(properties[7].property?.isLazy == true)
    #expect(properties[10].property?.type?.text == "Double")
    #expect(properties[10].headline == "var k: Double")
    #expect(properties[8].isStatic)
  }

  @Test func `enum cases are read with associated and raw values`() throws {
    let types = file(
      """
      public enum State: Equatable {
        /// Nothing to do.
        case idle, syncing(synced: Int, total: Int = 0)
        indirect case wrapped(_ inner: State, Error?)
      }
      enum Code: Int { case a = 3, `default` = -1 }
      """
    ).types
    let state = types[0]
    #expect(state.cases.map(\.name) == ["idle", "syncing", "wrapped"])
    #expect(state.cases.map(\.access) == [.public, .public, .public])
    let syncing = try #require(state.cases[1].enumCase)
    #expect(syncing.associatedValues.map(\.label) == ["synced", "total"])
    #expect(syncing.associatedValues.map(\.type.text) == ["Int", "Int"])
    #expect(state.cases[1].headline == "case syncing(synced: Int, total: Int = 0)")
    #expect(state.cases[1].documentation?.summary == "Nothing to do.")
    #expect(state.cases[2].enumCase?.isIndirect == true)
    #expect(state.cases[2].enumCase?.associatedValues.map(\.label) == [nil, nil])
    #expect(types[1].cases.map(\.name) == ["a", "default"])
    #expect(types[1].cases.map { $0.enumCase?.rawValue?.literal } == [.integer(3), .integer(-1)])
  }

  @Test func `access is written, or follows from the context`() throws {
    let types = file(
      """
      public struct A {
        var a = 1
        public var b = 1
        private struct B { public var c = 1; var d = 1; private var e = 1 }
      }
      public protocol P { var f: Int { get } }
      package enum E { case g }
      """
    ).types
    let access = Dictionary(
      uniqueKeysWithValues: types.flatMap(\.members).map { ($0.name, $0.access) })
    #expect(
      access == [
        "a": .internal, "b": .public, "c": .fileprivate, "d": .fileprivate, "e": .private,
        "f": .public, "g": .package,
      ])
    #expect(types.map(\.access) == [.public, .private, .public, .package])
  }

  @Test func `places are those of the declaration and of its name, in lines and bytes`() throws {
    let source = MarkedSource(
      """
      // ä
      /* é */ ①@available(*, deprecated) public struct ②Äpfel③ {
          ④func ⑤f() {}⑥ // behind
      }⑦
      """)
    let type = try #require(file(source.text).types.first)
    #expect(type.location.range?.start == source.position("①"))
    #expect(type.location.range?.end == source.position("⑦"))
    #expect(type.nameLocation.range?.start == source.position("②"))
    #expect(type.nameLocation.range?.end == source.position("③"))
    let method = try #require(type.members.first)
    #expect(method.location.range?.start == source.position("④"))
    #expect(method.nameLocation.range?.start == source.position("⑤"))
    #expect(method.location.range?.end == source.position("⑥"))
    #expect(type.attributes.map(\.name) == ["available"])
    #expect(type.attributes.first?.arguments == "*, deprecated")
    #expect(type.headline == "public struct Äpfel")
  }
}

func named(_ name: String, _ arguments: TypeReference...) -> TypeReference {
  let list = arguments.map(\.text).joined(separator: ", ")
  return TypeReference(
    text: arguments.isEmpty ? name : "\(name)<\(list)>",
    structure: .named(name, arguments: arguments))
}
