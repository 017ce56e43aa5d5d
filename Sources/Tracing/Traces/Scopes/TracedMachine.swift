/// A state machine whose transitions are recorded by reflection.
///
///     extension DownloadMachine: TracedMachine {
///       mutating func apply(_ event: Event) { handle(event) }
///     }
///
/// Only the names of cases are needed, so states and events need no other conformance.
public protocol TracedMachine {
  /// The states; usually an enum.
  associatedtype State
  /// The events; usually an enum.
  associatedtype Event
  /// The effects for its owner: `Void`, an enum, or a collection.
  associatedtype Output

  /// The name that documents use for the machine; by default that of the type.
  static var machineName: String { get }
  /// The current state.
  var state: State { get }
  /// The condition that chooses the transition for an event, in words; `nil` if there is only one.
  func condition(for event: Event) -> String?
  /// Takes one transition.
  mutating func apply(_ event: Event) -> Output
}

extension TracedMachine {
  /// The name of the type.
  public static var machineName: String { String(describing: Self.self) }
  /// No condition.
  public func condition(for event: Event) -> String? { nil }
}

extension TraceRecorder {
  /// Applies an event to a machine, and records the transition.
  ///
  /// An event that changes nothing and asks for nothing is not recorded.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - event: the event.
  ///   - file: the file of the call.
  ///   - line: the line of the call.
  /// - Returns: what the machine returns.
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
