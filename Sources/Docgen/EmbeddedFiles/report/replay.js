// The replay of a recorded scenario.
// MARK: Replay

function openReplay(figure, diagram) {
  if (figure.replay) return figure.replay.bar.focus();
  figure.replay = new Replay(figure, diagram);
}

class Replay {
  constructor(figure, diagram) {
    this.figure = figure;
    this.diagram = diagram;
    this.step = 0;
    this.timer = 0;
    this.choice = make("select", { "aria-label": "Scenario", onchange: () => this.start() },
      diagram.replays.map((replay, index) =>
        make("option", { value: index }, replay.scenario)));
    this.toggle = button("Play", () => this.play(!this.timer),
      { "aria-pressed": "false" });
    this.words = make("p", { class: "step" });
    this.bar = make("div", { class: "replay", role: "group", tabindex: "0",
      "aria-label": "Replay of a scenario: space plays, arrows step",
      onkeydown: (event) => this.key(event) },
    this.choice, button("◀", () => this.go(this.step - 1), { "aria-label": "Previous step" }),
    this.toggle, button("▶", () => this.go(this.step + 1), { "aria-label": "Next step" }),
    button("Close", () => this.close()), this.words);
    figure.querySelector("figcaption").after(this.bar);
    this.start();
    this.bar.focus();
  }

  get replay() { return this.diagram.replays[Number(this.choice.value)]; }

  start() {
    this.play(false);
    this.go(0);
  }

  key(event) {
    if (event.target === this.choice) return;
    const moves = { ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0,
      End: this.replay.steps.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      this.play(false);
      this.go(moves[event.key]);
    } else if (event.key === " " && event.target === this.bar) {
      event.preventDefault();
      this.play(!this.timer);
    } else if (event.key === "Escape") {
      this.close();
    }
  }

  play(isPlaying) {
    clearInterval(this.timer);
    this.timer = 0;
    this.toggle.textContent = isPlaying ? "Pause" : "Play";
    this.toggle.setAttribute("aria-pressed", String(isPlaying));
    if (!isPlaying) return;
    if (this.step >= this.replay.steps.length - 1) this.go(0);
    this.timer = setInterval(() => {
      if (this.step >= this.replay.steps.length - 1) return this.play(false);
      this.go(this.step + 1);
    }, 900);
  }

  go(step) {
    const { steps, file, omitted } = this.replay;
    this.step = Math.min(Math.max(step, 0), steps.length - 1);
    const [index, line, title] = steps[this.step];
    const element = this.diagram.elements[index];
    const name = element ? element.title : title;
    const at = [file, line];
    this.words.replaceChildren(
      make("strong", null, `${this.step + 1} / ${steps.length}`), " ",
      make("code", null, name), element ? "" : " is not in the diagram ", " ",
      line > 1 ? place(at) : "",
      omitted && this.step === steps.length - 1 ? ` and ${omitted} more steps` : "");
    say(`step ${this.step + 1} of ${steps.length}: ${name}`);
    this.highlight(index);
  }

  highlight(index) {
    this.figure.querySelectorAll(".now").forEach((node) => node.classList.remove("now"));
    const picture = pictures.get(Number(this.figure.dataset.diagram));
    const mark = picture && picture.marks[index];
    if (!mark) return;
    mark.parts.forEach((part) => part.classList.add("now"));
    const canvas = this.figure.querySelector(".canvas");
    const box = mark.target.getBoundingClientRect();
    const frame = canvas.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > Math.min(frame.bottom, innerHeight)) {
      mark.target.scrollIntoView({ block: "center", inline: "nearest" });
    }
  }

  restore() { this.go(this.step); }

  close() {
    this.play(false);
    this.highlight(-1);
    this.bar.remove();
    this.figure.replay = null;
    this.figure.querySelector(".replay-open")?.focus();
  }
}
