// The pictures that Mermaid draws, and the marks of their elements.
// MARK: Diagrams

const drawer = typeof mermaid === "undefined" ? null : mermaid;
const pictures = new Map();
let pictureNumber = 0;
let queue = Promise.resolve();

function configure() {
  if (!drawer) return;
  drawer.initialize({
    startOnLoad: false, securityLevel: "strict", deterministicIds: true,
    theme: root.dataset.look === "dark" ? "dark" : "default",
    maxTextSize: 5000000, maxEdges: 100000, suppressErrorRendering: true,
  });
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    requestPicture(entry.target);
  }
}, { rootMargin: "400px" });

function requestPicture(figure) {
  if (!drawer) return;
  const look = root.dataset.look;
  queue = queue.then(() => (figure.dataset.look === look ? null : draw(figure, look)));
  return queue;
}

async function draw(figure, look) {
  const number = Number(figure.dataset.diagram);
  const diagram = model.diagrams[number];
  const canvas = figure.querySelector(".canvas");
  try {
    const id = "picture-" + ++pictureNumber;
    const drawn = await drawer.render(id, diagram.text);
    // The document of the parser runs no script and loads nothing.
    const parsed = new DOMParser().parseFromString(drawn.svg, "text/html");
    const svg = document.adoptNode(parsed.querySelector("svg"));
    // A wide picture scrolls before its text becomes too small to read.
    const natural = svg.viewBox.baseVal.width;
    if (natural) svg.style.minWidth = Math.min(natural, natural * 0.66) + "px";
    canvas.replaceChildren(svg);
    figure.dataset.look = look;
    figure.classList.add("drawn");
    const picture = { svg, diagram, number, marks: [], id };
    pictures.set(number, picture);
    markElements(picture);
    if (figure.replay) figure.replay.restore();
  } catch (error) {
    figure.dataset.look = look;
    const message = make("p", { class: "wrong" }, String((error && error.message) || error));
    canvas.replaceChildren(message, make("pre", null, make("code", null, diagram.text)));
  }
}

function redrawAll() {
  configure();
  document.querySelectorAll("figure[data-look]").forEach((figure) => {
    seen.unobserve(figure);
    seen.observe(figure);
  });
}

// MARK: Elements of a picture

const plainId = (node, picture) => node.id.slice(picture.id.length + 1);

// Sorted by the number at the end of the edge's id: Mermaid counts in the order of the text.
function numbered(svg, selector) {
  return [...svg.querySelectorAll(selector)].map((node) => ({
    node, number: Number(/(\d+)$/.exec(node.dataset.id || "")?.[1] ?? -1),
  })).sort((left, right) => left.number - right.number).map((entry) => entry.node);
}

const labelOf = (svg, edge) =>
  [...svg.querySelectorAll(".edgeLabel .label[data-id]")]
    .find((label) => label.dataset.id === edge.dataset.id);

function nodesById(picture, selector, pattern) {
  const map = new Map();
  for (const node of picture.svg.querySelectorAll(selector)) {
    const match = pattern.exec(plainId(node, picture));
    if (match) map.set(match[1], node);
  }
  return map;
}

// Returns for each element of the model its shape and labels in the picture; a kind whose
// numbers differ from the model's is left unmarked.
function finder(picture) {
  const { svg, diagram } = picture;
  const kinds = (kind) => diagram.elements.filter((element) => element.kind === kind).length;
  const ordered = (kind, nodes) => (nodes.length === kinds(kind) ? nodes : []);
  const edge = (node) => node && { shape: node, labels: [labelOf(svg, node)].filter(Boolean) };
  const node = (found) => found && { shape: found, labels: [...found.querySelectorAll(
    ":scope .nodeLabel, :scope > text, :scope .cluster-label")], isNode: true };
  if (/^stateDiagram/.test(diagram.kind)) {
    const edges = ordered("transition", numbered(svg, "path[data-id^=edge]"));
    const states = nodesById(picture, "g.node, g.statediagram-cluster", /^state-(.*)-\d+$/);
    return (element) => element.kind === "state" ? node(states.get(element.id))
      : edge(edges[element.order]);
  }
  if (diagram.kind === "sequenceDiagram") {
    const messages = ordered("message", [...svg.querySelectorAll("[data-et=message]")]);
    // Mermaid draws inner blocks first; their titles have the order of the text from top to bottom.
    const titles = ordered("branch", [...svg.querySelectorAll(
      "[data-et=control-structure] :is(.loopText, .sectionTitle)")]
      .sort((left, right) => left.getAttribute("y") - right.getAttribute("y")));
    return (element) => {
      if (element.kind === "branch") {
        const title = titles[element.order];
        return title && { shape: title, labels: [], isTitle: true };
      }
      if (element.kind === "participant") {
        return node([...svg.querySelectorAll("[data-et=participant]")]
          .find((found) => found.dataset.id === element.id));
      }
      const line = messages[element.order];
      const labels = [];
      for (let text = line?.previousElementSibling;
        text?.classList.contains("messageText"); text = text.previousElementSibling) {
        labels.push(text);
      }
      return line && { shape: line, labels, isMessage: true };
    };
  }
  if (/^classDiagram/.test(diagram.kind)) {
    const edges = ordered("relation", numbered(svg, "path.relation"));
    const classes = nodesById(picture, "g.node", /^classId-(.*)-\d+$/);
    return (element) => {
      if (element.kind === "class") return node(classes.get(element.id));
      if (element.kind === "relation") return edge(edges[element.order]);
      const group = element.source === "method" ? "methods" : "members";
      const rows = classes.get(element.id)?.querySelectorAll(`.${group}-group > .label`);
      const row = rows && rows[element.order];
      return row && { shape: row, labels: [row], isRow: true };
    };
  }
  const nodes = nodesById(picture, "g.node", /^flowchart-(.*)-\d+$/);
  const edges = new Map([...svg.querySelectorAll("path[data-id]")]
    .map((path) => [path.dataset.id, path]));
  return (element) => element.kind === "node" ? node(nodes.get(element.id))
    : edge(edges.get(`L_${element.source}_${element.target}_${element.order}`));
}

