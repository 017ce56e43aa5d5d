"use strict";

/** One `docgen lsp` for all folders of the window: its life, its documents and its requests. */

const vscode = require("vscode");
const { Connection } = require("./connection");
const convert = require("./convert");

/** The features of this editor that the server may use. */
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create"] },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
    codeLens: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: {
      relatedInformation: true, versionSupport: true, tagSupport: { valueSet: [1, 2] },
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    completion: { completionItem: { snippetSupport: true } },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
      isPreferredSupport: true,
    },
  },
  window: { showDocument: { support: true } },
};

/** Files whose unsaved text counts as if it were saved. */
const languageIds = ["markdown", "swift", "mermaid"];
/** Restarts after crashes within `crashWindow` milliseconds. */
const maxCrashes = 3;
const crashWindow = 180_000;

const isOurs = (document) => document.uri.scheme === "file" && languageIds.includes(document.languageId);

class Server {
  constructor(output) {
    this.output = output;
    this.diagnostics = vscode.languages.createDiagnosticCollection("docgen");
    this.lenses = new vscode.EventEmitter();
    this.crashes = [];
    /** What this server needs while it runs: providers, watchers, listeners. */
    this.running = [];
    this.serverVersion = undefined;
  }

  get program() {
    return vscode.workspace.getConfiguration("docgen").get("path") || "docgen";
  }

  // MARK: Life

  async start() {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const connection = new Connection(this.program, ["lsp", "--stdio"], folders[0]?.uri.fsPath, {
      onRequest: (method, params) => this.answer(method, params),
      onNotification: (method, params) => this.take(method, params),
      onEnd: (reason, code) => this.ended(connection, reason, code),
      onLog: (direction, message) => this.log(direction, message),
      onErrorText: (text) => this.output.append(text),
    });
    this.connection = connection;
    try {
      const answer = await connection.request("initialize", {
        processId: process.pid,
        clientInfo: { name: vscode.env.appName, version: vscode.version },
        rootUri: folders[0]?.uri.toString() ?? null,
        workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
        capabilities,
      });
      this.serverVersion = answer.serverInfo?.version;
      connection.notify("initialized", {});
      this.register(answer.capabilities);
      vscode.workspace.textDocuments.forEach((document) => this.opened(document));
      vscode.commands.executeCommand("setContext", "docgen.isRunning", true);
      this.output.appendLine(`docgen ${this.serverVersion} runs`);
    } catch (error) {
      if (connection === this.connection && connection.isOpen) {
        this.output.appendLine(`docgen does not start: ${error.message}`);
      }
    }
  }

  async stop() {
    const connection = this.connection;
    this.connection = undefined;
    this.rest();
    await connection?.close();
  }

  async restart() {
    this.crashes = [];
    await this.stop();
    await this.start();
  }

  /** Removes everything that belongs to a running server. */
  rest() {
    for (const one of this.running.splice(0)) one.dispose();
    this.diagnostics.clear();
    vscode.commands.executeCommand("setContext", "docgen.isRunning", false);
  }

  async ended(connection, reason, code) {
    // A server that was stopped, or replaced by a new one.
    if (connection !== this.connection) return;
    this.connection = undefined;
    this.rest();
    this.output.appendLine(`docgen has ended: ${reason}`);
    if (code === "ENOENT" || code === "EACCES") return this.reportMissing();
    const now = Date.now();
    this.crashes = this.crashes.filter((time) => now - time < crashWindow).concat(now);
    if (this.crashes.length <= maxCrashes) return this.start();
    const choice = await vscode.window.showErrorMessage(
      `docgen has ended ${this.crashes.length} times: ${reason}`, "Restart", "Show Output");
    if (choice === "Restart") await this.restart();
    if (choice === "Show Output") this.output.show();
  }

