// The overview, the list of findings, and the start.
// MARK: Overview

const severities = ["error", "warning", "note"];
const severityWords = { error: "error", warning: "warning", note: "hint" };

function severityCounts(indexes) {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const index of indexes) counts[model.findings[index].severity] += 1;
  return counts;
}

function severityChips(indexes) {
  const counts = severityCounts(indexes);
  const shown = severities.filter((name) => counts[name]);
  return make("span", { class: "chips" }, shown.map((name) =>
    make("span", { class: "chip " + name }, count(counts[name], severityWords[name]))));
}

function table(caption, headings, rows) {
  if (!rows.length) return null;
  return make("section", null, make("h2", null, caption),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      make("table", null,
        make("thead", null, make("tr", null, headings.map((text) =>
          make("th", { scope: "col" }, text)))),
        make("tbody", null, rows.map((cells) => make("tr", null, cells.map((cell, index) =>
          make(index ? "td" : "th", index ? null : { scope: "row" }, cell))))))));
}

const percent = (value) => (Math.floor(value * 1000) / 10).toFixed(1) + " %";

function share(taken, total) {
  if (!total) return make("span", { class: "soft" }, "nothing to take");
  return make("span", { class: "share" },
    make("span", { class: "meter", "aria-hidden": "true",
      style: `--share: ${(taken / total * 100).toFixed(1)}%` }),
    `${taken} of ${total} · ${percent(taken / total)}`);
}

function coverageRows() {
  const rows = model.machines.map((machine) =>
    ["transitions of " + machine.name, share(machine.taken, machine.total), "", ""]);
  if (model.decisions.total) {
    const { taken, total } = model.decisions;
    rows.push(["outcomes of decisions", share(taken, total), "", ""]);
  }
  for (const flow of model.flows) {
    rows.push([[flow.name + " ", place(flow.at)], share(flow.taken, flow.total),
      flow.fitness.toFixed(2), flow.precision == null ? "" : flow.precision.toFixed(2)]);
  }
  return rows;
}

function changeRows() {
  return (model.changes || []).filter((change) => change.before !== change.now)
    .map(({ name, before, now }) => {
      const difference = (now ?? 0) - (before ?? 0);
      const sign = difference < 0 ? "extra" : "missing";
      return [name, before == null ? "new" : percent(before),
        now == null ? "gone" : percent(now),
        make("span", { class: "chip v-" + sign },
          (difference < 0 ? "▼ " : "▲ ") + percent(Math.abs(difference)))];
    });
}

function trend() {
  if (!model.changes) return null;
  const rows = changeRows();
  const known = model.known
    ? make("p", null, `The baseline hides ${count(model.known, "known finding")}.`) : null;
  const headings = ["Value", "Baseline", "Now", "Change"];
  if (rows.length) return [table("Since the baseline", headings, rows), known];
  return make("section", null, make("h2", null, "Since the baseline"),
    make("p", null, "Every measured value is unchanged."), known);
}

function tiles(all) {
  const elements = model.diagrams.filter((diagram) => !diagram.side).flatMap(ofDiagram);
  const counts = verdictCounts(elements);
  const tile = (number, words, name) => make("li", { class: "tile " + (name || "") },
    make("strong", null, String(number)), make("span", null, words));
  const severity = severityCounts(all);
  const hidden = (model.counts && model.counts.hidden) || {};
  const severityTile = (name) => tile(severity[name],
    severityWords[name] + (severity[name] === 1 ? "" : "s")
      + (hidden[name] ? `, ${hidden[name]} not shown` : ""), severity[name] ? name : "");
  return make("div", { class: "tile-groups" },
    isDiff ? "" : make("div", null, make("h3", null, "Findings"), make("ul", { class: "tiles" },
      severities.map(severityTile))),
    elements.length ? make("div", null, make("h3", null, "Elements of diagrams"),
      make("ul", { class: "tiles" }, Object.entries(verdicts)
        .filter(([name]) => name !== "unchecked" || counts[name])
        .map(([name, { sign, words }]) =>
          tile(counts[name] || 0, sign + " " + words, counts[name] ? "v-" + name : "")))) : "");
}

function documentTable() {
  const elementsOf = (page) => (page.diagrams || []).map((number) => model.diagrams[number])
    .filter((diagram) => !diagram.side).flatMap(ofDiagram);
  const headings = ["Document", "Diagrams", ...(isDiff ? [] : ["Findings"])];
  return table("Documents", headings, model.pages.map((page, index) => [
    [make("a", { href: route(index) }, page.title), " ",
      page.title === page.path ? "" : make("span", { class: "soft small" }, page.path)],
    chips(elementsOf(page)),
    page.findings ? severityChips(page.findings) : make("span", { class: "soft" }, "none")]
    .slice(0, headings.length)));
}

// The findings of each team; a finding without an owner is listed last.
function ownerTable() {
  const groups = new Map();
  model.findings.forEach((finding, index) => {
    for (const owner of finding.owners || ["no owner"]) {
      groups.set(owner, [...(groups.get(owner) || []), index]);
    }
  });
  if (!model.findings.some((finding) => finding.owners)) return null;
  const names = [...groups.keys()].sort((a, b) =>
    (a === "no owner") - (b === "no owner") || (a < b ? -1 : 1));
  return table("Owners", ["Owner", "Findings"],
    names.map((name) => [name, severityChips(groups.get(name))]));
}

