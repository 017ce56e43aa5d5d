// The names, places and routes of the page.
const model = JSON.parse(document.getElementById("model").textContent);
const root = document.documentElement;
root.classList.remove("no-script");
const main = document.getElementById("main");
const articles = [...document.querySelectorAll("article.page")];
// An image is embedded where it first appears; the later ones have only its number.
const embedded = new Map();
for (const image of main.querySelectorAll('img[src^="data:"][src*="#"]')) {
  const number = image.src.slice(image.src.lastIndexOf("#"));
  if (embedded.has(number)) image.src = embedded.get(number);
  else embedded.set(number, image.src);
}
// A comparison of two revisions instead of a check.
const isDiff = Boolean(model.old);
// A picture of one diagram instead of a page to read.
const isSingle = "single" in root.dataset;
const verdicts = isDiff ? {
  extra: { sign: "✕", words: "only in " + model.old },
  missing: { sign: "+", words: "only in " + model.new },
  differs: { sign: "≠", words: "changed" },
  agrees: { sign: "✓", words: "unchanged" },
} : {
  extra: { sign: "✕", words: "documented, not in the code" },
  missing: { sign: "+", words: "in the code, not documented" },
  differs: { sign: "≠", words: "differs from the code" },
  unobserved: { sign: "○", words: "declared, never observed" },
  agrees: { sign: "✓", words: "agrees" },
  unchecked: { sign: "·", words: "not checked: the diagram has no marker" },
};
const isFine = (verdict) => verdict === "agrees" || verdict === "unchecked";
const verdictOf = (element) => element.verdict || "agrees";

// Elements are built, never parsed: text of the model is only ever text.
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== ""));
  return node;
}

const button = (label, action, attributes) =>
  make("button", { type: "button", onclick: action, ...attributes }, label);

// `a` in backticks becomes code.
function prose(text) {
  const parts = String(text).split("`");
  if (parts.length % 2 === 0) return [String(text)];
  return parts.map((part, index) => (index % 2 ? make("code", null, part) : part));
}

const count = (number, one, many) => `${number} ${number === 1 ? one : many || one + "s"}`;

async function copy(text, control) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "offscreen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const label = control.textContent;
  control.textContent = "Copied";
  say("Copied");
  setTimeout(() => (control.textContent = label), 1200);
}

// Spoken by a screen reader.
const live = make("div", { class: "offscreen", "aria-live": "polite", role: "status" });
document.body.append(live);
const say = (text) => (live.textContent = text);

// MARK: Places

const placeText = (at) =>
  model.files[at[0]] + (at.length > 1 ? ":" + at[1] : "");

function address(template, at) {
  const path = model.files[at[0]].split("/").map(encodeURIComponent).join("/");
  return template.replaceAll("{path}", path).replaceAll("{line}", String(at[1] || 1))
    .replaceAll("{column}", String(at[2] || 1));
}

// A place as a link: within the report, to the editor, to the repository, or to copy.
function place(at) {
  const text = placeText(at);
  const page = model.pages.findIndex((entry) => entry.path === model.files[at[0]]);
  const box = make("span", { class: "place" });
  if (page >= 0) {
    box.append(make("a", { href: route(page, at[1]) }, text));
  } else if (!model.editor && !model.repository) {
    box.append(button(text, (event) => copy(text, event.currentTarget),
      { class: "plain", title: "Copy the place" }));
  } else {
    const [first, name] = model.editor ? [model.editor, "editor"] : [model.repository, "web"];
    box.append(make("a", { href: address(first, at), title: "Open in the " + name }, text));
  }
  if (model.repository && (page >= 0 || model.editor)) {
    box.append(" ", make("a", { href: address(model.repository, at), class: "small",
      "aria-label": text + " in the repository" }, "web"));
  }
  if (model.editor && page >= 0) {
    box.append(" ", make("a", { href: address(model.editor, at), class: "small",
      "aria-label": text + " in the editor" }, "edit"));
  }
  return box;
}

// MARK: Routes

const route = (page, line) =>
  "#/" + encodeURI(model.pages[page].path) + (line ? ":" + line : "");

function readRoute() {
  if (isSingle) return { page: 0 };
  let path = "";
  try {
    path = decodeURI(location.hash.replace(/^#\/?/, ""));
  } catch {
    return { page: -1 };
  }
  const match = /^(.*?)(?::(\d+))?$/.exec(path);
  const page = model.pages.findIndex((entry) => entry.path === match[1]);
  return { page, line: match[2] ? Number(match[2]) : 0 };
}

function show() {
  const { page, line } = readRoute();
  document.getElementById("overview").hidden = page >= 0;
  articles.forEach((article, index) => (article.hidden = index !== page));
  document.querySelectorAll("#contents a").forEach((link) => {
    const isHere = link.getAttribute("href") === (page < 0 ? "#/" : route(page));
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  closeInspector();
  if (page < 0) return scrollTo(0, 0);
  decorate(page);
  if (!line) return scrollTo(0, 0);
  const target = blockAt(articles[page], line) || articles[page];
  target.scrollIntoView({ block: "center" });
  target.classList.add("target");
  setTimeout(() => target.classList.remove("target"), 1600);
}

// Links of documents lead to other documents of the report; other files are not part of it.
function followDocumentLinks(article, page) {
  const folder = model.pages[page].path.split("/").slice(0, -1);
  for (const link of article.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href");
    if (/^(https?:|mailto:)/i.test(href)) {
      link.setAttribute("rel", "noopener noreferrer");
      link.setAttribute("target", "_blank");
      continue;
    }
    const [path, anchor] = href.split("#");
    const parts = path.startsWith("/") ? [] : [...folder];
    for (const part of path.split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    const name = path ? parts.join("/") : model.pages[page].path;
    const other = model.pages.findIndex((entry) => encodeURI(entry.path) === name
      || entry.path === name);
    if (other < 0) {
      link.removeAttribute("href");
      link.title = name;
      continue;
    }
    link.setAttribute("href", route(other));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.hash = route(other);
      show();
      const heading = anchor && document.getElementById(`p${other}-${anchor}`);
      if (heading) heading.scrollIntoView();
    });
  }
}
