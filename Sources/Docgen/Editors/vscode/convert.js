"use strict";

/** Converts values of the Language Server Protocol into those of VS Code, and back. */

const vscode = require("vscode");

const toPosition = ({ line, character }) => new vscode.Position(line, character);
const toRange = ({ start, end }) => new vscode.Range(toPosition(start), toPosition(end));
const fromPosition = ({ line, character }) => ({ line, character });
const fromRange = ({ start, end }) => ({ start: fromPosition(start), end: fromPosition(end) });

/** The parameters of a request about a position. */
function place(document, position) {
  return { textDocument: { uri: document.uri.toString() }, position: fromPosition(position) };
}

/** Severities of the protocol are counted from 1, those of VS Code from 0. */
function toDiagnostic(found) {
  const diagnostic = new vscode.Diagnostic(toRange(found.range), found.message, found.severity - 1);
  diagnostic.source = found.source;
  diagnostic.code = found.code;
  diagnostic.tags = found.tags;
  diagnostic.relatedInformation = found.relatedInformation?.map(
    ({ location, message }) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range)), message));
  return diagnostic;
}

function fromDiagnostic(diagnostic) {
  return {
    range: fromRange(diagnostic.range), message: diagnostic.message, code: diagnostic.code,
    severity: diagnostic.severity + 1, source: diagnostic.source,
  };
}

function toMarkdown(contents) {
  const text = new vscode.MarkdownString(typeof contents === "string" ? contents : contents.value);
  // Documents of a project are not trusted: their text must not run commands.
  text.isTrusted = false;
  return text;
}

function toHover(found) {
  return found && new vscode.Hover(
    [toMarkdown(found.contents)], found.range && toRange(found.range));
}

function toLocations(found) {
  return (found ?? []).map((one) => new vscode.Location(vscode.Uri.parse(one.uri), toRange(one.range)));
}

function toCompletionItem(item) {
  // Kinds of the protocol are counted from 1, those of VS Code from 0.
  const result = new vscode.CompletionItem(item.label, item.kind === undefined ? undefined : item.kind - 1);
  const { range, newText } = item.textEdit;
  result.range = toRange(range);
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  result.detail = item.detail;
  result.documentation = item.documentation && toMarkdown(item.documentation);
  result.sortText = item.sortText;
  result.filterText = item.filterText;
  return result;
}

/** A list of items, or an array of them. */
function toCompletionList(found) {
  const items = Array.isArray(found) ? found : found?.items ?? [];
  return new vscode.CompletionList(items.map(toCompletionItem), found?.isIncomplete === true);
}

function toCommand(command) {
  return command && { title: command.title, command: command.command, arguments: command.arguments };
}

function toLens({ range, command }) {
  return new vscode.CodeLens(toRange(range), toCommand(command));
}

/** A code action, or a plain command. */
function toAction(found) {
  if (typeof found.command === "string") return toCommand(found);
  const kind = found.kind && vscode.CodeActionKind.Empty.append(found.kind);
  const action = new vscode.CodeAction(found.title, kind);
  action.diagnostics = found.diagnostics?.map(toDiagnostic);
  action.isPreferred = found.isPreferred;
  action.edit = found.edit && toWorkspaceEdit(found.edit);
  action.command = toCommand(found.command);
  return action;
}

/** Throws an error if the edit was made for another version of an open document. */
function toWorkspaceEdit(found) {
  const edit = new vscode.WorkspaceEdit();
  for (const change of found.documentChanges ?? []) {
    const uri = vscode.Uri.parse(change.uri ?? change.textDocument.uri);
    if (change.kind === "create") {
      edit.createFile(uri, change.options);
    } else {
      const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
      const version = change.textDocument.version;
      if (open && typeof version === "number" && open.version !== version) {
        throw new Error("the document has changed since; try again");
      }
      for (const { range, newText } of change.edits) edit.replace(uri, toRange(range), newText);
    }
  }
  for (const [uri, edits] of Object.entries(found.changes ?? {})) {
    for (const { range, newText } of edits) edit.replace(vscode.Uri.parse(uri), toRange(range), newText);
  }
  return edit;
}

module.exports = {
  fromDiagnostic, fromRange, place, toAction, toCompletionList, toDiagnostic, toHover, toLens, toLocations,
  toRange, toWorkspaceEdit,
};
