import Markdown
import Models
import Rules
import Templates
import Testing
import Traces

/// The effects of the keys of a generated state diagram.
@Suite struct StateRegionTests {
  private func diagram(_ keys: String, _ model: ProjectModel = Door.model()) -> String? {
    let text = "<!-- docgen:begin state-diagram machine=Door \(keys) -->\n<!-- docgen:end -->\n"
    let page = CheckedPage(
      Page(path: "a.md", bytes: Array(text.utf8)), project: model,
      templates: TemplateSource(texts: [:]))
    guard case .generated(let content)? = page.regions.first?.outcome else { return nil }
    return content
  }

  @Test func `notes show the values and meaning of states`() throws {
    let plain = try #require(diagram(""))
    #expect(!plain.contains("note"))
    let noted = try #require(diagram("notes=yes"))
    #expect(noted.contains("angle: Int"), "\(noted)")
    #expect(noted.contains("Nobody gets in."), "\(noted)")
  }

  @Test func `unobserved transitions are drawn, marked or left out`() throws {
    let drawn = try #require(diagram(""))
    #expect(drawn.contains("closed --> locked: keyTurned\n"))
    let marked = try #require(diagram("unobserved=mark"))
    #expect(marked.contains("closed --> locked: keyTurned (not observed)\n"), "\(marked)")
    #expect(marked.contains("closed --> open: pushed\n"))
    let hidden = try #require(diagram("unobserved=hide"))
    #expect(!hidden.contains("locked"), "\(hidden)")
  }

  @Test func `states are drawn within composite ones`() throws {
    let grouped = try #require(diagram("groups=\"shut=closed locked\""))
    #expect(grouped.contains("state shut {"), "\(grouped)")
    #expect(diagram("groups=\"shut=closed lokced\"") == nil)
  }

  @Test func `the arrows of chosen states come first`() throws {
    func arrows(_ keys: String) throws -> [String] {
      try #require(diagram(keys)).split(separator: "\n").filter { $0.contains("-->") }
        .map { $0.prefix { $0 != ":" }.split(separator: " ").joined() }
    }
    #expect(
      try arrows("order=\"locked open\"") == [
        "[*]-->closed", "locked-->closed", "open-->closed", "closed-->locked", "closed-->open",
      ])
    #expect(try arrows("").sorted() == arrows("order=open").sorted())
    #expect(diagram("order=lokced") == nil)
  }

  @Test func `states with dots in their names are drawn within composite ones`() throws {
    var trace = Door.visit()
    trace.machines[0].states[1].name = "moving.open"
    trace.machines[0].states[2].name = "moving.fast.locked"
    let names = ["open": "moving.open", "locked": "moving.fast.locked"]
    for index in trace.machines[0].edges.indices {
      let edge = trace.machines[0].edges[index]
      trace.machines[0].edges[index].from = names[edge.from] ?? edge.from
      trace.machines[0].edges[index].to = names[edge.to] ?? edge.to
    }
    trace.machines[0].edges.append(
      DeclaredEdge(from: "moving.open", event: "keyTurned", to: "moving.fast.locked"))
    let content = try #require(diagram("loops=no", Door.model(trace: trace)))
    #expect(
      content.contains(
        """
            state moving {
                state "fast" as moving.fast {
                    moving.fast.locked: locked
                }
                moving.open: open(angle)
                moving.open --> moving.fast.locked: keyTurned
            }
        """), "\(content)")
    #expect(content.contains("    closed --> moving.open: pushed\n"))
  }

  /// Mermaid refuses the diagram otherwise.
  @Test func `a nested composite is flattened if arrows lead into it and out of it`() throws {
    var trace = Door.visit()
    trace.machines[0].states = ["closed", "moving.open", "moving.fast.in", "moving.fast.out"]
      .map { DeclaredState($0) }
    trace.machines[0].edges = [
      DeclaredEdge(from: "closed", event: "pushed", to: "moving.open"),
      DeclaredEdge(from: "moving.open", event: "pushed", to: "moving.fast.in"),
    ]
    let nested = try #require(diagram("", Door.model(trace: trace)))
    #expect(nested.contains("state \"fast\" as moving.fast {"), "\(nested)")
    trace.machines[0].edges.append(
      DeclaredEdge(from: "moving.fast.out", event: "pulled", to: "moving.open"))
    let flat = try #require(diagram("", Door.model(trace: trace)))
    #expect(flat.contains("        moving.fast.in: fast.in\n"), "\(flat)")
    #expect(!flat.contains("moving.fast {"), "\(flat)")
    #expect(flat.contains("        moving.fast.out --> moving.open: pulled\n"), "\(flat)")
  }

  @Test func `an undeclared machine is labeled below its diagram`() throws {
    var trace = Door.visit()
    trace.machines = []
    let content = try #require(diagram("", Door.model(trace: trace)))
    #expect(content.contains("Known only from recorded runs"))
    #expect(!(try #require(diagram(""))).contains("Known only"))
  }
}
