/// A state machine whose transitions are recorded by reflection.
///
///     extension DownloadMachine: TracedMachine {
///       mutating func apply(_ event: Event) { handle(event) }
///     }
///
/// Only the names of cases are recorded, so states and events need no other conformance.
public protocol TracedMachine {
  /// The type of the states, usually an enum.
  associatedtype State
  /// The type of the events, usually an enum.
  associatedtype Event
  /// The type of the effects for its owner: `Void`, an enum, or a collection.
  associatedtype Output

  /// The machine's name in documents; by default the name of the type.
  static var machineName: String { get }
  /// The current state.
  var state: State { get }
  /// The condition in words that chooses the transition for an event; `nil` if there is only one.
  func condition(for event: Event) -> String?
  /// Takes one transition.
  mutating func apply(_ event: Event) -> Output
}

extension TracedMachine {
  /// The name of the type.
  public static var machineName: String { String(describing: Self.self) }
  /// `nil`, which is the default.
  public func condition(for event: Event) -> String? { nil }
}

extension TraceRecorder {
  /// Applies an event to a machine, and records the transition.
  ///
  /// An event that neither changes the machine nor returns effects is not recorded.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - event: the event.
  ///   - file: the file of the call.
  ///   - line: the line of the call.
  /// - Returns: the machine's effects.
  @discardableResult
  public func transition<Machine: TracedMachine>(
    _ machine: inout Machine, _ event: Machine.Event, file: String = #fileID, line: Int = #line
  ) -> Machine.Output {
    guard isEnabled else { return machine.apply(event) }
    let condition = machine.condition(for: event)
    let before = machine.state
    let output = machine.apply(event)
    let (from, to) = (TracedCase(before), TracedCase(machine.state))
    let effects = Self.effects(of: output)
    if from.name != to.name || String(describing: from.values) != String(describing: to.values)
      || !effects.isEmpty
    {
      transition(
        machine: Machine.machineName, from: from.name, event: TracedCase(event).name,
        condition: condition, to: to.name, values: to.values, effects: effects, file: file,
        line: line)
    }
    return output
  }
}
