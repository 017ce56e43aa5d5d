"use strict";

/** The extension's entry: starts the server, and registers the commands that need no server. */

const vscode = require("vscode");
const { Previews } = require("./preview");
const { Server } = require("./server");

let server;

async function activate(context) {
  const output = vscode.window.createOutputChannel("docgen");
  server = new Server(output);
  const previews = new Previews(server, output);
  const page = () => vscode.window.activeTextEditor?.document;
  const carryOut = async (kind, nothing) => {
    const document = page();
    if (document && !(await server.carryOut(document, kind))) {
      vscode.window.showInformationMessage(nothing);
    }
  };
  context.subscriptions.push(
    output, server.diagnostics, server.lenses, previews,
    vscode.commands.registerCommand("docgen.restart", () => server.restart()),
    vscode.commands.registerCommand("docgen.output", () => output.show()),
    vscode.commands.registerCommand("docgen.preview", () => page() && previews.show(page())),
    vscode.commands.registerCommand("docgen.generate", () =>
      carryOut("source.docgen.generate", "docgen: all regions are up to date")),
    vscode.commands.registerCommand("docgen.fixAll", () =>
      carryOut("source.fixAll.docgen", "docgen: there are no safe fixes")),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("docgen.path")) return server.restart();
      return undefined;
    }));
  await server.start();
}

function deactivate() {
  return server?.stop();
}

module.exports = { activate, deactivate };
