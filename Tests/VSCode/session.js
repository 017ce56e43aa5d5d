"use strict";

/**
 * Loads the extension with the API of `vscode.js`, and uses it in a project as a user does:
 *
 *     node session.js DOCGEN FOLDER MERMAID
 *
 * FOLDER is a copy of Tests/ExamplePackage with a state machine; MERMAID is Mermaid's script. Ends with
 * 1 at the first step that has another result than expected.
 */

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const extensionFolder = path.resolve(__dirname, "../../Sources/Docgen/Editors/vscode");
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  request === "vscode" ? path.join(__dirname, "vscode.js") : resolve(request, ...rest);
const vscode = require("vscode");
const extension = require(extensionFolder);

const { editor, Position, Range } = vscode;
const [program, folder, mermaid] = process.argv.slice(2);
const file = (name) => path.join(folder, name);
const codes = (document) => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code).sort();

/** Waits for a condition that findings or messages fulfil. */
function until(what, isTrue) {
  return new Promise((done, fail) => {
    const start = Date.now();
    const timer = setInterval(() => {
      try {
        if (isTrue()) {
          clearInterval(timer);
          done();
        } else if (Date.now() - start > 60_000) {
          throw new Error(`${what} never came\n${editor.lines.join("\n")}`);
        }
      } catch (error) {
        clearInterval(timer);
        fail(error);
      }
    }, 5);
  });
}

/** The first place of a text in a document. */
function place(document, text, offset = 0) {
  const start = document.text.indexOf(text);
  assert.ok(start >= 0, `no \`${text}\``);
  return document.positionAt(start + offset);
}

async function actions(document, text) {
  const start = place(document, text);
  const { provider } = editor.providers.actions;
  return provider.provideCodeActions(document, new Range(start, start), { diagnostics: [] });
}

async function lenses(document) {
  return editor.providers.lenses.provider.provideCodeLenses(document);
}

/** Carries an action out as the editor does: the edit, then the command. */
async function carryOut(found, title) {
  const action = found.find((one) => one.title.startsWith(title));
  assert.ok(action, `no action \`${title}\`: ${found.map((one) => one.title)}`);
  if (action.edit) await vscode.workspace.applyEdit(action.edit);
  if (action.command) await vscode.commands.executeCommand(action.command.command, ...action.command.arguments);
}

async function run({ title, command, arguments: words }) {
  assert.ok(command, `\`${title}\` is only text`);
  await vscode.commands.executeCommand(command, ...words);
}

async function findingsAndFixes(door) {
  await until("the project", () => editor.found.has(door.uri.toString()));
  assert.deepEqual(codes(door), []);
  editor.replace(door, ">90<", ">80<");
  await until("stale-value", () => codes(door).includes("stale-value"));
  const [finding] = vscode.languages.getDiagnostics(door.uri);
  assert.equal(finding.severity, 0);
  assert.equal(door.text.slice(door.offsetAt(finding.range.start), door.offsetAt(finding.range.end)), "80");
  assert.match(finding.relatedInformation[0].location.uri.fsPath, /Door\.swift$/);
  await carryOut(await actions(door, "80"), "Write 90");
  await until("no finding", () => codes(door).length === 0);
  assert.ok(door.text.includes(">90<"));
}

async function knowledge(door) {
  const { hover, definition, completion } = editor.providers;
  const inside = place(door, "Door.open()", 6);
  const found = await hover.provider.provideHover(door, inside);
  assert.match(found.contents[0].value, /mutating func open\(\)/);
  assert.equal(found.contents[0].isTrusted, false);
  const [target] = await definition.provider.provideDefinition(door, inside);
  assert.match(target.uri.fsPath, /Sources\/Door\/Door\.swift$/);
  editor.replace(door, "opens it to", "opens `Door.` to");
  assert.ok(completion.rest.includes("."));
  const list = await completion.provider.provideCompletionItems(door, place(door, "`Door.` to", 6));
  const item = list.items.find(({ label }) => label.startsWith("close"));
  assert.ok(item, `${list.items.map(({ label }) => label)}`);
  // A method is 1 in the editor and 2 in the protocol.
  assert.equal(item.kind, 1);
  editor.replace(door, "opens `Door.` to", "opens it to");
}

async function verdicts(door) {
  const [lens, ...others] = await lenses(door);
  assert.deepEqual([lens.command.title, others.length], ["agrees · regenerate", 0]);
  await run(lens.command);
  assert.deepEqual(editor.messages.splice(0), ["Information: docgen: the region is up to date"]);
  const source = fs.readFileSync(file("Sources/Door/Door.swift"), "utf8");
  editor.write(file("Sources/Door/Door.swift"), source.replace("  /// Closes it.", "  public func knock() {}\n  /// Closes it."));
  await until("stale-region", () => codes(door).includes("stale-region"));
  const [stale] = await lenses(door);
  assert.equal(stale.command.title, "stale-region · regenerate");
  await run(stale.command);
  assert.ok(door.text.includes("        +knock()\n"), door.text);
  await until("no finding", () => codes(door).length === 0);
  editor.replace(door, "        +knock()\n", "        +ring()\n");
  await until("hand-edited-region", () => codes(door).includes("hand-edited-region"));
  assert.equal((await lenses(door))[0].command.command, "", "an edit by hand is not overwritten");
  editor.replace(door, "        +ring()\n", "        +knock()\n");
  await until("no finding", () => codes(door).length === 0);
}

