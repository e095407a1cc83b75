"use strict";
// Plays two runs side by side, as written and fixed, with counts that part where the two do: both
// halves of a page, or a page and its counterpart.
(() => {
  const figure = document.querySelector("figure.lockstep");
  if (!figure) return;
  const labels = ["as written", "fixed"];
  const pictures = [...figure.querySelectorAll("svg")].map(workbook.steps);
  const sayings = pictures.map(steps => steps.map(step => step.words));
  const count = Math.max(...pictures.map(steps => steps.length));
  const parting = Array.from({ length: count }).findIndex((_, step) => sayings[0][step] !== sayings[1][step]);
  figure.insertAdjacentHTML("beforeend", `<p class="now" aria-live="polite"></p><table><thead><tr>
    <th scope="col">calls so far</th><th scope="col" class="number">as written</th>
    <th scope="col" class="number">fixed</th></tr></thead><tbody></tbody></table>`);

  // How often each part was asked for something, after each step.
  const counts = pictures.map(steps => {
    const sums = {};
    return steps.map(({ count }) => {
      if (count) sums[count] = (sums[count] || 0) + 1;
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
    pictures.forEach(steps => workbook.light(steps, to, from));
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
  controls.stop(Math.max(parting, 0));
})();
