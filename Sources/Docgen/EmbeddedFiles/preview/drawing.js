// Draws each diagram, and again when the theme changes.
(async () => {
  const root = document.documentElement;
  const blocks = [...document.querySelectorAll("pre.mermaid")];
  const sources = blocks.map((block) => block.textContent);
  const system = matchMedia("(prefers-color-scheme: dark)");
  let number = 0;
  async function draw(look) {
    root.dataset.look = look;
    if (blocks.length) mermaid.initialize({
      startOnLoad: false, securityLevel: "strict",
      theme: look === "dark" ? "dark" : "default", deterministicIds: true,
      maxTextSize: 5000000, maxEdges: 100000
    });
    for (const [index, block] of blocks.entries()) {
      try {
        const drawn = await mermaid.render("diagram-" + ++number, sources[index]);
        block.innerHTML = drawn.svg;
        block.classList.add("drawn");
        const svg = block.querySelector("svg");
        if (document.querySelector("main.single") && svg) {
          svg.setAttribute("width", Math.ceil(svg.viewBox.baseVal.width));
          svg.setAttribute("height", Math.ceil(svg.viewBox.baseVal.height));
        }
      } catch (error) {
        const wrong = document.createElement("div");
        wrong.className = "wrong";
        wrong.textContent = String(error && error.message || error);
        block.replaceChildren(wrong, document.createTextNode(sources[index]));
        block.classList.remove("drawn");
        document.querySelectorAll("body > [id^=ddiagram-]").forEach((left) => left.remove());
      }
    }
    root.dataset.state = blocks.some((block) => !block.classList.contains("drawn"))
      ? "wrong" : "drawn";
  }
  const named = root.dataset.theme;
  let look = named === "auto" ? (system.matches ? "dark" : "light") : named;
  await draw(look);
  if (named !== "auto") return;
  const change = (next) => { look = next; return draw(next); };
  system.addEventListener("change", (event) => change(event.matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener(
    "click", () => change(look === "dark" ? "light" : "dark"));
})();
