"use strict";

/**
 * The part of VS Code's extension API that the extension uses, without a window. What the extension
 * does wrong fails here as it would in the editor: unknown commands, edits outside of a document,
 * ranges of numbers that are none.
 *
 * `editor` is for tests: it opens and changes documents, and shows what the extension registered.
 */

const fs = require("node:fs");
const path = require("node:path");
const url = require("node:url");

class Position {
  constructor(line, character) {
    if (!Number.isInteger(line) || !Number.isInteger(character) || line < 0 || character < 0) {
      throw new Error(`not a position: ${line}, ${character}`);
    }
    Object.assign(this, { line, character });
  }

  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

class Range {
  constructor(start, end) {
    if (!(start instanceof Position) || !(end instanceof Position) || end.isBefore(start)) {
      throw new Error("not a range");
    }
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    const parsed = new URL(text);
    this.scheme = parsed.protocol.slice(0, -1);
    this.fsPath = this.scheme === "file" ? url.fileURLToPath(parsed) : parsed.pathname;
  }

  static parse(text) { return new Uri(text); }
  static file(file) { return new Uri(url.pathToFileURL(file).href); }
  toString() { return url.pathToFileURL(this.fsPath).href; }
}

class Disposable {
  constructor(dispose) { this.dispose = dispose; }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return new Disposable(() => this.listeners.delete(listener));
    };
  }

  fire(value) { for (const listener of [...this.listeners]) listener(value); }
  dispose() { this.listeners.clear(); }
}

/** A class whose constructor stores its arguments under these names. */
function plain(...names) {
  return class {
    constructor(...words) { names.forEach((name, index) => { this[name] = words[index]; }); }
  };
}

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
}
CodeActionKind.Empty = new CodeActionKind("");

class WorkspaceEdit {
  constructor() { this.changes = []; }
  replace(uri, range, text) {
    if (!(range instanceof Range)) throw new Error("not a range");
    this.changes.push({ uri, range, text });
  }
  createFile(uri, options) { this.changes.push({ uri, creates: true, options }); }
}

/** An open document, as text with LF line endings. */
class TextDocument {
  constructor(uri, text) {
    Object.assign(this, { uri, text, version: 1 });
    this.languageId = { ".md": "markdown", ".swift": "swift", ".mmd": "mermaid" }[path.extname(uri.fsPath)];
  }

  getText() { return this.text; }
  get lines() { return this.text.split("\n"); }
  get lineCount() { return this.lines.length; }
  lineAt(number) {
    const text = this.lines[number];
    return { text, range: new Range(new Position(number, 0), new Position(number, text.length)) };
  }
  offsetAt({ line, character }) {
    const { lines } = this;
    if (line > lines.length || (line === lines.length ? character > 0 : character > lines[line].length)) {
      throw new Error(`${line}:${character} is outside of ${this.uri.fsPath}`);
    }
    return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
}

const events = Object.fromEntries(
  ["open", "change", "save", "close", "folders", "settings", "diagnostics"].map((name) => [name, new EventEmitter()]));
const settings = new Map();
const found = new Map();
const providers = {};
const handlers = new Map();
const watchers = new Set();
const documents = [];
const messages = [];
const panels = [];
const lines = [];

function registering(name) {
  return (selector, provider, ...rest) => {
    if (providers[name]) throw new Error(`two providers of ${name}`);
    providers[name] = { selector, provider, rest };
    return new Disposable(() => { delete providers[name]; });
  };
}

/** A glob of a watcher as a regular expression: a star, two of them, alternatives in braces. */
function pattern(glob) {
  const text = glob.replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*|\{|\}|,/g, (part) => ({ "**/": "(?:.*/)?", "*": "[^/]*", "{": "(?:", "}": ")", ",": "|" })[part]);
  return new RegExp(`(?:^|/)${text}$`);
}

const window = {
  activeTextEditor: undefined,
  createOutputChannel: () => ({
    append: (text) => lines.push(text), appendLine: (text) => lines.push(text), show() {}, dispose() {},
  }),
  async showTextDocument(target, options = {}) {
    const uri = target.uri ?? target;
    const document = documents.find((one) => one.uri.toString() === uri.toString())
      ?? editor.open(uri.fsPath);
    window.activeTextEditor = { document, selection: options.selection };
    return window.activeTextEditor;
  },
  createWebviewPanel(type, title, column, options) {
    const closing = new EventEmitter();
    const receiving = new EventEmitter();
    const panel = {
      type, title, column, options, webview: { html: "", onDidReceiveMessage: receiving.event }, receiving,
      onDidDispose: closing.event, reveal() {}, dispose: () => closing.fire(),
    };
    panels.push(panel);
    return panel;
  },
};
for (const kind of ["Error", "Warning", "Information"]) {
  window[`show${kind}Message`] = async (text) => { messages.push(`${kind}: ${text}`); };
}

