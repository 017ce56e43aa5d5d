package import Mermaid

extension StateDiagram {
  /// The name that a machine with these states has for a documented one: `working.pulling` for
  /// `pulling` in `working`, or for a state with that label.
  package func machineName(of documented: String, among known: Set<String>) -> String {
    DrawnStates(of: self, DrawnStateSteps(of: self), known: known).state(documented)
  }
}
