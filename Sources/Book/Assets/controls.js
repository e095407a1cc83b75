"use strict";
// The steps of a picture in their order: their marks, and what they have in words.
workbook.steps = picture => [...picture.querySelectorAll(".mark")].map(group => ({ group, ...group.dataset }));

// Shows the marks of steps up to one of them: those behind it are pale.
workbook.light = (steps, to, from) => {
  const changed = from < 0 ? steps.keys()
    : Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => Math.min(to, from) + index);
  for (const number of changed) {
    if (!steps[number]) continue;
    const { classList } = steps[number].group;
    classList.toggle("later", number > to);
    classList.toggle("current", number === to);
  }
  const { group } = steps[Math.min(to, steps.length - 1)];
  const frame = group.closest(".wide"), box = group.getBoundingClientRect(), view = frame.getBoundingClientRect();
  if (box.top < view.top || box.bottom > view.bottom) frame.scrollTop += box.top - (view.top + view.bottom) / 2;
  if (box.left < view.left || box.right > view.right) frame.scrollLeft += box.left - (view.left + view.right) / 2;
};

// Buttons and a slider for a number of steps. `show` is called with the step and the one before,
// and returns it in words.
workbook.controls = (count, show) => {
  const element = document.createElement("div");
  element.className = "controls";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", "The picture, step by step");
  let current = -1, timer;
  const go = to => {
    const words = show(to, current);
    current = to;
    scrub.value = to;
    scrub.setAttribute("aria-valuetext", `${to + 1} of ${count}: ${words}`);
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  const stop = to => {
    pause();
    go(Math.max(0, Math.min(count - 1, to)));
  };
  const start = () => {
    go(current + 1 < count ? current + 1 : 0);
    play.textContent = "Pause";
    timer = setInterval(() => {
      if (current + 1 < count) go(current + 1);
      if (current + 1 === count) pause();
    }, 900);
  };
  const button = (text, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", act);
    element.append(button);
    return button;
  };
  const play = button("Play", () => timer ? pause() : start());
  // Before the first step, the whole picture is shown, as at its end.
  button("Back", () => stop((current < 0 ? count - 1 : current) - 1));
  button("Step", () => stop(current + 1));
  const scrub = document.createElement("input");
  scrub.type = "range";
  scrub.min = 0;
  scrub.max = count - 1;
  scrub.value = count - 1;
  scrub.setAttribute("aria-label", "Current step");
  scrub.addEventListener("input", () => stop(Number(scrub.value)));
  element.append(scrub);
  return { element, stop, play: start, current: () => current };
};