function diagramTable() {
  const diagrams = model.diagrams.filter((diagram) => !diagram.side);
  return table("Diagrams", ["Diagram", "Kind", isDiff ? "Versions" : "Check", "Verdicts"],
    diagrams.map((diagram) => [
      place([diagram.at[0], diagram.line]), diagram.kind,
      diagram.title || basisWords[diagram.basis], chips(ofDiagram(diagram))]));
}

function overview() {
  const box = document.getElementById("overview");
  const all = model.findings.map((_, index) => index);
  box.replaceChildren(
    make("h2", null, "Overview"), make("p", { class: "lead" }, model.summary), tiles(all));
  const add = (...nodes) => box.append(...nodes.flat().filter(Boolean));
  add(ownerTable());
  add(documentTable());
  add(diagramTable());
  add(table("Coverage by recorded scenarios", ["What", "Taken", "Fitness", "Precision"],
    coverageRows()));
  add(trend());
  add(findingList(all));
}

// MARK: The list of findings

// A list of any length: filtered as data, shown in portions.
function findingList(all) {
  if (!all.length) return null;
  const list = make("ol", { class: "findings" });
  const status = make("p", { class: "soft", role: "status" });
  const portion = 100;
  let chosen = all;
  let shown = 0;
  const more = button("", () => {
    const next = chosen.slice(shown, shown + portion);
    list.append(...next.map(row));
    shown += next.length;
    const rest = chosen.length - shown;
    more.hidden = rest <= 0;
    more.textContent = `Show ${Math.min(portion, rest)} of ${rest} more`;
  }, { class: "more" });
  const row = (index) => {
    const item = card(index, "li");
    item.querySelector(".summary").append(" ", place(model.findings[index].at));
    return item;
  };
  const text = make("input", { type: "search", placeholder: "Search in findings",
    "aria-label": "Search in findings" });
  const boxes = severities.filter((name) => all.some((index) =>
    model.findings[index].severity === name)).map((name) => {
    const box = make("input", { type: "checkbox", value: name, onchange: () => filter() });
    box.checked = true;
    return { box, label: make("label", null, box, " " + severityWords[name] + "s") };
  });
  function filter() {
    const wanted = new Set(boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
    const words = text.value.toLowerCase();
    chosen = all.filter((index) => {
      const finding = model.findings[index];
      return wanted.has(finding.severity) && (!words
        || [finding.summary, finding.rule, placeText(finding.at), ...(finding.owners || [])].join(" ")
          .toLowerCase().includes(words));
    });
    list.replaceChildren();
    shown = 0;
    status.textContent = `${chosen.length} of ${count(all.length, "finding")}`;
    more.click();
  }
  let waiting = 0;
  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  filter();
  return make("section", { class: "all-findings" }, make("h2", null, "Findings"),
    make("div", { class: "filter" }, text, boxes.map(({ label }) => label)), status, list,
    more);
}

// MARK: Bar and contents

function radio(group, value, label, action) {
  const input = make("input", { type: "radio", name: group, value,
    onchange: () => action(value) });
  input.checked = root.dataset[group] === value;
  return make("label", null, input, make("span", null, label));
}

function bar() {
  root.dataset.view = "both";
  root.dataset.observed = "off";
  const set = (name) => (value) => (root.dataset[name] = value);
  const views = make("fieldset", { class: "segments" },
    make("legend", { class: "offscreen" }, "What diagrams show"),
    radio("view", "documented", isDiff ? model.old : "Documented", set("view")),
    radio("view", "code", isDiff ? model.new : "Code", set("view")),
    radio("view", "both", "Both", set("view")));
  const observed = make("select", { "aria-label": "Observed frequencies",
    onchange: (event) => set("observed")(event.target.value) },
  [["off", "Frequencies off"], ["counts", "Frequencies as counts"],
    ["width", "Frequencies as width"]].map(([value, label]) =>
    make("option", { value }, label)));
  const theme = button("Dark", () => setLook(root.dataset.look === "dark" ? "light" : "dark"),
    { id: "theme" });
  document.getElementById("bar").append(
    make("div", { class: "controls" }, drawer ? [views, isDiff ? "" : observed] : "", theme));
}

function contents() {
  const titles = model.pages.map((page) => page.title);
  const name = (page) => titles.filter((title) => title === page.title).length > 1
    ? page.path : page.title;
  const list = make("ul", null,
    make("li", null, make("a", { href: "#/" }, "Overview")),
    model.pages.map((page, index) => {
      const counts = severityCounts(page.findings || []);
      const worst = severities.find((name) => counts[name]);
      return make("li", null, make("a", { href: route(index), title: page.path },
        make("span", { class: "dot " + (worst || "fine"), "aria-hidden": "true" }), name(page),
        worst ? make("span", { class: "number" }, String(counts[worst]),
          make("span", { class: "offscreen" }, " " + severityWords[worst] + "s")) : ""));
    }));
  const box = make("details", null, make("summary", null, "Documents"), list);
  box.open = matchMedia("(min-width: 900px)").matches;
  list.addEventListener("click", () => {
    if (!matchMedia("(min-width: 900px)").matches) box.open = false;
  });
  document.getElementById("contents").append(box);
}

function setLook(look) {
  root.dataset.look = look;
  const control = document.getElementById("theme");
  if (control) control.textContent = look === "dark" ? "Light" : "Dark";
  redrawAll();
}

const system = matchMedia("(prefers-color-scheme: dark)");
root.dataset.look = system.matches ? "dark" : "light";
system.addEventListener("change", (event) => setLook(event.matches ? "dark" : "light"));
configure();
bar();
contents();
overview();
setLook(root.dataset.look);
addEventListener("hashchange", show);
show();
root.dataset.state = "ready";
