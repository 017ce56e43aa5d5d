import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Rules
import Templates
import Traces

/// The requests that a session answers while it runs.
enum EditorRequest: String, CaseIterable {
  case hover = "textDocument/hover"
  case definition = "textDocument/definition"
  case completion = "textDocument/completion"
  case codeAction = "textDocument/codeAction"
  case codeLens = "textDocument/codeLens"
  case executeCommand = "workspace/executeCommand"
  case diagnostic = "textDocument/diagnostic"
  case workspaceDiagnostic = "workspace/diagnostic"
}

extension EditorSession {
  /// Throws `RPCError` for missing or wrong parameters. A document that is not part of a project
  /// gives `null` or an empty list, not an error: editors would show it to the user for each file.
  func result(of request: EditorRequest, _ params: JSONNode) async throws(RPCError) -> JSON {
    switch request {
    case .hover: return try await hover(params)
    case .definition: return try await definition(params)
    case .completion:
      let (uri, position) = (try Self.uri(params), try Self.position(params))
      guard let shown = await page(uri) else { return .null }
      return await completion(shown, position)
    case .codeAction: return try await actions(params)
    case .codeLens: return try await lenses(params)
    case .executeCommand: return try await execute(params)
    case .diagnostic: return try await report(params)
    case .workspaceDiagnostic: return await reports(params)
    }
  }

  private func hover(_ params: JSONNode) async throws(RPCError) -> JSON {
    guard let (checked, found) = try await knowledge(params) else { return .null }
    let hover = EditorHover(places(of: checked.shown), isMarkdown: client.hasMarkdownHover)
    return hover.json(found, in: checked.shown)
  }

  private func definition(_ params: JSONNode) async throws(RPCError) -> JSON {
    guard let (checked, found) = try await knowledge(params) else { return .null }
    let places = places(of: checked.shown)
    guard client.hasDefinitionLinks, let range = found.range else {
      return .array(found.targets.map(places.json))
    }
    let origin = checked.shown.page.source.editorRange(of: range, client.encoding).json
    return .array(
      found.targets.map { target in
        let range = places.range(target).json
        return [
          "originSelectionRange": origin, "targetUri": .text(places.uri(of: target.file)),
          "targetRange": range, "targetSelectionRange": range,
        ]
      })
  }

  private func lenses(_ params: JSONNode) async throws(RPCError) -> JSON {
    guard let checked = await checkedPage(try Self.uri(params)) else { return .null }
    return EditorLenses(
      PageActions(checked: checked, places: places(of: checked.shown), client: client)
    ).json
  }

  private func actions(_ params: JSONNode) async throws(RPCError) -> JSON {
    guard let range = EditorRange(params["range"]) else {
      throw RPCError(.invalidParams, "`range` is missing or not a range")
    }
    guard let checked = await checkedPage(try Self.uri(params)) else { return [] }
    let actions = PageActions(checked: checked, places: places(of: checked.shown), client: client)
    return actions.json(
      for: checked.shown.page.source.range(of: range, client.encoding),
      only: params["context", "only"].map { $0.elements.compactMap(\.textValue) })
  }

  /// Asks the client to apply an action that it received as a command.
  private func execute(_ params: JSONNode) async throws(RPCError) -> JSON {
    var arguments = (params["arguments"]?.elements ?? [])[...]
    switch params["command"]?.textValue {
    case PageActions.applying:
      guard let edit = arguments.popFirst() else {
        throw RPCError(.invalidParams, "the command takes an edit")
      }
      ask("workspace/applyEdit", ["edit": JSON(edit)])
    case PageActions.showing: break
    case PageActions.regenerating:
      try await regenerate(arguments.first)
      return .null
    default: throw RPCError(.invalidParams, "docgen has no such command")
    }
    if let place = arguments.first { ask("window/showDocument", JSON(place)) }
    return .null
  }

  /// The facts about the place in a request.
  private func knowledge(
    _ params: JSONNode
  ) async throws(RPCError) -> (CheckedEditorPage, HoverInfo)? {
    let (uri, position) = (try Self.uri(params), try Self.position(params))
    guard let checked = await checkedPage(uri) else { return nil }
    let place = checked.shown.page.source.position(of: position, client.encoding)
    let templates = checked.shown.project.templates
    let files = templates.names.compactMap { name in
      templates.file(name).map { (name, $0.path) }
    }
    let found = checked.checked.knowledge(
      at: place, templates: Dictionary(files) { first, _ in first })
    return found.map { (checked, $0) }
  }

  /// The document of a request.
  static func uri(_ params: JSONNode) throws(RPCError) -> String {
    guard let uri = params["textDocument", "uri"]?.textValue else {
      throw RPCError(.invalidParams, "`textDocument.uri` is missing")
    }
    return uri
  }

  static func position(_ params: JSONNode) throws(RPCError) -> EditorPosition {
    guard let position = EditorPosition(params["position"]) else {
      throw RPCError(.invalidParams, "`position` is missing or not a position")
    }
    return position
  }
}
