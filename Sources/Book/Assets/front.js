"use strict";
// The first page's picture, which plays when it opens, unless its reader prefers no motion.
(() => {
  const figure = document.querySelector("figure.live");
  if (!figure) return;
  const steps = workbook.steps(figure);
  const now = document.createElement("p");
  now.className = "now";
  const controls = workbook.controls(steps.length, (to, from) => {
    workbook.light(steps, to, from);
    return now.textContent = steps[to].words;
  });
  figure.querySelector("figcaption").before(controls.element, now);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) controls.play();
})();
