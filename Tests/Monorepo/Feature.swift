import Basics

/// One part of the generated repository: its types and the document about them.
package struct Feature: Sendable {
  package let number: Int
  let files: Int
  let linesOfFile: Int
  /// The numbers of the diagrams in its document.
  let diagrams: Range<Int>
  package let name: String
  package let packageName: String
  let machine: FeatureMachine

  init(number: Int, files: Int, linesOfFile: Int, diagrams: Range<Int>) {
    self.number = number
    self.files = files
    self.linesOfFile = linesOfFile
    self.diagrams = diagrams
    name = Self.name(number, Self.starts)
    packageName = Self.package(number / GeneratedRepository.featuresOfPackage)
    machine = FeatureMachine(number)
  }

  private static let starts = [
    "Be", "Ca", "Du", "Fo", "Gi", "He", "Ju", "Li", "Mo", "Na", "Pe", "Ro", "Su", "Vi",
  ]
  private static let middles = [
    "la", "ne", "rio", "sto", "vu", "mar", "den", "kil", "por", "tes", "zan", "win",
  ]
  private static let ends = [
    "ra", "no", "ti", "lex", "mo", "den", "via", "sil", "ko", "rum", "ta", "bel",
  ]

  /// An invented word for a number; different numbers have different words.
  private static func name(_ number: Int, _ starts: [String]) -> String {
    let (rest, start) = number.quotientAndRemainder(dividingBy: starts.count)
    let (rounds, middle) = rest.quotientAndRemainder(dividingBy: middles.count)
    let suffix = rounds < ends.count ? "" : String(rounds / ends.count)
    return starts[start] + middles[middle] + ends[rounds % ends.count] + suffix
  }

  private static func package(_ number: Int) -> String { name(number, ["Ax", "Ox", "Ix", "Ux"]) }

  var folder: String { "Packages/\(packageName)/Sources/\(packageName)/\(name)" }
  package var documentPath: String { "docs/\(packageName)/\(name).md" }

  /// The package that this one imports, if it is not the first.
  var importedPackage: String? {
    let own = number / GeneratedRepository.featuresOfPackage
    return own == 0 ? nil : Self.package(own - 1)
  }

  /// The values of the feature's constants.
  var limit: Int { 10 + number % 90 }
  var retries: Int { 2 + number % 7 }

  var manifest: String {
    let path = importedPackage.map { "\n    .package(path: \"../\($0)\")," } ?? ""
    let dependency = importedPackage.map { "\"\($0)\"" } ?? ""
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "\(packageName)",
        products: [.library(name: "\(packageName)", targets: ["\(packageName)"])],
        dependencies: [\(path)
        ],
        targets: [.target(name: "\(packageName)", dependencies: [\(dependency)])]
      )

      """
  }
}

/// The state machine of a feature: every state is reached.
struct FeatureMachine: Sendable {
  struct Transition: Hashable, Sendable {
    var from: String
    var event: String
    var to: String
  }

  private static let stateNames = [
    "idle", "loading", "ready", "paused", "stopped", "failed", "retrying", "closed",
  ]
  private static let eventNames = [
    "started", "itemsReceived", "pauseRequested", "timedOut", "connectionLost", "resumed",
    "cleared",
    "closeRequested",
  ]

  let states: [String]
  let events: [String]
  private(set) var transitions: [Transition] = []

  init(_ number: Int) {
    var random = SplitMix64(part: number)
    states = Array(Self.stateNames.prefix(3 + random.below(Self.stateNames.count - 2)))
    events = Array(Self.eventNames.prefix(states.count))
    for (index, state) in states.enumerated().dropFirst() {
      transitions.append(
        Transition(from: states[random.below(index)], event: events[index - 1], to: state))
    }
    for _ in states {
      let from = random.element(states)
      let new = Transition(from: from, event: random.element(events), to: random.element(states))
      let isKnown = transitions.contains { $0.from == from && $0.event == new.event }
      if !isKnown && new.to != from { transitions.append(new) }
    }
  }
}

extension SplitMix64 {
  /// The random numbers of the part of the repository with these numbers.
  init(part numbers: Int...) {
    self.init(numbers.reduce(1) { $0 &* 1_000_003 &+ UInt64($1) })
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func element(_ list: [String]) -> String { list[below(list.count)] }
}
