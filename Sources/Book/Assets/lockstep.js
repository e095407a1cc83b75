"use strict";
// Plays two runs side by side, as written and fixed, with counts that part where the two do: both halves of a page, or a
// page and its counterpart.
(() => {
  const [{ events }, counterpart] = [...document.querySelectorAll("script.recording:not(.laboratory *)")]
    .map(script => JSON.parse(script.textContent));
  const labels = ["as written", "fixed"];
  // The fixed run begins behind the last line of the other one, and behind what that line is inside of.
  let start = events.findLastIndex(event => event.text.startsWith("as written: ")) + 1;
  while (start < events.length && events[start].kind === "return") start++;
  // Without the words by which the page tells the parts of the two apart.
  const name = part => part && (part.replaceAll(/ ?(as written|fixed|mended)/g, "") || "program");
  const halves = counterpart ? [events, counterpart.events] : [events.slice(0, start), events.slice(start)];
  const runs = halves.map((run, index) => {
    const first = counterpart ? 0 : index * start;
    // Processes that begin or end before anything else are no part of what is compared.
    const begun = run.findIndex(({ kind }) => !["init", "deinit", "line"].includes(kind));
    return run.map((event, place) => ({
      ...event, kind: place < begun ? "line" : event.kind, from: name(event.from), to: name(event.to),
      inside: event.inside > first ? event.inside - first : undefined,
    }));
  });
  const pictures = runs.map(run => workbook.draw({
    picture: "sequence", events: run, parts: [...new Set(run.flatMap(({ kind, from, to }) => kind === "line" ? [] : [from, to]).filter(Boolean))],
  }));
  if (pictures.some(({ steps }) => !steps.length)) return;

  const sayings = pictures.map(({ steps }) => steps.map(step => step.words));
  const count = Math.max(...pictures.map(({ steps }) => steps.length));
  const parting = Array.from({ length: count }).findIndex((_, step) => sayings[0][step] !== sayings[1][step]);

  const figure = document.createElement("figure");
  figure.className = "picture lockstep";
  figure.innerHTML = `<figcaption>As written and fixed, step by step</figcaption><div class="pair"></div>
    <p class="now" aria-live="polite"></p><table><thead><tr><th scope="col">calls so far</th>
    <th scope="col" class="number">as written</th><th scope="col" class="number">fixed</th></tr></thead>
    <tbody></tbody></table>`;
  figure.querySelector(".pair").append(...pictures.map(({ drawing }, index) => {
    const wide = document.createElement("div");
    wide.className = "wide";
    wide.tabIndex = 0;
    drawing.setAttribute("aria-label", `${labels[index]}: ${sayings[index].join("; ")}`);
    wide.append(drawing);
    return wide;
  }));

  // How often each part was asked for something, after each step.
  const counts = pictures.map(({ steps }, index) => {
    const sums = {};
    return steps.map(step => {
      const { kind, to, text } = runs[index][step.index];
      const verb = kind === "call" ? text.split(/[ (]/)[0] : kind;
      if (kind !== "return" && to) {
        const key = `${to} ${verb}`;
        sums[key] = (sums[key] || 0) + 1;
      }
      return { ...sums };
    });
  });
  const names = [...new Set(counts.flatMap(steps => Object.keys(steps.at(-1))))];
  const rows = names.map(name => {
    const row = figure.querySelector("tbody").insertRow();
    row.innerHTML = "<th scope='row'></th><td class='number'></td><td class='number'></td>";
    row.cells[0].textContent = name;
    return row;
  });
  const controls = workbook.controls(count, (to, from) => {
    pictures.forEach(({ steps }) => workbook.light(steps, to, from));
    const now = counts.map(steps => steps[Math.min(to, steps.length - 1)]);
    names.forEach((name, index) => {
      const numbers = now.map(sums => sums[name] || 0);
      numbers.forEach((number, side) => rows[index].cells[side + 1].textContent = number);
      rows[index].classList.toggle("lit", numbers[0] !== numbers[1]);
    });
    const words = sayings.map((steps, side) => `${labels[side]}: ${steps[to] || "has ended"}`).join("; ");
    const part = parting < 0 ? "" : to < parting ? "" : to === parting ? " Here the two runs begin to differ." : ` They begin to differ at step ${parting + 1}.`;
    figure.querySelector(".now").textContent = `${to + 1} of ${count}: ${words}.${part}`;
    return words;
  });
  figure.querySelector(".now").before(controls.element);
  document.querySelector("figure.picture").after(figure);
  controls.stop(Math.max(parting, 0));
})();
