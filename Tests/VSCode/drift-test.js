"use strict";

/** Colors the drift in a page of jsdom as in a preview, before and after its diagrams are drawn. */

const assert = require("node:assert/strict");
const path = require("node:path");
const { JSDOM } = require("jsdom");
const drift = require(path.resolve(__dirname, "../../Sources/Docgen/Editors/vscode/drift.js"));

const { document } = new JSDOM(`<html><body><main><h1>A</h1>
<pre class="mermaid">stateDiagram-v2</pre><pre class="mermaid">classDiagram</pre></main></body></html>`).window;
const found = [
  { line: 7, block: 0, words: ["pushed<br/>[by hand]"], severity: "error", message: "wrong", code: "transition-label" },
  { line: 9, block: 1, words: ["Cache"], severity: "note", message: "unknown", code: "unknown-type" },
  { line: 1, block: -1, words: [], severity: "warning", message: "<b>", code: "unknown-symbol" },
];
const sent = [];
drift.run(found, document, (message) => sent.push(message));
const [state, classes] = document.querySelectorAll("pre.mermaid");
assert.equal(document.querySelectorAll(".docgen-drift").length, 0);
const items = [...document.querySelectorAll(".docgen-findings li")].map((item) => item.textContent);
assert.deepEqual(items, [
  "2: warning: <b> [unknown-symbol]", "8: error: wrong [transition-label]", "10: note: unknown [unknown-type]",
]);
document.querySelector("li.error").click();
assert.deepEqual(sent, [{ line: 7 }]);

// Mermaid draws labels as text or as HTML in the drawing.
state.innerHTML = `<svg><g><text><tspan>closed</tspan></text><foreignObject><div><span class="edgeLabel"><p>pushed<br>[by hand]</p></span></div></foreignObject></g></svg>`;
classes.innerHTML = "<svg><text>Cache</text></svg>";
document.documentElement.dataset.state = "drawn";
setTimeout(() => {
  const colored = [...document.querySelectorAll(".docgen-drift")];
  assert.deepEqual(colored.map(({ tagName, textContent }) => [tagName, textContent]), [["P", "pushed[by hand]"]]);
  assert.equal(colored[0].getAttribute("title"), "wrong");
  assert.deepEqual([state, classes].map((block) => block.classList.contains("docgen-block")), [true, false]);
  console.log("drift is colored");
}, 0);
