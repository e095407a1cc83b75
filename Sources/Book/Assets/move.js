"use strict";
// Two observers that a reader drags to any moment. Their runs were recorded with the site.
(() => {
  const figure = document.querySelector("figure.move");
  const kinds = window.bookMoves;
  const moments = figure.dataset.moments.split(",").map(Number);
  figure.innerHTML = `<figcaption>Move the observers: drag a triangle, or focus it and press the arrow keys. Each
    position has a run of its own.</figcaption><label>Kind <select></select></label><div class="wide" tabindex="0"></div>
    <div class="pair"><pre tabindex="0"><code></code></pre><pre tabindex="0"><code></code></pre></div>
    <p class="now" aria-live="polite"></p>`;
  const select = figure.querySelector("select");
  select.append(...kinds.map(({ name }) => new Option(name)));
  select.selectedIndex = Number(figure.dataset.first);
  const [code, output] = figure.querySelectorAll("code");
  const wide = figure.querySelector(".wide");
  let sends = [];

  const show = focused => {
    const kind = kinds[select.selectedIndex];
    moments.forEach((moment, index) => moments[index] = Math.min(moment, kind.sent.length));
    const [drawing, lines, printed] = kind.runs[moments[0] * (kind.sent.length + 1) + moments[1]];
    wide.innerHTML = drawing;
    code.textContent = lines;
    output.textContent = printed || "nothing is printed";
    const steps = workbook.steps(wide);
    sends = steps.filter(({ part }) => part === "sent");
    for (const { group, part } of steps) {
      if (!group.classList.contains("subscribe")) continue;
      const observer = Number(part.slice(-1)) - 1;
      handle(group, observer, kind);
      if (observer === focused) group.focus();
    }
  };
  const place = moment => {
    const { sent } = kinds[select.selectedIndex];
    const name = mark => mark === "|" ? "completed" : mark;
    return moment < sent.length ? `before ${name(sent[moment])}` : `after ${name(sent.at(-1))}`;
  };
  const move = (observer, to) => {
    const count = kinds[select.selectedIndex].sent.length;
    to = Math.max(0, Math.min(count, to));
    if (to === moments[observer]) return;
    moments[observer] = to;
    show(observer);
    const lines = output.textContent.split("\n").filter(line => line.startsWith(`observer${observer + 1}`));
    figure.querySelector(".now").textContent = `observer${observer + 1} subscribes ${place(to)} and receives `
      + (lines.map(line => line.split(": ")[1]).join(", ") || "nothing");
  };
  const handle = (group, observer, kind) => {
    const attributes = {
      tabindex: 0, role: "slider", "aria-label": `observer${observer + 1} subscribes`, "aria-valuemin": 0,
      "aria-valuemax": kind.sent.length, "aria-valuenow": moments[observer], "aria-valuetext": place(moments[observer]),
    };
    for (const name in attributes) group.setAttribute(name, attributes[name]);
    group.classList.add("handle");
    group.addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -9, End: 9 }[event.key];
      if (!step) return;
      event.preventDefault();
      move(observer, moments[observer] + step);
    });
    group.addEventListener("pointerdown", event => {
      event.preventDefault();
      group.focus();
      const follow = event => move(observer, sends.filter(({ group }) => {
        const box = group.getBoundingClientRect();
        return box.left + box.width / 2 < event.clientX;
      }).length);
      const end = () => {
        removeEventListener("pointermove", follow);
        removeEventListener("pointerup", end);
      };
      addEventListener("pointermove", follow);
      addEventListener("pointerup", end);
    });
  };
  select.addEventListener("change", () => show());
  show();
})();