const space = "http://www.w3.org/2000/svg";

function svgNode(tag, attributes, text) {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text) node.textContent = text;
  return node;
}

function badge(parent, point, text, name) {
  const group = svgNode("g", { class: "badge " + name, "aria-hidden": "true",
    transform: `translate(${point.x} ${point.y})` });
  const width = Math.max(16, text.length * 7 + 8);
  group.append(
    svgNode("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }),
    svgNode("text", { y: 4, "text-anchor": "middle" }, text));
  parent.append(group);
  return group;
}

function describe(element) {
  const verdict = verdictOf(element);
  const words = [element.kind + " " + element.title, verdicts[verdict].words];
  if (element.count > 0) words.push("observed " + count(element.count, "time"));
  else if (element.count === 0 && verdict !== "unobserved") words.push("never observed");
  return words.join(", ");
}

function markElements(picture) {
  const { svg, diagram } = picture;
  svg.setAttribute("role", "group");
  const number = count(diagram.elements.length, "element");
  svg.setAttribute("aria-label", `${diagram.kind}, ${number}`);
  svg.removeAttribute("aria-roledescription");
  const find = finder(picture);
  const most = Math.max(1, ...diagram.elements.map((element) => element.count || 0));
  diagram.elements.forEach((element, index) => {
    const found = find(element);
    if (found) picture.marks[index] = markElement(picture, element, index, found, most);
  });
  const first = picture.marks.find(Boolean);
  if (first) first.target.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => moveFocus(event, picture));
}

function markElement(picture, element, index, found, most) {
  const verdict = verdictOf(element);
  const parts = [found.shape, ...found.labels];
  const isArrow = !found.isNode && !found.isRow && !found.isTitle;
  const name = isFine(verdict) ? "v-agrees" : "v-" + verdict;
  for (const part of parts) part.classList.add("v", name);
  if (isArrow && element.count > 0) {
    const width = 1.5 + 3.5 * Math.log(element.count + 1) / Math.log(most + 1);
    found.shape.style.setProperty("--observed-width", width.toFixed(2) + "px");
  }
  const target = isArrow ? hitArea(found.shape) : found.shape;
  const at = badgePoint(found);
  // Above the labels of arrows, which are drawn later than the arrows.
  const box = found.shape.parentNode;
  const layer = box.matches(".edgePaths") ? box.parentNode : box;
  if (at && !isFine(verdict)) {
    const home = found.isNode ? found.shape : layer;
    parts.push(badge(home, at.verdict, verdicts[verdict].sign, name));
  }
  if (at && isArrow && element.count != null && verdict !== "extra") {
    parts.push(badge(layer, at.count, element.count + "×", "observed " + name));
  }
  target.classList.add("element");
  target.setAttribute("tabindex", "-1");
  target.setAttribute("role", "button");
  target.setAttribute("aria-label", describe(element));
  target.dataset.element = index;
  const open = () => inspect(picture, index);
  target.addEventListener("pointerenter", open);
  target.addEventListener("focus", () => {
    open();
    // On a narrow page the facts cover its lower part.
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  for (const label of found.labels) {
    label.addEventListener("pointerenter", open);
    label.addEventListener("click", () => target.focus());
  }
  target.addEventListener("click", () => target.focus());
  return { target, parts: [...parts, target] };
}

// A wide transparent copy of an arrow, which is easier to point at.
function hitArea(shape) {
  const area = shape.cloneNode(false);
  area.removeAttribute("id");
  for (const name of [...area.attributes].map((attribute) => attribute.name)) {
    if (/^(marker|data-|style|class)/.test(name)) area.removeAttribute(name);
  }
  area.setAttribute("class", "hit");
  shape.after(area);
  return area;
}

function badgePoint({ shape, isNode, isRow, isTitle, isMessage }) {
  if (isRow) return null;
  try {
    if (isNode) {
      const box = shape.getBBox();
      return { verdict: { x: box.x + box.width - 4, y: box.y + 2 } };
    }
    if (isTitle) {
      const box = shape.getBBox();
      return { verdict: { x: box.x - 12, y: box.y + box.height / 2 } };
    }
    const length = shape.getTotalLength();
    const [left, right] = isMessage ? [0.1, 0.9] : [0.16, 0.8];
    return { verdict: shape.getPointAtLength(length * left),
      count: shape.getPointAtLength(length * right) };
  } catch {
    return null;
  }
}

// One stop of the Tab key for each picture; arrows move between its elements.
function moveFocus(event, picture) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const targets = picture.marks.filter(Boolean).map((mark) => mark.target)
    .filter((target) => getComputedStyle(target).visibility !== "hidden");
  const here = targets.indexOf(event.target);
  if (here < 0) return;
  let next = null;
  if (event.key in steps) {
    next = targets[(here + steps[event.key] + targets.length) % targets.length];
  }
  if (event.key === "Home") next = targets[0];
  if (event.key === "End") next = targets[targets.length - 1];
  if (event.key === "Enter") {
    event.preventDefault();
    enterInspector(event.target);
  }
  if (!next) return;
  event.preventDefault();
  event.target.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
