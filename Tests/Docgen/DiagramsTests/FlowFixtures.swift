import Testing

/// A method and the diagram of its calls.
struct FlowFixture: CustomTestStringConvertible, Sendable {
  var name: String
  var source: String
  /// The statements below the participants, without indentation.
  var diagram: String

  var testDescription: String { name }
}

enum FlowFixtures {
  /// The types that the fixtures call.
  static let prelude = """
    struct Item { var id = 0, isNew = false }
    enum Mode { case push, pull(Int), none }
    enum SyncError: Error { case offline, conflict }
    final class Store {
      func save(_ item: Item) {}
      func load() throws -> [Item] { [] }
      func delete(_ item: Item) {}
      func transaction(_ work: () throws -> Void) rethrows { try work() }
    }
    actor Client {
      func get(_ id: Int) async throws -> Item { Item() }
      func post(_ item: Item) async throws {}
      func ping(completion: @escaping () -> Void) {}
    }
    protocol Sink { func drain() }

    """

  static let all: [FlowFixture] = [
    FlowFixture(
      name: "stored property",
      source: """
        final class Sync {
          let store: Store
          func run(_ item: Item) { store.save(item) }
        }
        """,
      diagram: "Sync->>Store: save(item)"),
    FlowFixture(
      name: "parameter",
      source: """
        final class Sync {
          func run(on store: Store) { store.delete(Item()) }
        }
        """,
      diagram: "Sync->>Store: delete(item)"),
    FlowFixture(
      name: "local with a written type, and one that is created",
      source: """
        final class Sync {
          func run() async throws {
            let store: Store = make()
            store.save(Item())
            let client = Client()
            try await client.post(Item())
          }
        }
        """,
      diagram: """
        Sync->>Store: save(item)
        Sync->>Client: post(item)
        """),
    FlowFixture(
      name: "result of a call",
      source: """
        final class Pool { func next() -> Client { Client() } }
        final class Sync {
          let pool = Pool()
          func run() async throws {
            let client = pool.next()
            try await client.post(Item())
          }
        }
        """,
      diagram: """
        Sync->>Pool: next()
        Sync->>Client: post(item)
        """),
    FlowFixture(
      name: "arguments before the call",
      source: """
        final class Sync {
          let client: Client, store: Store
          func run() async throws { store.save(try await client.get(1)) }
        }
        """,
      diagram: """
        Sync->>Client: get(id)
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "protocol with one implementation",
      source: """
        final class Basin: Sink {
          let store: Store
          func drain() { store.delete(Item()) }
        }
        final class Sync {
          let sink: any Sink
          func run() { sink.drain() }
        }
        """,
      diagram: """
        Sync->>+Sink: drain()
        Sink->>Store: delete(item)
        deactivate Sink
        """),
    FlowFixture(
      name: "protocol with two implementations",
      source: """
        final class Basin: Sink {
          let store: Store
          func drain() { store.delete(Item()) }
        }
        final class Bath: Sink { func drain() {} }
        final class Sync<Target: Sink> {
          let sink: Target
          func run() { sink.drain() }
        }
        """,
      diagram: "Sync->>Sink: drain()"),
    FlowFixture(
      name: "composition named by an alias",
      source: """
        protocol Pump { func fill() }
        typealias Plant = Sink & Pump
        final class Sync {
          let plant: any Plant
          func run() {
            plant.fill()
            plant.drain()
          }
        }
        """,
      diagram: """
        Sync->>Pump: fill()
        Sync->>Sink: drain()
        """),
    FlowFixture(
      name: "if and else",
      source: """
        final class Sync {
          let store: Store
          func run(_ item: Item) {
            if item.isNew { store.save(item) } else { store.delete(item) }
          }
        }
        """,
      diagram: """
        alt item.isNew
        Sync->>Store: save(item)
        else not item.isNew
        Sync->>Store: delete(item)
        end
        """),
    FlowFixture(
      name: "chain of else if",
      source: """
        final class Sync {
          let store: Store
          func run(_ item: Item, isOnline: Bool) throws {
            if isOnline { store.save(item) } else if item.isNew { store.delete(item) } else {
              _ = try store.load()
            }
          }
        }
        """,
      diagram: """
        alt isOnline
        Sync->>Store: save(item)
        else item.isNew
        Sync->>Store: delete(item)
        else otherwise
        Sync->>Store: load()
        end
        """),
    FlowFixture(
      name: "if without else, and equal branches",
      source: """
        final class Sync {
          let store: Store
          func run(_ item: Item) {
            if let old = item.old { store.delete(old) }
            if item.isNew { store.save(item) } else { store.save(item) }
          }
        }
        """,
      diagram: """
        opt old is set
        Sync->>Store: delete(item)
        end
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "guard that returns, and one that throws",
      source: """
        final class Sync {
          let store: Store
          var isOnline = true
          func run(_ item: Item?) throws {
            guard let item else { return }
            guard isOnline else {
              store.delete(item)
              throw SyncError.offline
            }
            store.save(item)
          }
        }
        """,
      diagram: """
        break no item
        Note over Sync: returns
        end
        break not isOnline
        Sync->>Store: delete(item)
        Note over Sync: throws SyncError.offline
        end
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "switch",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ mode: Mode) async throws {
            switch mode {
            case .push: try await client.post(Item())
            case .pull(let id): store.save(try await client.get(id))
            case .none: break
            }
          }
        }
        """,
      diagram: """
        alt push
        Sync->>Client: post(item)
        else pull
        Sync->>Client: get(id)
        Sync->>Store: save(item)
        end
        """),
    FlowFixture(
      name: "for and while",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ items: [Item]) async throws {
            for item in items where item.isNew { try await client.post(item) }
            while hasMore { store.save(Item()) }
            for _ in 0..<3 {}
          }
        }
        """,
      diagram: """
        loop each item in items
        Sync->>Client: post(item)
        end
        loop while hasMore
        Sync->>Store: save(item)
        end
        """),
    FlowFixture(
      name: "break and continue",
      source: """
        final class Sync {
          let store: Store
          func run(_ items: [Item]) {
            for item in items {
              if item.id < 0 { continue }
              if item.id > 9 { break }
              store.save(item)
            }
          }
        }
        """,
      diagram: """
        loop each item in items
        opt item.id >= 0
        break item.id > 9
        Note over Sync: ends the loop
        end
        Sync->>Store: save(item)
        end
        end
        """),
    FlowFixture(
      name: "do and catch",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ item: Item) async {
            do {
              try await client.post(item)
              store.delete(item)
            } catch SyncError.offline {
              store.save(item)
            } catch {}
          }
        }
        """,
      diagram: """
        Sync->>Client: post(item)
        alt succeeds
        Sync->>Store: delete(item)
        else fails: SyncError.offline
        Sync->>Store: save(item)
        end
        """),
    FlowFixture(
      name: "async let",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run() async throws {
            async let one = client.get(1)
            async let other = client.post(Item())
            store.save(try await one)
            try await other
          }
        }
        """,
      diagram: """
        par
        Sync->>Client: get(id)
        and
        Sync->>Client: post(item)
        end
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "task group",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ items: [Item]) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for item in items { group.addTask { try await self.client.post(item) } }
              try await group.waitForAll()
            }
            store.save(Item())
          }
        }
        """,
      diagram: """
        par each item in items
        Sync->>Client: post(item)
        end
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "task that goes on",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run() {
            Task { try await client.post(Item()) }
            store.save(Item())
          }
        }
        """,
      diagram: """
        par task
        Sync->>Client: post(item)
        and meanwhile
        Sync->>Store: save(item)
        end
        """),
    FlowFixture(
      name: "helpers of the type, nested",
      source: """
        final class Sync {
          let store: Store
          func run() throws { try prepare() }
          private func prepare() throws {
            guard isOnline else { return }
            try begin()
          }
          private func begin() throws { _ = try store.load() }
        }
        """,
      diagram: """
        opt isOnline
        Sync->>Store: load()
        end
        """),
    FlowFixture(
      name: "recursion",
      source: """
        final class Sync {
          let store: Store
          func run(_ depth: Int) {
            store.save(Item())
            if depth > 0 { run(depth - 1) }
          }
        }
        """,
      diagram: """
        Sync->>Store: save(item)
        opt depth > 0
        Sync->>Sync: run(depth)
        end
        """),
    FlowFixture(
      name: "closure that runs at once, and one for each element",
      source: """
        final class Sync {
          let store: Store, clients: [Client]
          func run(_ items: [Item]) {
            store.transaction { store.save(Item()) }
            items.forEach { store.delete($0) }
            clients.forEach { client in client.ping {} }
          }
        }
        """,
      diagram: """
        Sync->>+Store: transaction()
        Sync->>Store: save(item)
        deactivate Store
        loop each of items
        Sync->>Store: delete(item)
        end
        loop each of clients
        Sync->>Client: ping()
        end
        """),
    FlowFixture(
      name: "closure that may run later",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run() { client.ping { self.store.save(Item()) } }
        }
        """,
      diagram: """
        Sync->>Client: ping()
        opt ping calls back
        Sync->>Store: save(item)
        end
        """),
    FlowFixture(
      name: "optional chaining",
      source: """
        final class Session { var store: Store? }
        final class Sync {
          var session: Session?
          func run() { session?.store?.save(Item()) }
        }
        """,
      diagram: "Sync->>Store: save(item)"),
    FlowFixture(
      name: "defer",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ item: Item) async throws {
            defer { store.delete(item) }
            try await client.post(item)
          }
        }
        """,
      diagram: """
        Sync->>Client: post(item)
        Sync->>Store: delete(item)
        """),
    FlowFixture(
      name: "defer around returns on each way",
      source: """
        final class Sync {
          let store: Store, client: Client
          func run(_ item: Item) async -> Bool {
            defer { store.delete(item) }
            do {
              try await client.post(item)
              return true
            } catch {
              return false
            }
          }
        }
        """,
      diagram: """
        Sync->>Client: post(item)
        Sync->>Store: delete(item)
        """),
    FlowFixture(
      name: "extension methods, and calls within calls",
      source: """
        final class Cache {
          let store: Store
          func warm() throws { _ = try store.load() }
        }
        final class Sync { let cache: Cache }
        extension Sync {
          func run() throws {
            try cache.warm()
            finish()
          }
          private func finish() { cache.store.save(Item()) }
        }
        """,
      diagram: """
        Sync->>+Cache: warm()
        Cache->>Store: load()
        deactivate Cache
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "actors, shared values and inherited methods",
      source: """
        class Base {
          let store: Store
          func finish() { store.save(Item()) }
        }
        final class Gate { static let shared = Gate(); func open() {} }
        final class Sync: Base {
          func run() {
            Gate.shared.open()
            super.finish()
          }
        }
        """,
      diagram: """
        Sync->>Gate: open()
        Sync->>Store: save(item)
        """),
    FlowFixture(
      name: "plain values and locks are not drawn",
      source: """
        struct Clock { func now() -> Int { 0 } }
        struct API { let send: (Item) -> Void }
        final class Lock { func withLock<R>(_ work: () -> R) -> R { work() } }
        final class Sync {
          let clock: Clock, api: API, lock: Lock
          func run() {
            _ = clock.now()
            lock.withLock { api.send(Item()) }
          }
        }
        """,
      diagram: "Sync->>API: send()"),
    FlowFixture(
      name: "equal calls in a row",
      source: """
        final class Sync {
          let store: Store
          func run() {
            store.save(Item())
            store.save(Item())
            store.save(Item())
          }
        }
        """,
      diagram: """
        loop 3 times
        Sync->>Store: save(item)
        end
        """),
  ]
}
