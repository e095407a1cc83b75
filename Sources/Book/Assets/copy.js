"use strict";
// A button at each block of code and each command that copies it. Of a console block, only the
// commands are copied.
(() => {
  const commands = lines => lines.filter(line => line.startsWith("$ ")).map(line => line.slice(2));
  for (const block of document.querySelectorAll(".command, figure.swift, figure.console, figure.sh, figure.python")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    const label = text => {
      button.textContent = text;
      const what = block.matches(".swift") ? "this code" : "the command";
      text === "Copy" ? button.setAttribute("aria-label", `Copy ${what}`) : button.removeAttribute("aria-label");
    };
    label("Copy");
    button.addEventListener("click", async () => {
      const text = block.querySelector("code").textContent;
      const copied = block.matches(".console") ? commands(text.split("\n")).join("\n") : text;
      try {
        await navigator.clipboard.writeText(copied);
        label("Copied");
      } catch {
        label("Select it: the browser does not allow copying");
      }
      setTimeout(() => label("Copy"), 2000);
    });
    block.append(button);
  }
})();
