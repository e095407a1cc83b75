"use strict";
// Where a picture is wider than its frame, each part has a button that scrolls to its column.
(() => {
  for (const frame of document.querySelectorAll(".picture .wide")) {
    const names = [...frame.querySelectorAll("svg .name")];
    const places = new Set(names.map(name => name.getAttribute("x")));
    if (places.size < 2) continue;
    const buttons = document.createElement("div");
    buttons.className = "controls columns";
    buttons.setAttribute("role", "group");
    buttons.setAttribute("aria-label", "Show a column");
    buttons.append(...names.map(name => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name.textContent;
      button.addEventListener("click", () => {
        const left = name.getBoundingClientRect().left - frame.getBoundingClientRect().left;
        frame.scrollBy({ left: left - 8 });
      });
      return button;
    }));
    frame.before(buttons);
    new ResizeObserver(() => buttons.hidden = frame.scrollWidth <= frame.clientWidth).observe(frame);
  }
})();
