"use strict";
// A button at each block of code and each command that copies it. Of a console block, only the commands are copied.
(() => {
  const commands = lines => lines.filter(line => line.startsWith("$ ")).map(line => line.slice(2));
  for (const block of document.querySelectorAll(".command, figure.swift, figure.console, figure.sh, figure.python")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", block.matches(".swift") ? "Copy this code" : "Copy the command");
    button.addEventListener("click", async () => {
      const text = block.querySelector("code").textContent;
      const copied = block.matches(".console") ? commands(text.split("\n")).join("\n") : text;
      try {
        await navigator.clipboard.writeText(copied);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select it: the browser does not allow copying";
      }
      setTimeout(() => button.textContent = "Copy", 2000);
    });
    block.append(button);
  }
})();
