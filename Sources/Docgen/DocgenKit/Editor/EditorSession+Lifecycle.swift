import DocgenLSP
import JSON
import Traces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The start of a session, and its end with the editor.
extension EditorSession {
  /// Answers `initialize` with the capabilities of this server for this client.
  func initialize(_ params: JSONNode) -> JSON {
    client = ClientCapabilities(params)
    for folder in client.folders { names.add(folder: folder) }
    let pull: JSON = [
      "identifier": "docgen", "interFileDependencies": true, "workspaceDiagnostics": true,
    ]
    let capabilities: JSON = [
      "positionEncoding": .text(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "hoverProvider": true, "definitionProvider": true,
      "completionProvider": ["triggerCharacters": ["`", ".", ":", "=", "\"", "<", "/"]],
      "codeActionProvider": [
        "codeActionKinds": .array(PageActions.kinds.map { .text($0) })
      ],
      "executeCommandProvider": [
        "commands": [
          .text(PageActions.applying), .text(PageActions.showing),
          .text(PageActions.regenerating),
        ]
      ],
      "codeLensProvider": ["resolveProvider": false],
      "diagnosticProvider": client.pullsDiagnostics ? pull : nil,
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "docgen", "version": .text(Program.version)],
    ]
  }

  /// The client is ready: looks for projects in its folders, and starts watching files.
  func begin() {
    if client.watchesFiles { ask("client/registerCapability", Self.watchers) }
    if let process = client.process { endWithout(process) }
    for folder in client.folders {
      if let file = configuration(above: folder) { read(file) }
    }
  }

  /// All files that a project is read from.
  private static let watchers: JSON = [
    "registrations": [
      [
        "id": "docgen-files", "method": "workspace/didChangeWatchedFiles",
        "registerOptions": [
          "watchers": [
            ["globPattern": "**/*.{md,markdown,swift,jsonl,json,mustache}"],
            ["globPattern": "**/{.docgen.json,.docgen-baseline.json}"],
          ]
        ],
      ]
    ]
  ]

  /// Ends this process after the editor's: the editor may exit without a message while another
  /// process still holds the other end of the stream.
  private func endWithout(_ process: Int32) {
    guard process > 0 else { return }
    Task.detached {
      while kill(process, 0) == 0 || errno != ESRCH {
        try? await Task.sleep(for: .seconds(2))
      }
      exit(1)
    }
  }
}
