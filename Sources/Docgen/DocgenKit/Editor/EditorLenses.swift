import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Models
import Rules

/// The verdict of each region and diagram of a page, which editors show above it.
///
///     agrees · 14 of 15 transitions observed · regenerate
///     <!-- docgen:begin state-diagram machine=SyncState -->
struct EditorLenses {
  let checked: CheckedEditorPage
  let actions: PageActions
  let encoding: PositionEncoding
  private let errors: RegionErrors

  private var page: Page { checked.shown.page }
  private var model: ProjectModel { checked.shown.project.model }

  init(_ actions: PageActions) {
    self.actions = actions
    checked = actions.checked
    encoding = checked.shown.encoding
    errors = checked.checked.regionErrors(among: checked.findings)
  }

  /// `textDocument/codeLens`
  var json: JSON {
    let flows = Coverage.flows(of: checked.checked, model)
    let regions = checked.checked.regions.filter { $0.region.kind != .value }
    return .array(
      regions.map { region in
        let line = region.region.opening.range.start.line
        return lens(region, flow: flows.first { $0.line == line })
      } + page.looseFences.compactMap(lens))
  }

  /// A lens without a command is text.
  private func lens(
    at range: SourceRange, _ parts: [String], command: String = "", arguments: [JSON] = []
  ) -> JSON {
    [
      "range": page.source.editorRange(of: range, encoding).json,
      "command": [
        "title": .text(parts.joined(separator: " · ")), "command": .text(command),
        "arguments": arguments.isEmpty ? nil : .array(arguments),
      ],
    ]
  }

  // MARK: - Regions

  private func lens(_ region: CheckedRegion, flow: Coverage.Flow?) -> JSON {
    let rules = Set(errors.errors(in: region).map(\.rule.rawValue))
    let agreement = checked.checked.agreement(of: region)
    var parts = [rules.isEmpty ? agreement : rules.sorted().joined(separator: ", ")]
    if let machine = RegionList.machine(of: region.region, model), machine.model.isRecorded,
      !machine.model.edges.isEmpty
    {
      let count = machine.model.edges.count
      parts.append("\(machine.taken) of \(count.counted("transition")) observed")
    }
    if let flow, !flow.branches.isEmpty {
      let count = flow.branches.count.counted("branch", many: "branches")
      parts.append("\(flow.taken) of \(count) taken")
    }
    let range = region.region.opening.range
    let isEdited = rules.contains(HandEditedRegion.id.rawValue)
    guard region.region.kind == .generated, !isEdited else { return lens(at: range, parts) }
    return lens(
      at: range, parts + ["regenerate"], command: PageActions.regenerating,
      arguments: [["uri": .text(checked.shown.uri), "line": .integer(range.start.line - 1)]])
  }

  // MARK: - Diagrams without a marker

  private func lens(_ fence: Fence) -> JSON? {
    guard let action = actions.verifying(fence) else { return nil }
    return lens(
      at: fence.range, ["unchecked", "insert verify marker"], command: PageActions.applying,
      arguments: action.arguments(on: checked.shown, actions.client))
  }
}

extension EditorSession {
  /// Regenerates the region whose marker is at a line, by an edit that the client applies.
  ///
  /// Throws `invalidParams` for missing arguments, and `contentModified` if no region begins at the
  /// line, for example because the text changed after the lens was shown.
  func regenerate(_ params: JSONNode?) async throws(RPCError) {
    guard let uri = params?["uri"]?.textValue, let line = params?["line"]?.integerValue else {
      throw RPCError(.invalidParams, "the command takes an object with `uri` and `line`")
    }
    guard let checked = await checkedPage(uri),
      let region = checked.checked.regions.first(where: {
        $0.region.opening.range.start.line == line + 1
      })
    else { throw RPCError(.contentModified, "no region begins at line \(line + 1) of \(uri)") }
    let actions = PageActions(checked: checked, places: places(of: checked.shown), client: client)
    guard let action = actions.regeneration(of: region) else {
      connection.send(
        .notification(
          "window/showMessage", ["type": 3, "message": "docgen: the region is up to date"]))
      return
    }
    ask("workspace/applyEdit", ["edit": action.edit(on: checked.shown, client)])
  }
}
