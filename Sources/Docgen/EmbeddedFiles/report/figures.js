// The frames of diagrams, and the details of an element.
// MARK: Figures

const ofDiagram = (diagram) => [...diagram.elements, ...(diagram.undrawn || [])];

function verdictCounts(elements) {
  const counts = {};
  for (const element of elements) {
    const verdict = verdictOf(element);
    counts[verdict] = (counts[verdict] || 0) + 1;
  }
  return counts;
}

function chips(elements) {
  const counts = verdictCounts(elements);
  return make("span", { class: "chips" }, Object.keys(verdicts).filter((name) => counts[name])
    .map((name) => make("span", { class: "chip v-" + name, title: verdicts[name].words },
      make("span", { "aria-hidden": "true" }, verdicts[name].sign), " " + counts[name],
      make("span", { class: "offscreen" }, " " + verdicts[name].words))));
}

const basisWords = { verified: "verified", generated: "generated", unmarked: "not marked" };

function decorateFigure(figure) {
  const diagram = model.diagrams[Number(figure.dataset.diagram)];
  const source = figure.querySelector("pre");
  diagram.text ??= source.textContent;
  const canvas = make("div", { class: "canvas" });
  const head = make("figcaption", null,
    make("span", { class: "kind" },
      `${diagram.kind || "diagram"} · ${diagram.title || basisWords[diagram.basis]}`),
    chips(ofDiagram(diagram)));
  const text = make("details", { class: "source" },
    make("summary", null, "Mermaid text"), source);
  if (!drawer) text.open = true;
  const tools = make("span", { class: "tools" });
  head.append(tools);
  figure.append(head, canvas, text);
  if (diagram.replays && drawer) {
    tools.append(button("Replay", () => openReplay(figure, diagram), { class: "replay-open" }));
  }
  const list = diagram.side ? null : verdictList(figure, diagram);
  if (list) text.before(list);
  if (diagram.findings) {
    const attributes = { class: "diagram-findings", open: diagram.findings.length < 4 };
    figure.append(make("details", attributes,
      make("summary", null, count(diagram.findings.length, "finding")),
      cards(diagram.findings)));
  }
  if (drawer) seen.observe(figure);
}

// The elements that do not agree, as a list: also for those that the picture does not show.
function verdictList(figure, diagram) {
  const rows = ofDiagram(diagram).map((element, index) => ({ element, index }))
    .filter(({ element }) => !isFine(verdictOf(element)));
  if (!rows.length) return null;
  const items = rows.slice(0, 500).map(({ element, index }) => {
    const verdict = verdictOf(element);
    const open = () => {
      const picture = pictures.get(Number(figure.dataset.diagram));
      const mark = picture && picture.marks[index];
      if (mark) mark.target.focus();
      else inspect({ diagram, number: Number(figure.dataset.diagram) }, index);
    };
    return make("li", { class: "v-" + verdict },
      make("span", { class: "sign", "aria-hidden": "true" }, verdicts[verdict].sign),
      make("span", null, button(element.title, open, { class: "plain name" }), " ",
        make("span", { class: "soft" }, verdicts[verdict].words)));
  });
  return make("details", { class: "verdicts", open: rows.length <= 12 },
    make("summary", null, count(rows.length, "element") + " to look at"),
    make("ul", null, items));
}

const decorated = new Set();

function decorate(page) {
  if (decorated.has(page)) return;
  decorated.add(page);
  const article = articles[page];
  followDocumentLinks(article, page);
  article.querySelectorAll("table").forEach((table) => {
    const box = make("div", { class: "scroll", tabindex: "0", role: "region",
      "aria-label": "Table" });
    table.before(box);
    box.append(table);
  });
  article.querySelectorAll("article.page > pre").forEach((pre) =>
    pre.setAttribute("tabindex", "0"));
  const figures = [...article.querySelectorAll("figure.diagram")];
  figures.forEach(decorateFigure);
  placeFindings(article, model.pages[page]);
  // For printing and searching; long documents draw only the visible part.
  if (figures.length <= 30 && "requestIdleCallback" in window) {
    requestIdleCallback(() => figures.forEach(requestPicture));
  }
}

// MARK: Inspector

const inspector = document.getElementById("inspector");
let inspectorOrigin = null;

function factColumns(element, diagram) {
  if (isDiff) return "";
  return make("div", { class: "columns" }, documentedColumn(element, diagram),
    element.declared ? column("Declared", facts(element.declared)) : column("Declared"),
    observedColumn(element));
}

function column(title, ...children) {
  return make("div", { class: "column" }, make("h3", null, title),
    children.flat().length ? children : make("p", { class: "soft" }, "nothing"));
}

const facts = (evidence) => make("ul", null, evidence.map((entry) =>
  make("li", null, prose(entry.text), entry.text && entry.at ? " " : "",
    entry.at ? place(entry.at) : "")));

function documentedColumn(element, diagram) {
  if (element.line == null) return column("Documented");
  const at = [diagram.at[0], element.line];
  return column("Documented", make("p", null, make("code", null, element.title)),
    make("p", null, place(at)));
}

function observedColumn(element) {
  if (element.count == null) {
    return column("Observed", make("p", { class: "soft" }, "not recorded"));
  }
  if (!element.count) return column("Observed", make("p", null, "never"));
  return column("Observed", make("p", null, count(element.count, "time")),
    element.first ? make("p", null, "first at ", place(element.first)) : "");
}

function inspect(picture, index) {
  const { diagram } = picture;
  const element = ofDiagram(diagram)[index];
  if (inspector.dataset.shown === picture.number + "/" + index && !inspector.hidden) return;
  inspector.dataset.shown = picture.number + "/" + index;
  const verdict = verdictOf(element);
  const parts = [
    make("header", null,
      make("h2", { tabindex: "-1" }, make("span", { class: "soft" }, element.kind), " ",
        make("code", null, element.title)),
      button("Close", closeInspector, { class: "close" })),
    make("p", { class: "verdict v-" + (isFine(verdict) ? "agrees" : verdict) },
      verdicts[verdict].sign + " " + verdicts[verdict].words),
    factColumns(element, diagram),
  ];
  if (element.notes) parts.push(make("ul", { class: "notes" }, element.notes.map((note) =>
    make("li", null, prose(note)))));
  if (element.scenarios) parts.push(scenarioList(element.scenarios));
  if (element.fix) parts.push(fixBox(element.fix, element.line == null ? "add" : "fix"));
  for (const number of element.findings || []) parts.push(card(number, "div"));
  inspector.replaceChildren(...parts);
  inspector.hidden = false;
  root.classList.add("inspecting");
}

function scenarioList(scenarios) {
  const shown = scenarios.slice(0, 12)
    .map((number) => make("li", null, model.scenarios[number]));
  const rest = scenarios.length - shown.length;
  if (rest > 0) shown.push(make("li", { class: "soft" }, `and ${rest} more`));
  return make("div", null, make("h3", null, count(scenarios.length, "scenario")),
    make("ul", { class: "scenarios" }, shown));
}

function enterInspector(from) {
  inspectorOrigin = from;
  inspector.querySelector("h2")?.focus();
}

function closeInspector() {
  if (inspector.hidden) return;
  inspector.hidden = true;
  delete inspector.dataset.shown;
  root.classList.remove("inspecting");
  // The focus shows the element again.
  if (inspectorOrigin?.isConnected) inspectorOrigin.focus({ preventScroll: true });
  inspector.hidden = true;
  root.classList.remove("inspecting");
  inspectorOrigin = null;
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeInspector();
});