const workspace = {
  workspaceFolders: [],
  textDocuments: documents,
  getConfiguration: (section) => ({ get: (name) => settings.get(`${section}.${name}`) }),
  onDidOpenTextDocument: events.open.event,
  onDidChangeTextDocument: events.change.event,
  onDidSaveTextDocument: events.save.event,
  onDidCloseTextDocument: events.close.event,
  onDidChangeWorkspaceFolders: events.folders.event,
  onDidChangeConfiguration: events.settings.event,
  createFileSystemWatcher(glob) {
    const emitters = [1, 2, 3].map(() => new EventEmitter());
    const watcher = {
      matches: pattern(glob), emitters, onDidCreate: emitters[0].event, onDidChange: emitters[1].event,
      onDidDelete: emitters[2].event, dispose: () => watchers.delete(watcher),
    };
    watchers.add(watcher);
    return watcher;
  },
  async applyEdit(edit) {
    const byFile = new Map();
    for (const change of edit.changes) {
      if (change.creates) {
        fs.mkdirSync(path.dirname(change.uri.fsPath), { recursive: true });
        if (!fs.existsSync(change.uri.fsPath)) fs.writeFileSync(change.uri.fsPath, "");
        editor.open(change.uri.fsPath);
      } else {
        const key = change.uri.fsPath;
        byFile.set(key, [...(byFile.get(key) ?? []), change]);
      }
    }
    for (const [file, changes] of byFile) {
      const document = documents.find((one) => one.uri.fsPath === file) ?? editor.open(file);
      editor.change(document, changes);
    }
    return true;
  },
};

const languages = {
  createDiagnosticCollection: () => ({
    set(uri, list) {
      found.set(uri.toString(), list);
      events.diagnostics.fire({ uris: [uri] });
    },
    clear() { found.clear(); },
    dispose() {},
  }),
  getDiagnostics: (uri) => found.get(uri.toString()) ?? [],
  onDidChangeDiagnostics: events.diagnostics.event,
  registerHoverProvider: registering("hover"),
  registerDefinitionProvider: registering("definition"),
  registerCompletionItemProvider: registering("completion"),
  registerCodeActionsProvider: registering("actions"),
  registerCodeLensProvider: registering("lenses"),
};

const commands = {
  registerCommand(name, handler) {
    if (handlers.has(name)) throw new Error(`two commands ${name}`);
    handlers.set(name, handler);
    return new Disposable(() => handlers.delete(name));
  },
  async executeCommand(name, ...words) {
    if (name === "setContext" || name.startsWith("workbench.")) return undefined;
    if (!handlers.has(name)) throw new Error(`no command ${name}`);
    return handlers.get(name)(...words);
  },
};

/** What a user does, and sees. */
const editor = {
  settings, found, providers, messages, panels, lines, commands: handlers,

  open(file) {
    const document = new TextDocument(Uri.file(file), fs.readFileSync(file, "utf8"));
    documents.push(document);
    events.open.fire(document);
    return document;
  },

  /** Applies changes that do not overlap, the last one first. */
  change(document, changes) {
    const sorted = [...changes].sort((one, other) => document.offsetAt(other.range.start) - document.offsetAt(one.range.start));
    for (const { range, text } of sorted) {
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      document.text = document.text.slice(0, start) + text + document.text.slice(end);
    }
    document.version += 1;
    events.change.fire({ document, contentChanges: sorted });
  },

  /** Replaces the only occurrence of a text. */
  replace(document, old, text) {
    const start = document.text.indexOf(old);
    if (start < 0 || document.text.indexOf(old, start + 1) >= 0) throw new Error(`\`${old}\` is not there once`);
    const range = new Range(document.positionAt(start), document.positionAt(start + old.length));
    editor.change(document, [{ range, text }]);
  },

  save(document) {
    fs.writeFileSync(document.uri.fsPath, document.text);
    events.save.fire(document);
    editor.report(document.uri.fsPath, 1);
  },

  /** Another program has written a file. */
  write(file, text) {
    fs.writeFileSync(file, text);
    editor.report(file, 1);
  },

  report(file, kind) {
    for (const { matches, emitters } of watchers) if (matches.test(file)) emitters[kind].fire(Uri.file(file));
  },

  set(name, value) {
    settings.set(name, value);
    events.settings.fire({ affectsConfiguration: (section) => section === name });
  },

  onDiagnostics: events.diagnostics.event,
};

module.exports = {
  version: "1.82.0",
  env: { appName: "a test" },
  Position, Range, Uri, Disposable, EventEmitter, CodeActionKind, WorkspaceEdit,
  Diagnostic: plain("range", "message", "severity"),
  DiagnosticRelatedInformation: plain("location", "message"),
  Location: plain("uri", "range"),
  Hover: plain("contents", "range"),
  MarkdownString: plain("value"),
  SnippetString: plain("value"),
  CompletionItem: plain("label", "kind"),
  CompletionList: plain("items", "isIncomplete"),
  CodeAction: plain("title", "kind"),
  CodeLens: plain("range", "command"),
  ViewColumn: { One: 1, Beside: -2 },
  window, workspace, languages, commands, editor,
};
