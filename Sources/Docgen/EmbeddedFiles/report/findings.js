// The findings at their places in documents.
// MARK: Blocks of documents

const blockMaps = new Map();

function blocks(article) {
  if (!blockMaps.has(article)) {
    const all = [...article.querySelectorAll("[data-sourcepos]")].map((node) => {
      const numbers = node.dataset.sourcepos.split(/[:-]/).map(Number);
      return { node, start: numbers[0], end: numbers[2] };
    });
    blockMaps.set(article, all);
  }
  return blockMaps.get(article);
}

// The innermost block that contains a line; otherwise the last one before it.
function blockAt(article, line) {
  let inside = null;
  let before = null;
  for (const block of blocks(article)) {
    if (block.start > line) continue;
    before = block.node;
    if (line <= block.end) inside = block.node;
  }
  return inside || before;
}

// MARK: Marks in text

// Marks one occurrence of a text within a block; false if the block does not have it.
function markText(block, finding, index) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest(".finding, .finding-group")
      ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const nodes = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  let found = -1;
  for (let turn = 0; turn <= (finding.nth || 0); turn += 1) {
    const next = text.indexOf(finding.text, found + 1);
    if (next < 0) break;
    found = next;
  }
  if (found < 0) return false;
  const end = found + finding.text.length;
  for (const { node, start } of nodes.reverse()) {
    const from = Math.max(found, start) - start;
    const to = Math.min(end, start + node.length) - start;
    if (from >= to) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const mark = make("mark", {
      class: "mark " + finding.severity, "data-finding": index, tabindex: "0",
      title: finding.summary, "aria-label": `${finding.severity}: ${finding.summary}`,
      role: "note",
    });
    range.surroundContents(mark);
  }
  return true;
}

// MARK: Cards

function evidenceList(evidence) {
  return make("ul", { class: "evidence" }, evidence.map((entry) =>
    make("li", null, make("span", { class: "kind" }, entry.kind), " ",
      entry.kind === "fix" ? commandToCopy(entry.text) : prose(entry.text),
      entry.at ? [" ", place(entry.at)] : "")));
}

const commandToCopy = (text) => [make("code", null, text), " ",
  button("Copy", (event) => copy(text, event.currentTarget), { class: "tiny" })];

function fixBox(text, title) {
  return make("div", { class: "fix" },
    make("span", { class: "kind" }, title || "fix"),
    make("pre", { tabindex: "0" }, make("code", null, text)),
    button("Copy", (event) => copy(text, event.currentTarget)));
}

function card(index, tag = "section") {
  const finding = model.findings[index];
  const box = make(tag, { class: "finding " + finding.severity, "data-card": index },
    make("p", { class: "summary" },
      make("span", { class: "severity" }, finding.severity), " ", prose(finding.summary), " ",
      make("code", { class: "rule" }, finding.rule),
      finding.owners ? make("span", { class: "soft small" }, " " + finding.owners.join(" ")) : ""));
  const details = [];
  if (finding.evidence) details.push(evidenceList(finding.evidence));
  for (const fix of finding.fixes || []) details.push(fixBox(fix.text, fix.title));
  if (finding.diff) details.push(fixBox(finding.diff, "change"));
  box.append(...details);
  return box;
}

const mostMarks = 300;
const mostCards = 20;

// Cards in portions, so that ten thousand findings do not stop the browser.
function cards(indexes, tag) {
  const group = make(tag === "li" ? "ul" : "div", { class: "finding-group" });
  let shown = 0;
  const more = button("", () => {
    const next = indexes.slice(shown, shown + mostCards);
    more.before(...next.map((index) => card(index, tag)));
    shown += next.length;
    const rest = indexes.length - shown;
    more.hidden = rest <= 0;
    more.textContent = `Show ${Math.min(rest, mostCards)} of ${count(rest, "more finding")}`;
  }, { class: "more" });
  group.append(more);
  more.click();
  return group;
}

// Puts the findings of a document at their places; those of diagrams are shown with them.
function placeFindings(article, page) {
  const inDiagrams = new Set(
    (page.diagrams || []).flatMap((number) => model.diagrams[number].findings || []));
  const groups = new Map();
  for (const index of page.findings || []) {
    if (inDiagrams.has(index)) continue;
    const finding = model.findings[index];
    const node = (finding.block && blockAt(article, finding.block)) || article;
    if (!groups.has(node)) groups.set(node, []);
    groups.get(node).push(index);
  }
  for (const [node, indexes] of groups) {
    for (const index of indexes.slice(0, mostMarks).reverse()) {
      const finding = model.findings[index];
      if (finding.text && node !== article) markText(node, finding, index);
    }
    const group = cards(indexes);
    if (node === article) node.prepend(group);
    else if (/^(LI|BLOCKQUOTE|UL|OL)$/.test(node.tagName)) node.append(group);
    else node.after(group);
  }
}