  async reportMissing() {
    const choice = await vscode.window.showErrorMessage(
      `The program \`${this.program}\` does not exist. Install docgen, or set \`docgen.path\`.`,
      "Open Settings");
    if (choice === "Open Settings") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "docgen.path");
    }
  }

  log(direction, message) {
    const level = vscode.workspace.getConfiguration("docgen").get("trace");
    if (level === "messages" || level === "verbose") {
      const text = level === "verbose" ? JSON.stringify(message) : message.method ?? `answer ${message.id}`;
      this.output.appendLine(`${direction} ${text}`);
    }
  }

  // MARK: Documents

  opened(document) {
    if (!isOurs(document)) return;
    const { languageId, version } = document;
    this.connection?.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId, version, text: document.getText() },
    });
  }

  changed({ document, contentChanges }) {
    if (!isOurs(document) || contentChanges.length === 0) return;
    this.connection?.notify("textDocument/didChange", {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.fromRange(range), text })),
    });
  }

  saved(document) {
    if (!isOurs(document)) return;
    this.connection?.notify("textDocument/didSave", { textDocument: { uri: document.uri.toString() } });
  }

  closed(document) {
    if (!isOurs(document)) return;
    this.connection?.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
  }

  // MARK: Features

  /** A request whose result is `empty` if the server cannot answer it now. */
  async ask(method, params, token, empty = null) {
    try {
      return await this.connection.request(method, params, token);
    } catch (error) {
      if (error.code !== -32800) this.output.appendLine(`${method}: ${error.message}`);
      return empty;
    }
  }

  /** Registers the features that the server offers. */
  register(offered) {
    const pages = [{ scheme: "file", language: "markdown" }];
    const add = (one) => this.running.push(one);
    const { workspace, languages } = vscode;
    add(workspace.onDidOpenTextDocument((document) => this.opened(document)));
    add(workspace.onDidChangeTextDocument((change) => this.changed(change)));
    add(workspace.onDidSaveTextDocument((document) => this.saved(document)));
    add(workspace.onDidCloseTextDocument((document) => this.closed(document)));
    add(workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const names = (folders) => folders.map(({ uri, name }) => ({ uri: uri.toString(), name }));
      this.connection?.notify("workspace/didChangeWorkspaceFolders", {
        event: { added: names(added), removed: names(removed) },
      });
    }));
    if (offered.hoverProvider) {
      add(languages.registerHoverProvider(pages, {
        provideHover: async (document, position, token) =>
          convert.toHover(await this.ask("textDocument/hover", convert.place(document, position), token)),
      }));
    }
    if (offered.definitionProvider) {
      add(languages.registerDefinitionProvider(pages, {
        provideDefinition: async (document, position, token) => convert.toLocations(
          await this.ask("textDocument/definition", convert.place(document, position), token)),
      }));
    }
    if (offered.completionProvider) {
      const provider = {
        provideCompletionItems: async (document, position, token) => convert.toCompletionList(
          await this.ask("textDocument/completion", convert.place(document, position), token)),
      };
      add(languages.registerCompletionItemProvider(
        pages, provider, ...(offered.completionProvider.triggerCharacters ?? [])));
    }
    if (offered.codeActionProvider) this.registerActions(pages, offered.codeActionProvider);
    if (offered.codeLensProvider) {
      add(languages.registerCodeLensProvider(pages, {
        onDidChangeCodeLenses: this.lenses.event,
        provideCodeLenses: async (document, token) => {
          const params = { textDocument: { uri: document.uri.toString() } };
          return (await this.ask("textDocument/codeLens", params, token, []) ?? []).map(convert.toLens);
        },
      }));
    }
    for (const command of offered.executeCommandProvider?.commands ?? []) {
      add(vscode.commands.registerCommand(command, (...words) =>
        this.ask("workspace/executeCommand", { command, arguments: words })));
    }
  }

  registerActions(pages, { codeActionKinds }) {
    const kinds = (codeActionKinds ?? []).map((kind) => vscode.CodeActionKind.Empty.append(kind));
    this.running.push(vscode.languages.registerCodeActionsProvider(pages, {
      provideCodeActions: async (document, range, { diagnostics, only }, token) =>
        this.actions(document, range, { diagnostics, only: only && [only.value] }, token),
    }, { providedCodeActionKinds: kinds }));
  }

  /** The code actions for a range. */
  async actions(document, range, { diagnostics = [], only }, token) {
    const params = {
      textDocument: { uri: document.uri.toString() }, range: convert.fromRange(range),
      context: {
        diagnostics: diagnostics.filter(({ source }) => source === "docgen").map(convert.fromDiagnostic),
        only,
      },
    };
    return (await this.ask("textDocument/codeAction", params, token, []) ?? []).map(convert.toAction);
  }

  /** Applies all actions of a kind to a page; returns whether there was one. */
  async carryOut(document, kind) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const range = new vscode.Range(new vscode.Position(0, 0), end);
    const actions = await this.actions(document, range, { only: [kind] });
    for (const { edit } of actions) if (edit) await vscode.workspace.applyEdit(edit);
    return actions.length > 0;
  }

  // MARK: Messages of the server

  take(method, params) {
    switch (method) {
      case "textDocument/publishDiagnostics":
        this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(convert.toDiagnostic));
        // The verdicts above diagrams depend on the findings.
        this.lenses.fire();
        break;
      case "window/logMessage": this.output.appendLine(params.message); break;
      case "window/showMessage": this.show(params); break;
      default: break;
    }
  }

  show({ type, message }) {
    if (type === 1) vscode.window.showErrorMessage(message);
    else if (type === 2) vscode.window.showWarningMessage(message);
    else vscode.window.showInformationMessage(message);
  }

  async answer(method, params) {
    switch (method) {
      case "workspace/applyEdit":
        return { applied: await vscode.workspace.applyEdit(convert.toWorkspaceEdit(params.edit)) };
      case "window/showDocument": {
        const selection = params.selection && convert.toRange(params.selection);
        await vscode.window.showTextDocument(
          vscode.Uri.parse(params.uri), { selection, preserveFocus: params.takeFocus !== true });
        return { success: true };
      }
      case "client/registerCapability":
        params.registrations.forEach((one) => this.watch(one));
        return null;
      case "workspace/codeLens/refresh":
        this.lenses.fire();
        return null;
      default:
        throw Object.assign(new Error(`the editor has no method \`${method}\``), { code: -32601 });
    }
  }

  /** Reports changes of files that the server reads. */
  watch({ method, registerOptions }) {
    if (method !== "workspace/didChangeWatchedFiles") return;
    for (const { globPattern } of registerOptions.watchers) {
      const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
      const report = (type) => (uri) => this.connection?.notify("workspace/didChangeWatchedFiles", {
        changes: [{ uri: uri.toString(), type }],
      });
      this.running.push(
        watcher, watcher.onDidCreate(report(1)), watcher.onDidChange(report(2)),
        watcher.onDidDelete(report(3)));
    }
  }
}

module.exports = { Server };
