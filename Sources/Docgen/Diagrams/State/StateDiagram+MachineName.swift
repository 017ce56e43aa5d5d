package import Mermaid

extension StateDiagram {
  /// The machine's name for a documented state: `working.pulling` for `pulling` in `working`, or
  /// for a state with that label.
  package func machineName(of documented: String, among known: Set<String>) -> String {
    DrawnStates(of: self, DrawnStateSteps(of: self), known: known).state(documented)
  }
}
