"use strict";

/** Pages as `docgen render` draws them, with the drift of each diagram colored, next to the editor. */

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

/** Colors the drift in the page of a preview. */
const coloring = fs.readFileSync(path.join(__dirname, "drift.js"), "utf8");

const style = `
  .docgen-findings { list-style: none; margin: 8px 0 16px; padding: 0 }
  .docgen-findings li { border-left: 4px solid; cursor: pointer; margin: 4px 0; padding: 2px 8px;
    white-space: pre-wrap }
  .docgen-findings .error { border-color: #d1242f }
  .docgen-findings .warning { border-color: #bf8700 }
  .docgen-findings .note { border-color: #0969da }
  pre.docgen-block { outline: 2px solid #d1242f; outline-offset: 4px }
  .docgen-drift { fill: #d1242f !important; color: #d1242f !important; font-weight: bold }
`;

const severities = ["error", "warning", "note", "note"];

/** The first and last line of each Mermaid block of a page, counted from 0. */
function blocks(text) {
  const found = [];
  let open;
  text.split(/\r?\n/).forEach((line, number) => {
    const fence = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*([^\s`]*)/.exec(line);
    if (!fence) return;
    const [, characters, language] = fence;
    if (!open) {
      open = { characters, isMermaid: language.toLowerCase() === "mermaid", first: number };
    } else if (language === "" && characters.startsWith(open.characters)) {
      if (open.isMermaid) found.push({ first: open.first, last: number });
      open = undefined;
    }
  });
  return found;
}

/** An arrow or relation with its heads, of any kind of diagram: `-->`, `->>+`, `<|..`, `--o`. */
const arrow = new RegExp(
  "\\s*(?:(?:(?<=\\s)[ox]|[<|*]{1,2})?(?:-{2,3}|\\.{2}|={2,3}|-(?=>|\\)|x\\s))"
    + "(?:>{1,2}|\\|>|\\*|\\)|[ox](?=\\s))?[+-]?|:|;|\\n)\\s*");

/** The names and labels in a part of a diagram: `a --> b: c` has `a`, `b` and `c`. */
function words(text) {
  return text.split(arrow).map((word) => word.trim()).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The findings of a page in the form that `drift.js` takes. */
function findings(text, diagnostics) {
  const lines = text.split(/\r?\n/);
  const diagrams = blocks(text);
  return diagnostics.map(({ range, message, severity, code }) => {
    const { start, end } = range;
    const block = diagrams.findIndex(({ first, last }) => first < start.line && start.line < last);
    const line = lines[start.line] ?? "";
    const marked = line.slice(start.character, end.line === start.line ? end.character : undefined);
    return {
      line: start.line, block, words: block < 0 ? [] : words(marked), message, code,
      severity: severities[severity],
    };
  });
}

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A rendered page with its findings; `<` cannot end the script. */
function annotated(html, found) {
  const data = JSON.stringify(found).replaceAll("<", "\\u003c");
  const addition = `<style>${style}</style>\n<script>\n${coloring}\ndocgenDrift.run(${data});\n</script>\n`;
  const end = html.lastIndexOf("</body>");
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end);
}

/** The page if `docgen render` cannot draw it: its findings as a list. */
function listed(title, reason, found) {
  const body = `<h1>${escaped(title)}</h1>\n<p>${escaped(reason)}</p>\n<main></main>`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  return annotated(
    `<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}"></head>`
      + `<body>${body}</body></html>`, found);
}

class Previews {
  constructor(server, output) {
    this.server = server;
    this.output = output;
    this.panels = new Map();
    this.listeners = [
      vscode.workspace.onDidSaveTextDocument((document) => this.update(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map((uri) => uri.toString()));
        for (const { document } of this.panels.values()) {
          if (changed.has(document.uri.toString())) this.update(document);
        }
      }),
    ];
  }

  dispose() {
    for (const one of this.listeners) one.dispose();
    for (const { panel } of [...this.panels.values()]) panel.dispose();
  }

  async show(document) {
    const key = document.uri.toString();
    const open = this.panels.get(key);
    if (open) return open.panel.reveal();
    const panel = vscode.window.createWebviewPanel(
      "docgen.preview", `Drift of ${path.basename(document.uri.fsPath)}`, vscode.ViewColumn.Beside,
      { enableScripts: true, localResourceRoots: [] });
    this.panels.set(key, { panel, document, number: 0 });
    panel.onDidDispose(() => this.panels.delete(key));
    panel.webview.onDidReceiveMessage(({ line }) => this.reveal(document, line));
    return this.update(document);
  }

  async reveal(document, line) {
    const place = new vscode.Position(line, 0);
    await vscode.window.showTextDocument(document.uri, {
      selection: new vscode.Range(place, place), viewColumn: vscode.ViewColumn.One,
    });
  }

  /** Renders the saved page again; a later update replaces an earlier one. */
  async update(document) {
    const shown = this.panels.get(document.uri.toString());
    if (!shown) return;
    shown.number += 1;
    const { number } = shown;
    const html = await this.html(document);
    if (shown.number === number) shown.panel.webview.html = html;
  }

  async html(document) {
    const found = findings(
      document.getText(),
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "docgen"));
    const file = document.uri.fsPath;
    const mermaid = vscode.workspace.getConfiguration("docgen").get("mermaid");
    const options = mermaid ? ["--mermaid", mermaid] : [];
    try {
      const html = await this.run(
        ["render", "--format", "html", ...options, "--", file], path.dirname(file));
      return annotated(html, found);
    } catch (error) {
      this.output.appendLine(`docgen render: ${error.message}`);
      return listed(path.basename(file), error.message, found);
    }
  }

  /** The output of a docgen command; its standard error becomes the error's message. */
  run(command, folder) {
    return new Promise((resolve, reject) => {
      execFile(
        this.server.program, command, { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
        (error, output, problems) =>
          error ? reject(new Error(problems.trim() || error.message)) : resolve(output));
    });
  }
}

module.exports = { Previews, annotated, blocks, findings, listed, words };
