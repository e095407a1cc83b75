"use strict";
// Plays the recording of a page: the mark, the line of code and the printed line move together.
(() => {
  const figure = document.querySelector("figure.picture:not(.lockstep, .laboratory, .move)");
  if (!figure) return;
  const drawing = figure.querySelector("svg");
  const codes = [...document.querySelectorAll("figure.swift code")];
  const printed = workbook.lines(document.querySelector("figure.run code")).slice(1);
  const codeLine = place => {
    const [block, line] = place.split(" ");
    return workbook.lines(codes[block])[line];
  };
  // The lines of code and output that belong to each step.
  const steps = workbook.steps(figure).map(step => ({
    ...step, code: step.code && codeLine(step.code),
    printed: step.printed ? step.printed.split(" ").map(number => printed[number - 1]) : [],
  }));

  // Controls.
  const caption = document.createElement("figcaption");
  const now = document.createElement("p");
  now.className = "now";
  now.setAttribute("aria-live", "polite");
  const list = document.createElement("details");
  list.innerHTML = "<summary>All steps in words</summary><ol></ol>";
  list.lastChild.append(...steps.map(step => {
    const item = document.createElement("li");
    item.textContent = step.words + step.printed.map(line => `; printed: ${line.textContent.trim()}`).join("");
    return item;
  }));
  drawing.setAttribute("aria-label", `${steps.length} steps; a list of all of them in words follows the picture.`);
  caption.textContent = "What happened, drawn from a run. Click a mark, a line of code or a printed line to go to its step.";

  let lit = [];
  const controls = workbook.controls(steps.length, (to, from) => {
    workbook.light(steps, to, from);
    lit.forEach(element => element.classList.remove("lit"));
    const step = steps[to];
    lit = [step.code, ...step.printed].filter(Boolean);
    lit.forEach(element => element.classList.add("lit"));
    now.textContent = `${to + 1} of ${steps.length}: ${step.words}`
      + step.printed.map(line => `, and the page prints “${line.textContent.trim()}”`).join("");
    return step.words;
  });
  figure.prepend(caption);
  figure.append(controls.element, now, list);

  // Clicks on any of the three: to the next step that has it, or to its first one.
  const onClick = (element, isOf) => {
    element.classList.add("jump");
    element.addEventListener("click", () => {
      const all = steps.flatMap((step, number) => isOf(step) ? [number] : []);
      controls.stop(all.find(number => number > controls.current()) ?? all[0]);
    });
  };
  steps.forEach(step => onClick(step.group, other => other === step));
  new Set(steps.map(step => step.code).filter(Boolean)).forEach(line => onClick(line, step => step.code === line));
  new Set(steps.flatMap(step => step.printed)).forEach(line => onClick(line, step => step.printed.includes(line)));
  document.querySelectorAll("details.drawn").forEach(details => details.open = false);
})();