async function markers(door) {
  const diagram = "\n```mermaid\nclassDiagram\n    class Door\n    class DoorMachine\n```\n";
  const end = door.positionAt(door.text.length);
  editor.change(door, [{ range: new Range(end, end), text: diagram }]);
  const last = (await lenses(door)).at(-1);
  assert.equal(last.command.title, "unchecked · insert verify marker");
  await run(last.command);
  assert.ok(door.text.includes("\n<!-- docgen:verify class-diagram partial=yes -->\n```mermaid\n"), door.text);
  assert.equal((await lenses(door)).at(-1).command.title, "agrees");
}

async function machine() {
  const page = editor.open(file("docs/machine.md"));
  await until("transition-label", () => codes(page).includes("transition-label"));
  const titles = (await lenses(page)).map(({ command }) => command.title);
  assert.deepEqual(titles, [
    "agrees · 1 of 2 transitions observed · regenerate", "transition-label · 1 of 2 transitions observed",
  ]);
  await carryOut(await actions(page, "open --> closed: pulled"), "Write a scenario for `open --> closed`");
  const test = vscode.window.activeTextEditor.document;
  assert.match(test.uri.fsPath, /Tests\/DoorTests\/OpenClosedPulledTests\.swift$/);
  assert.match(test.text, /@Test\(\.recorded\("open-closed-pulled"\)\) func `open goes to closed on pulled`/);
  assert.match(test.text, /TraceRecorder\.current\.transition\(&machine, \.pulled\)/);
  return page;
}

async function previews(page) {
  await vscode.window.showTextDocument(page);
  await vscode.commands.executeCommand("docgen.preview");
  const [panel] = editor.panels;
  await until("the preview", () => panel.webview.html !== "");
  const { html } = panel.webview;
  assert.equal((html.match(/<pre class="mermaid">/g) ?? []).length, 2);
  const data = JSON.parse(/docgenDrift\.run\((.*)\);/.exec(html)[1]);
  assert.deepEqual(data.map(({ block, words, code }) => [block, words, code]), [
    [1, ["kicked"], "transition-label"], [1, ["open", "closed", "pulled"], "unobserved-transition"],
  ]);
  panel.receiving.fire({ line: 3 });
  await until("the line", () => vscode.window.activeTextEditor.selection?.start.line === 3);
  editor.settings.set("docgen.mermaid", "/nowhere/mermaid.js");
  editor.save(page);
  await until("a list", () => panel.webview.html.includes("/nowhere/mermaid.js"));
  assert.ok(panel.webview.html.includes("transition-label"));
}

async function commandsOfPages(door) {
  await vscode.window.showTextDocument(door);
  editor.replace(door, ">90<", ">80<");
  await until("stale-value", () => codes(door).includes("stale-value"));
  await vscode.commands.executeCommand("docgen.fixAll");
  assert.ok(door.text.includes(">90<"));
  await vscode.commands.executeCommand("docgen.fixAll");
  assert.deepEqual(editor.messages.splice(0), ["Information: docgen: there are no safe fixes"]);
  editor.replace(door, "docgen:begin class-diagram types=Door", "docgen:begin class-diagram types=DoorMachine");
  await vscode.commands.executeCommand("docgen.generate");
  assert.ok(door.text.includes("class DoorMachine {"), door.text);
}

async function lives(door) {
  const runs = () => editor.lines.filter((line) => / runs$/.test(line)).length;
  const before = runs();
  // A preview may still run `docgen render`.
  const children = fs.readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  const servers = children.filter((one) => fs.readFileSync(`/proc/${one}/cmdline`, "utf8").includes("\0lsp\0"));
  assert.equal(servers.length, 1);
  process.kill(Number(servers[0]), "SIGKILL");
  await until("a new server", () => runs() === before + 1);
  editor.replace(door, ">90<", ">70<");
  await until("its findings", () => codes(door).includes("stale-value"));
  editor.set("docgen.path", "/nowhere/docgen");
  await until("a message", () => editor.messages.some((text) => text.includes("/nowhere/docgen")));
  assert.deepEqual(Object.keys(editor.providers), []);
  editor.set("docgen.trace", "messages");
  editor.set("docgen.path", program);
  await until("its findings", () => codes(door).includes("stale-value"));
  assert.ok(editor.lines.includes("-> initialize") && editor.lines.includes("<- textDocument/publishDiagnostics"));
}

async function main() {
  const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, "package.json"), "utf8"));
  for (const [name, { default: value }] of Object.entries(manifest.contributes.configuration.properties)) {
    editor.settings.set(name, value);
  }
  editor.settings.set("docgen.path", program);
  editor.settings.set("docgen.mermaid", mermaid);
  vscode.workspace.workspaceFolders = [{ uri: vscode.Uri.file(folder), name: "door" }];
  const door = editor.open(file("docs/door.md"));
  await extension.activate({ subscriptions: [] });
  for (const { command } of manifest.contributes.commands) assert.ok(editor.commands.has(command), command);
  const steps = [findingsAndFixes, knowledge, verdicts, markers];
  for (const step of steps) await step(door);
  await previews(await machine());
  for (const step of [commandsOfPages, lives]) await step(door);
  await extension.deactivate();
  assert.deepEqual(Object.keys(editor.providers), []);
  console.log(`docgen ${manifest.version} for VS Code: findings, fixes, hover, definition, completion, lenses, `
    + "markers, scenarios, previews, restarts");
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
