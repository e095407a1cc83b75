"use strict";
// Two observers that a reader drags to any moment. What they receive then was recorded when the site was made.
(() => {
  const figure = document.querySelector("figure.move");
  const kinds = window.bookMoves.kinds.filter(({ name }) => figure.dataset.kinds.split(",").some(kind => name.startsWith(kind)));
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

  // The run of the two moments, as the recording of a page.
  const run = kind => {
    const calls = kind.runs[moments[0] * (kind.sent.length + 1) + moments[1]].split(",");
    const lines = [`let subject = ${kind.make}`], events = [], printed = [];
    const call = (text, event) => {
      lines.push(text);
      events.push({ text: "", ...event, code: lines.length - 1 });
      const order = events.length;
      for (const [, observer, mark] of calls[lines.length - 2].matchAll(/([12])(\d|\|)/g)) {
        const to = `observer${observer}`;
        const text = mark === "|" ? "completed" : `next(${mark})`;
        events.push({ kind: mark === "|" ? "complete" : "receive", to, text: mark === "|" ? "" : mark, inside: order, code: lines.length - 1 });
        printed.push(`${to}: ${text}`);
      }
    };
    for (let moment = 0; moment <= kind.sent.length; moment++) {
      moments.forEach((start, index) => {
        const to = `observer${index + 1}`;
        if (start === moment) call(`subject.subscribe("${to}")`, { kind: "subscribe", to });
      });
      const mark = kind.sent[moment];
      if (mark === "|") call("subject.onCompleted()", { kind: "complete", from: "sent" });
      else if (mark) call(`subject.${kind.send}(${mark})`, { kind: "send", from: "sent", text: mark });
    }
    return { picture: "marbles", parts: ["sent", "observer1", "observer2"], events, lines, printed };
  };

  const show = focused => {
    const kind = kinds[select.selectedIndex];
    moments.forEach((moment, index) => moments[index] = Math.min(moment, kind.sent.length));
    const recording = run(kind);
    const { drawing, steps } = workbook.draw(recording);
    drawing.setAttribute("aria-label", `What two observers of a ${kind.name} receive`);
    drawing.setAttribute("role", "group");
    wide.replaceChildren(drawing);
    code.textContent = recording.lines.join("\n");
    output.textContent = recording.printed.join("\n") || "nothing is printed";
    sends = steps.filter(({ index }) => recording.events[index].from === "sent");
    for (const { index, group } of steps) {
      const event = recording.events[index];
      if (event.kind !== "subscribe") continue;
      const observer = Number(event.to.slice(-1)) - 1;
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
