"use strict";
// The colours: those of the system, light or dark. It runs before the page is drawn, so that
// nothing flashes.
(() => {
  const themes = ["system", "light", "dark"];
  const key = "workbook.theme";
  let theme = "system";
  // A browser may refuse to keep anything, for example in a private window.
  try { theme = localStorage.getItem(key) || theme; } catch { }
  const show = () => document.documentElement.dataset.theme = theme;
  show();
  addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    const label = () => button.textContent = `Colours: ${theme}`;
    button.addEventListener("click", () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      try { localStorage.setItem(key, theme); } catch { }
      show();
      label();
    });
    label();
    document.querySelector(".top").append(button);
  });
})();
