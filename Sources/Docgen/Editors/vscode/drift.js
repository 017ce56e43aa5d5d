"use strict";

/**
 * Runs in the page of a preview: colors the words of findings in the drawn diagrams, and lists the
 * findings below each diagram, the remaining ones at the start of the page.
 */
const docgenDrift = {
  /** Line breaks in labels are elements in the drawing. */
  plain: (text) => text.replace(/<br\s*\/?>/gi, "").replace(/\s+/g, ""),

  list(document, found, report) {
    const list = document.createElement("ul");
    list.className = "docgen-findings";
    for (const { line, severity, message, code } of found) {
      const item = document.createElement("li");
      item.className = severity;
      item.textContent = `${line + 1}: ${severity}: ${message} [${code}]`;
      item.addEventListener("click", () => report({ line }));
      list.append(item);
    }
    return list;
  },

  /** Colors the innermost elements with exactly these words; returns their number. */
  color(block, { words, message }) {
    const wanted = new Set(words.map(this.plain));
    const matches = [...block.querySelectorAll("text, tspan, span, p, div")].filter((element) =>
      wanted.has(this.plain(element.textContent)));
    const inner = matches.filter((element) =>
      !matches.some((other) => other !== element && element.contains(other)));
    for (const element of inner) {
      element.classList.add("docgen-drift");
      element.setAttribute("title", message);
    }
    return inner.length;
  },

  colorAll(document, found) {
    const blocks = [...document.querySelectorAll("pre.mermaid")];
    for (const finding of found) {
      const block = blocks[finding.block];
      if (block && finding.severity !== "note") {
        block.classList.add("docgen-block");
        this.color(block, finding);
      }
    }
  },

  run(found, page = document, report = undefined) {
    const send = report ?? (() => {
      const editor = acquireVsCodeApi();
      return (message) => editor.postMessage(message);
    })();
    const blocks = [...page.querySelectorAll("pre.mermaid")];
    const others = found.filter(({ block }) => !blocks[block]);
    if (others.length > 0) {
      (page.querySelector("main") ?? page.body).prepend(this.list(page, others, send));
    }
    blocks.forEach((block, index) => {
      const own = found.filter((finding) => finding.block === index);
      if (own.length > 0) block.after(this.list(page, own, send));
    });
    this.colorAll(page, found);
    // The page draws its diagrams later, and again for another theme.
    const Observer = page.defaultView.MutationObserver;
    new Observer(() => this.colorAll(page, found)).observe(
      page.documentElement, { attributes: true, attributeFilter: ["data-state", "data-look"] });
  },
};

if (typeof module !== "undefined") module.exports = docgenDrift;
